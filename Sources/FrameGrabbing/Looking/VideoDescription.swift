import Color
import ColorCodes
import Exif
public import Files
import Timeline
public import Video

/// The facts about a video that people and scripts need before they grab from it.
public struct VideoDescription {
  let path: Path
  let byteCount: Int64
  let facts: StreamFacts
  /// All frames; nil if only reading the whole file would tell them.
  let timeline: FrameTable?
  /// The beginning of the frames, or all of them.
  private let beginning: FrameTable
  /// The end of the last frame, in seconds from t = 0.
  let end: Rational?
  let isCutOff: Bool
  /// Whether the end was found by reading the clock at a few places.
  let isSampled: Bool
  /// Whether the frames were counted by decoding them, since the packets do not give them.
  let isCounted: Bool
  /// The facts of the first frame's picture; nil when it could not be decoded.
  let picture: PictureFacts?
  let shot: Shot
  let chapters: [Chapter]
  /// The most chapters that are listed.
  static let mostChapters = 1000

  /// Reads the timeline and the container's facts, and decodes the first frame.
  ///
  /// In a file of more than ``mostBytes``, the frames are not counted if the container does not list them and the end
  /// can be found by seeking.
  ///
  /// - Parameters:
  ///   - video: The video.
  ///   - path: Its name.
  ///   - isWhole: Whether frames are counted in any case.
  ///   - mostBytes: The size of a file that is always read.
  /// - Throws: `GrabError` when the video cannot be read or holds no frame. A first frame that cannot be decoded is not
  ///   an error: then the container's values are used.
  public init(
    _ video: VideoFile, path: Path, isWhole: Bool = false, mostBytes: Int64 = Self.mostBytes
  ) throws(GrabError) {
    facts = try blaming(path, GrabError.Fault.video, video.facts)
    let isRead = isWhole || video.numbersFrames || video.byteCount <= mostBytes
    (beginning, end, isCutOff, picture) = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in
      let end = isRead ? nil : try video.distantEnd()
      // Decoding may change the timeline: then all of this is done again.
      return try video.settled { () throws(VideoError) in
        let part = try video.lookUp(end == nil ? .keyframes : .throughFrame(0))
        let picture = Self.firstPicture(of: part, in: video)
        return (
          part.table, part.table.isComplete ? part.table.end : end, end == nil ? video.isCutOff : video.endsEarly,
          picture
        )
      }
    }
    timeline = beginning.isComplete ? beginning : nil
    isSampled = !beginning.isComplete && video.isSampled
    self.path = path
    byteCount = video.byteCount
    isCounted = video.isCounted
    shot = Shot(video.recording)
    chapters = video.chapters
  }

  /// Files up to this size, in bytes, are read as a whole.
  public static let mostBytes: Int64 = 16 << 20

  /// The first frame, as far as it can be decoded.
  private static func firstPicture(of all: TimelinePart, in video: VideoFile) -> PictureFacts? {
    var facts: PictureFacts?
    do throws(VideoError) {
      _ = try video.pictures(of: [all.reference(to: 0)]) { _, picture throws(VideoError) in facts = picture.facts() }
    } catch {
      return nil
    }
    return facts
  }

  // MARK: Frames

  var keyframeCount: Int? { timeline?.frames.keyframeIndices.count }

  /// The most frames from one keyframe to the next, or from the last one to the end of what is there; nil without
  /// keyframes.
  var longestKeyframeDistance: Int? {
    guard let timeline else { return nil }
    let places = timeline.frames.keyframeIndices
    return zip(places, places.dropFirst() + [presentCount ?? timeline.count]).map { $1 - $0 }.max()
  }

  /// In a file that is cut off, how many frames are there up to the last one; nil if unknown.
  var presentCount: Int? { isCutOff ? timeline?.lastDecodable.map { $0 + 1 } : nil }
  /// When the last frame that is there ends, in seconds from t = 0.
  var presentEnd: Rational? { presentCount.flatMap { timeline?.interval(ofFrame: $0 - 1)?.end } }

  /// Whether the frames have different durations; nil if they were not counted.
  var isVariable: Bool? { timeline.map { $0.constantFrameDuration == nil && $0.count > 1 } }

  /// When the first frame is shown, in seconds from t = 0.
  var start: Rational? { beginning.time(ofFrame: 0) }

  /// The unit of timestamps.
  var timeBase: TimeBase { beginning.timeBase }

  /// Frames per second, over the whole timeline as it was counted, else as the container says.
  var averageRate: Rational? {
    guard let timeline else { return facts.averageRate }
    guard let length, length > .zero else { return nil }
    let count = Rational(Int64(timeline.count))
    // In whole milliseconds starts and the last duration may each be a little early or late: a standard rate, or the
    // container's, may explain them all.
    for duration in [timeline.constantFrameDuration, facts.averageRate.flatMap { Rational(1).divided(by: $0) }] {
      guard let duration, isVariable == false, let span = count.multiplied(by: duration),
        let late = span.subtracting(length), let early = length.subtracting(span),
        let most = timeBase.secondsPerTick.multiplied(by: Rational(2)), max(late, early) <= most
      else { continue }
      return Rational(1).divided(by: duration)
    }
    return count.divided(by: length)
  }

  private var lastFrameEnd: Rational? { timeline.map(\.lastFrameEnd) ?? end }

  /// Seconds from the first frame to the end.
  private var length: Rational? {
    guard let start, let end = lastFrameEnd else { return nil }
    return end.subtracting(start)
  }

  /// Bits per second of what is there, from its size and its frames.
  var bitRate: Int64? {
    let (bits, overflow) = byteCount.multipliedReportingOverflow(by: 8)
    guard !overflow, let duration = presentEnd ?? lastFrameEnd, duration > .zero, let half = Rational(1, 2) else {
      return nil
    }
    return Rational(bits).divided(by: duration)?.adding(half)?.floor
  }

  // MARK: Pictures

  /// The first picture's pixel format, else the stream's.
  var pixelFormat: String? { picture?.pixelFormat ?? facts.pixelFormat }

  var samples: PixelFormat? { pixelFormat.flatMap { PixelFormat(named: $0, codedBits: picture?.codedBits) } }

  /// The meaning of the colour codes, as for a picture that is grabbed.
  var color: ColorSpec {
    let tags = picture?.tags ?? facts.tags
    let isJPEG = picture?.isJPEG ?? (facts.codec == "mjpeg")
    do throws(ColorError) {
      return try ColorSpec(
        tags: tags, pixelFormat: pixelFormat ?? "", isJPEG: isJPEG, width: picture?.width ?? facts.width,
        height: picture?.height ?? facts.height)
    } catch {
      // Such colours cannot be converted, but the stored properties are still reported.
      return ColorSpec(
        matrix: tags.matrix, isFullRange: tags.range == .full, chromaLocation: tags.chromaLocation,
        primaries: tags.primaries, transfer: tags.transfer, guesses: tags.range == .unspecified ? ["range"] : [])
    }
  }

  var hdr: HDRMetadata { facts.hdr.completed(by: picture?.hdr ?? HDRMetadata()) }

  /// The stream's field order, else the first picture's; a progressive picture says nothing about the others.
  var fieldOrder: StreamFacts.FieldOrder? {
    if let order = facts.fieldOrder { return order }
    guard let picture, picture.isInterlaced else { return nil }
    return picture.isTopFieldFirst ? .topFirst : .bottomFirst
  }

  /// Width divided by height of the whole picture, upright.
  var displayAspectRatio: Rational? {
    guard let size = Rational(Int64(facts.width), Int64(facts.height)), size > .zero,
      let stored = size.multiplied(by: facts.sampleAspectRatio)
    else { return nil }
    return facts.orientation.swapsAxes ? Rational(1).divided(by: stored) : stored
  }

  // MARK: The shot

  /// The date that could be parsed, else the most trusted one, as written in the file.
  var created: String? { Shot.date(in: facts.recording.dates)?.text ?? facts.recording.dates.first }

  /// The place that could be parsed, else the most trusted one, as written in the file.
  var location: String? { Shot.position(in: facts.recording.places)?.text ?? facts.recording.places.first }
}
