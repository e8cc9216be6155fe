import Files
import GestureFiles
import Scrubbing
import Timeline
import Video

/// A frame that one moment resolved to, with everything that is known of it before it is decoded.
struct PlannedFrame: Sendable {
  /// How a frame was asked for.
  struct Asking: Sendable {
    /// The words in which it was asked.
    let text: String
    /// The time asked in seconds from t = 0, nil when it was asked by index.
    let time: Rational?
    /// Whether it was asked by time, so that name and metadata hold no index.
    private(set) var isByTime = false
    /// The model of the gesture that led here.
    private(set) var gestureModel: String?

    /// By index, by a gesture, or at any rate not by time.
    init(_ text: String, time: Rational? = nil, gestureModel: String? = nil) {
      (self.text, self.time, self.gestureModel) = (text, time, gestureModel)
    }

    /// By a time, or by one of the names of a frame that a time may have; `resolved` is in seconds from t = 0.
    init(_ text: String, _ time: TimeSpecification, resolved: Rational?) {
      (self.text, self.time, isByTime) = (text, resolved, !time.needsFrameNumbers)
    }
  }

  /// The words in which it was asked.
  let asked: String
  /// The time that names it, in seconds from t = 0: the one asked, or its own when it was moved to a keyframe; nil when
  /// it was asked by index.
  let namingTime: Rational?
  /// What names it in the open video.
  let reference: FrameReference
  /// The frame index, nil when it was found without.
  let index: Int?
  /// The model of the gesture that led here.
  let gestureModel: String?
  /// Whether it was asked by time, so that name and metadata hold no index.
  let isByTime: Bool
  /// Whether the file is known to be cut off; nil while its end was not looked at.
  let isCutOff: Bool?
  /// Where the picture goes; nil for standard output and for nowhere.
  var output: Path?
  private let frame: FrameTable.Frame
  private let timeline: FrameTable
  private let knowsTimecode: Bool

  init?(
    _ asking: Asking, place: Int, in part: TimelinePart, knowsTimecode: Bool, isCutOff: Bool? = nil,
    isSnapped: Bool = false, isStepped: Bool = false
  ) {
    let timeline = part.table
    guard timeline.frames.indices.contains(place) else { return nil }
    frame = timeline.frames[place]
    asked = asking.text
    namingTime = isSnapped && asking.time != nil ? timeline.time(ofFrame: place) : asking.time
    gestureModel = asking.gestureModel
    isByTime = asking.isByTime && !isStepped
    reference = part.reference(to: place)
    index = part.stretch == .main ? place : nil
    self.timeline = timeline
    self.isCutOff = isCutOff
    self.knowsTimecode = knowsTimecode
  }

  /// Its place in the list that it was found in.
  var place: Int { reference.place }
  /// The raw presentation timestamp.
  var timestamp: Int64 { frame.timestamp }
  /// Seconds of a tick of the timestamp.
  var timeBase: TimeBase { timeline.timeBase }
  var isKeyframe: Bool { frame.isKeyframe }
  /// False when it is known that its picture cannot be had.
  var isDecodable: Bool { frame.isDecodable }
  /// Whether its picture, and those of all frames behind it, cannot be had: they are not in the file any more.
  var isBehindEnd: Bool { isCutOff == true && (timeline.lastDecodable.map { place > $0 } ?? true) }
  /// The index of the last frame that can be had; nil where that is not known, or where there is none.
  var lastDecodable: Int? { reference.stretch == .main ? timeline.lastDecodable : nil }
  /// When the frame appears and when the next one does, in seconds from t = 0.
  var interval: (start: Rational, end: Rational)? { timeline.interval(ofFrame: place) }
  /// The start as decimal seconds that select the frame again.
  var printedTime: String { timeline.printedTime(ofFrame: place) ?? "" }
  /// The frame's label `[HH:]mm:ss.ff`, where the index is known.
  var label: String? { index.flatMap { timeline.label(ofFrame: $0) } }
  /// SMPTE timecode, where the frame rate is constant and the index known.
  var timecode: Timecode? { knowsTimecode && timeline.isComplete ? timeline.timecode(ofFrame: place) : nil }

  /// Whether another one is the same picture: the same frame may be known from two lists, and then its timestamp tells.
  func isSamePicture(as other: PlannedFrame) -> Bool {
    reference == other.reference || !reference.isBeside(other.reference) && timestamp == other.timestamp
  }
}
