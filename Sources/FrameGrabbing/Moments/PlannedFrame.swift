import Files
import Timeline
import Video

/// A frame that one moment resolved to, with everything known before it is decoded.
struct PlannedFrame: Sendable {
  /// How a frame was requested.
  struct Asking: Sendable {
    /// The text of the request.
    let text: String
    /// The requested time in seconds from t = 0, nil when it was requested by index.
    let time: Rational?
    /// Whether it was requested by time, so that name and metadata hold no index.
    private(set) var isByTime = false
    /// The model of the gesture that selected the frame.
    private(set) var gestureModel: String?
    /// The moment's name, if it has one.
    private(set) var name: String?
    /// The time of the moment in seconds from t = 0, whatever frame it is moved to.
    private(set) var place: Rational?

    /// By index, by a gesture, or otherwise not by time.
    init(_ text: String, time: Rational? = nil, gestureModel: String? = nil) {
      (self.text, self.time, self.gestureModel) = (text, time, gestureModel)
    }

    /// By a time, or by a frame in the notation of a time; `resolved` is in seconds from t = 0.
    init(_ text: String, _ time: TimeSpecification, resolved: Rational?, name: String? = nil, place: Rational? = nil) {
      (self.text, self.time, isByTime) = (text, resolved, !time.needsFrameNumbers)
      (self.name, self.place) = (name, resolved ?? place)
    }
  }

  /// The text of the request.
  let asked: String
  /// The moment's name, as someone gave it; nil if it has none.
  let momentName: String?
  /// The time in its default name, in seconds from t = 0: the requested one, or the frame's own if it was moved to a
  /// keyframe; nil when it was requested by index.
  let namingTime: Rational?
  /// The time of the moment in seconds from t = 0, whatever frame it is moved to; nil for one of many frames.
  let momentPlace: Rational?
  /// Identifies the frame in the open video.
  private(set) var reference: FrameReference
  /// The frame index, nil when it was found without it.
  private(set) var index: Int?
  /// The model of the gesture that selected the frame.
  let gestureModel: String?
  /// Whether it was requested by time, so that name and metadata hold no index.
  let isByTime: Bool
  /// Whether the file is known to be cut off; nil if its end was not checked.
  let isCutOff: Bool?
  /// The same for a report, which must not depend on what else was read.
  let reportsCutOff: Bool?
  /// Whether it may have been found by the sampled clock (`SampledClock`).
  let isSampled: Bool
  /// The parts of its output's name; nil for standard output and for none.
  var name: PictureName?
  /// The output file; nil for standard output and for none.
  var output: Path?
  /// For a moment that asks for a number of pictures: how many it gives, and how many were asked for.
  var count: (given: Int, asked: Int64)?
  /// Its number among all requests of the run, in their order.
  var position = 0
  /// Its tile, and the number of its sheet from 1, if pictures are tiles.
  var tile: SheetPlace?
  var sheet = 1
  /// With `--skip-blank`, whether its picture is blank, nil until that is known, and the time of the frame that it
  /// replaces; else nil.
  private(set) var blank: (isBlank: Bool?, from: Rational?)?
  private var frame: FrameTable.Frame
  private var timeline: FrameTable
  private let knowsTimecode: Bool

  init?(
    _ asking: Asking, place: Int, in part: TimelinePart, knowsIndex: Bool = true, knowsTimecode: Bool,
    isCutOff: Bool? = nil, endsEarly: Bool = false, isSampled: Bool = false, isSnapped: Bool = false,
    isStepped: Bool = false
  ) {
    let timeline = part.table
    guard timeline.frames.indices.contains(place) else { return nil }
    frame = timeline.frames[place]
    asked = asking.text
    momentName = asking.name
    namingTime = isSnapped && asking.time != nil ? timeline.time(ofFrame: place) : asking.time
    (gestureModel, momentPlace) = (asking.gestureModel, asking.place)
    isByTime = asking.isByTime && !isStepped
    reference = part.reference(to: place)
    let hasIndex = knowsIndex || !isByTime
    index = hasIndex && part.stretch == .main ? place : nil
    self.timeline = timeline
    self.isCutOff = isCutOff
    reportsCutOff = hasIndex ? isCutOff : endsEarly ? true : nil
    self.isSampled = isSampled && !hasIndex
    self.knowsTimecode = knowsTimecode && hasIndex
  }

  /// Marks a frame that blank pictures may be replaced for, and puts the replacement in its place once it is known.
  mutating func skip(_ move: BlankMove?) {
    blank = (move.map { $0.frame == nil }, nil)
    guard let (place, part) = move?.frame, part.table.frames.indices.contains(place) else { return }
    blank = (false, interval?.start)
    (frame, timeline, reference) = (part.table.frames[place], part.table, part.reference(to: place))
    if index != nil { index = place }
  }

  /// Whether its picture must be checked for being blank.
  var mayBeBlank: Bool { blank.map { $0.isBlank == nil } ?? false }

  /// Its position in the list in which it was found.
  var place: Int { reference.place }
  /// Its position on the continuous timeline, in ticks.
  var tick: Int64 { frame.tick }
  /// The raw presentation timestamp.
  var timestamp: Int64 { frame.timestamp }
  /// The length of the timestamp's tick in seconds.
  var timeBase: TimeBase { timeline.timeBase }
  var isKeyframe: Bool { frame.isKeyframe }
  /// False when its picture is known to be unavailable.
  var isDecodable: Bool { frame.isDecodable }
  /// Whether its picture and those of all frames after it are missing from the file.
  var isBehindEnd: Bool { isCutOff == true && (timeline.lastDecodable.map { place > $0 } ?? true) }
  /// What is there of a file that is cut off; nil if the last available frame is unknown, or if there is none.
  ///
  /// - Parameter all: The timeline of the whole video, if it could be read.
  func cutOffPart(of all: FrameTable?) -> CutOffPart? {
    let timeline = all ?? timeline
    guard reference.stretch == .main, let last = timeline.lastDecodable else { return nil }
    return CutOffPart(timeline, lastFrame: last, asked: isByTime ? (asked, place) : nil)
  }
  /// When the frame appears and when the next one does, in seconds from t = 0.
  var interval: (start: Rational, end: Rational)? { timeline.interval(ofFrame: place) }
  /// Where its part of an index begins: at its moment, or where the frame does if the moment is not before the end of all.
  func pieceStart(before end: Rational) -> Rational? {
    momentPlace.flatMap { $0 < end ? $0 : interval?.start }
  }
  /// The start in decimal seconds that select the frame again.
  var printedTime: String { timeline.printedTime(ofFrame: place) ?? "" }
  /// The frame as messages name it: by its index, if that is known, and its time.
  var mention: String { (index.map { "frame \($0)" } ?? "frame") + " at \(printedTime) s" }
  /// The start as `hh:mm:ss.mmm`, with as many more digits as it takes to select the frame again; a frame that is on
  /// screen at t = 0 is there from then on. Nil for a time that is no decimal.
  var stamp: String? {
    let isEarly = interval.map { $0.start < .zero && $0.end > .zero } ?? false
    let time = isEarly ? "0.000" : printedTime
    let parts = time.drop { $0 == "-" }.split(separator: ".")
    guard parts.count == 2, let seconds = Int(parts[0]) else { return nil }
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return (time.hasPrefix("-") ? "-" : "") + clock + "." + parts[1]
  }
  /// The frame's label `[HH:]mm:ss.ff`, if the index is known.
  var label: String? { index.flatMap { timeline.label(ofFrame: $0) } }
  /// SMPTE timecode, if the frame rate is constant and the index known.
  var timecode: Timecode? { knowsTimecode && timeline.isComplete ? timeline.timecode(ofFrame: place) : nil }

  /// The same, only if the file has a timecode of its own.
  var storedTimecode: Timecode? { timeline.timecodeStart == nil ? nil : timecode }

  /// Whether another one is the same picture: a frame may be in two lists, and then its timestamp identifies it.
  func isSamePicture(as other: PlannedFrame) -> Bool {
    reference == other.reference || !reference.isBeside(other.reference) && timestamp == other.timestamp
  }
}
