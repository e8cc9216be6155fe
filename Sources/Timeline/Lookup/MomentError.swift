/// Why a moment does not name a frame of a video.
public enum MomentError: Error, Hashable, Sendable {
  /// Where a video ends, for messages.
  public struct Extent: Hashable, Sendable {
    /// The index of the last frame.
    public let lastIndex: Int
    /// When the last frame starts, in seconds from t = 0; `nil` when that does not fit.
    public let lastTime: Rational?
    /// When the last frame ends, in seconds from t = 0; `nil` when that does not fit.
    public let end: Rational?

    /// Makes an extent; times are in seconds from t = 0.
    public init(lastIndex: Int, lastTime: Rational?, end: Rational?) {
      self.lastIndex = lastIndex
      self.lastTime = lastTime
      self.end = end
    }
  }

  /// The requested time, in seconds from t = 0, is below 0; the extent is `nil` while the end is not known.
  case beforeStart(asked: Rational?, extent: Extent?)
  /// The requested time, in seconds from t = 0, is after the end.
  case pastEnd(asked: Rational?, extent: Extent?)
  /// There is no frame `index` (as requested, so negative when counted from the end) among `count`.
  case noSuchFrame(index: Int64, count: Int)
  /// The range of frames ends before it starts; the indexes are counted from the first frame.
  case reversedRange(first: Int64, last: Int64)
  /// A timecode was requested for a video with a variable frame rate.
  case variableFrameRate
  /// There is no timecode at `rate` frames per second: only 1 to 1000, rounded, are supported.
  case noTimecodeRate(Rational)
  /// The timecode's frame number does not exist in a second at `rate` frames per second.
  case noSuchTimecode(Timecode, rate: Rational)
  /// The timecode is one of the labels that drop-frame counting skips.
  case droppedTimecode(Timecode, rate: Rational)
  /// The timecode is drop-frame, but `rate` is neither 30000/1001 nor 60000/1001.
  case noDropFrame(Timecode, rate: Rational)
  /// The timecode is drop-frame and the video's own, `start`, is not, or the other way round.
  case otherCounting(Timecode, start: Timecode)
  /// The timecode is before that of the first frame or after that of the last one.
  case timecodeOutside(Timecode, first: Timecode, last: Timecode)
  /// A span's end is not after its start; both are in seconds from t = 0.
  case emptySpan(from: Rational, to: Rational)
  /// No frame (or keyframe, if `isKeyframe`) starts between two moments, in seconds from t = 0; nil means the beginning
  /// or the end.
  case nothingStarts(isKeyframe: Bool, from: Rational?, to: Rational?)
  /// There is no keyframe to move to.
  case noKeyframe
  /// The container lists no chapters.
  case noChapters
  /// Evenly spaced moments do not fit in fractions of 64-bit integers.
  case tooFine
  /// Evenly spaced moments that repeat frames are more than this.
  case tooMany(most: Int64)
  /// The answer depends on frames that are not in the table yet.
  case notReadThatFar
  /// The time does not fit in a fraction of 64-bit integers.
  case outOfRange
  /// The moment is counted from the end, and frames at the end are missing from the file.
  case noEnd

  /// The same error located in the timecode that the user typed, or `nil` when the text itself is not wrong.
  public func syntaxError(in text: String) -> TimeSyntaxError? {
    let characters = Array(text)
    guard let separator = characters.lastIndex(where: { $0 == ":" || $0 == ";" }) else { return nil }
    switch self {
    case .noSuchTimecode, .droppedTimecode:
      return TimeSyntaxError(text: text, range: separator + 1..<characters.count, reason: fault)
    case .noDropFrame, .otherCounting:
      return TimeSyntaxError(text: text, range: separator..<separator + 1, reason: fault)
    default:
      return nil
    }
  }

  /// What is wrong with a timecode, without the timecode itself.
  private var fault: String {
    switch self {
    case .noSuchTimecode(let timecode, let rate):
      "there is no frame \(timecode.frames) at \(rate.shortDecimal()) frames per second"
    case .droppedTimecode(let timecode, _):
      "drop-frame timecode skips frame \(timecode.frames) at the start of this minute"
    case .noDropFrame(_, let rate):
      "drop-frame timecode needs 29.97 or 59.94 frames per second, not \(rate.shortDecimal())"
    case .otherCounting(_, let start):
      start.isDropFrame
        ? "this video counts in drop-frame timecode, with ';' before the frames"
        : "this video counts in timecode without drop-frame, with ':' before the frames"
    default:
      description
    }
  }
}

extension MomentError: CustomStringConvertible {
  /// The error message, in lower case, without the name of the video.
  public var description: String {
    switch self {
    case .beforeStart(let asked, let extent):
      "\(Self.seconds(asked)) is before the start\(Self.ending(extent))"
    case .pastEnd(let asked, let extent):
      "\(Self.seconds(asked)) is past the end\(Self.ending(extent))"
    case .noSuchFrame(let index, let count) where count < 1:
      "there is no frame \(index): the video has no frames"
    case .noSuchFrame(let index, let count) where index < 0:
      "there is no frame \(index) from the end: the video has \(count == 1 ? "1 frame" : "\(count) frames")"
        + ", the last is \(count - 1)"
    case .noSuchFrame(let index, let count):
      "there is no frame \(index): the video ends after frame \(count - 1)"
    case .reversedRange(let first, let last):
      "the range of frames runs backwards, from \(first) to \(last)"
    case .variableFrameRate:
      "timecode needs a constant frame rate and this video's varies: name the time or the frame index instead"
    case .noTimecodeRate(let rate):
      "timecode cannot count \(rate.shortDecimal()) frames per second: name the time or the frame index instead"
    case .noSuchTimecode(let timecode, _), .droppedTimecode(let timecode, _), .noDropFrame(let timecode, _),
      .otherCounting(let timecode, _):
      "timecode \(timecode) is not in this video: \(fault)"
    case .timecodeOutside(let timecode, let first, let last):
      "timecode \(timecode) is outside the video, which runs from \(first) to \(last)"
    case .emptySpan(let from, let to):
      "there is nothing between \(Self.seconds(from)) and \(Self.seconds(to)): the start has to be before the end"
    case .nothingStarts(let isKeyframe, let from, let to):
      "no \(isKeyframe ? "keyframe" : "frame") starts between \(from.map(Self.seconds) ?? "the start")"
        + " and \(to.map(Self.seconds) ?? "the end")"
    case .noKeyframe:
      "the video has no keyframe to move to"
    case .noChapters:
      "the video has no chapters"
    case .tooFine:
      "the moments are too close together to be kept exactly: ask for fewer, or for every frame"
    case .tooMany(let most):
      "these are more than \(most) moments, the most that --repeat gives: ask for fewer"
    case .notReadThatFar:
      "the frames read so far do not reach that moment"
    case .outOfRange:
      "the time has too many digits to be kept exactly"
    case .noEnd:
      "the end of the video is missing from the file, so nothing can be counted from it: name the time"
    }
  }

  private static func seconds(_ time: Rational?) -> String {
    time.map { "\($0.exactDecimal(upTo: 9) ?? $0.decimal(fractionDigits: 6)) s" } ?? "the time asked"
  }

  private static func ending(_ extent: Extent?) -> String {
    guard let extent else { return "" }
    let words = ": the last frame is \(extent.lastIndex)"
    guard let start = extent.lastTime, let end = extent.end else { return words }
    // The end is rounded down, so that typing it back is not past the end.
    let shownEnd = end.exactDecimal(upTo: 6) ?? end.decimal(fractionDigits: 6, roundingUp: false)
    return "\(words), on screen from \(start.decimal(fractionDigits: 3)) s to \(shownEnd) s"
  }
}
