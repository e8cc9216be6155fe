import Files
import GestureFiles
import Scrubbing
import Timeline
import Video

/// A frame that one moment resolved to, with everything that is known of it before it is decoded.
struct PlannedFrame: Sendable {
  /// The number of the moment among those asked.
  let moment: Int
  /// The words in which it was asked.
  let asked: String
  /// The time asked in seconds from t = 0, nil when it was asked by index.
  let askedTime: Rational?
  /// Which list of frames `place` refers to.
  let stretch: VideoFile.Stretch
  /// The frame's place in that list.
  let place: Int
  /// The frame index, nil when nobody needed it.
  let index: Int?
  /// The raw presentation timestamp.
  let timestamp: Int64
  /// Seconds of a tick of the timestamp.
  let timeBase: TimeBase
  /// When the frame appears and when the next one does, in seconds from t = 0.
  let interval: (start: Rational, end: Rational)?
  /// The start as decimal seconds that select the frame again.
  let printedTime: String
  /// The frame's label `[HH:]mm:ss.ff`, where the index is known.
  let label: String?
  /// SMPTE timecode, where the frame rate is constant and the index known.
  let timecode: Timecode?
  let isKeyframe: Bool
  /// The model of the gesture that led here.
  let gestureModel: String?
  /// Whether it was asked by time, so that name and metadata hold no index.
  let isByTime: Bool
  /// Where the picture goes; nil for standard output and for nowhere.
  var output: Path?

  init?(
    moment: Int, of asked: Moment, askedTime: Rational?, place: Int, in timeline: FrameTable,
    stretch: VideoFile.Stretch,
    knowsIndex: Bool, knowsTimecode: Bool, isStepped: Bool
  ) {
    guard timeline.frames.indices.contains(place) else { return nil }
    let frame = timeline.frames[place]
    self.moment = moment
    self.asked = asked.text
    self.askedTime = askedTime
    self.stretch = stretch
    self.place = place
    index = knowsIndex ? place : nil
    label = knowsIndex ? timeline.label(ofFrame: place) : nil
    timestamp = frame.timestamp
    timeBase = timeline.timeBase
    interval = timeline.interval(ofFrame: place)
    printedTime = timeline.printedTime(ofFrame: place) ?? ""
    isKeyframe = frame.isKeyframe
    if case .gesture(let gesture) = asked.kind {
      gestureModel = gesture.file.control.model.rawValue
    } else {
      gestureModel = nil
    }
    isByTime = asked.isByTime && !isStepped
    timecode = knowsTimecode && timeline.isComplete ? timeline.timecode(ofFrame: place) : nil
  }

  /// What makes two planned frames the same picture.
  struct Identity: Hashable {
    let stretch: VideoFile.Stretch
    let place: Int
  }

  var identity: Identity { Identity(stretch: stretch, place: place) }
}
