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
  let timeline: FrameTable
  let isCutOff: Bool
  /// Whether the frames were counted by decoding them, since the packets do not give them.
  let isCounted: Bool
  /// The facts of the first frame's picture; nil when it could not be decoded.
  let picture: PictureFacts?
  let shot: Shot

  /// Reads the whole timeline and the container's facts, and decodes the first frame.
  ///
  /// - Throws: `GrabError` when the video cannot be read or holds no frame. A first frame that cannot be decoded is not
  ///   an error: then the container's values are used.
  public init(_ video: VideoFile, path: Path) throws(GrabError) {
    facts = try blaming(path, GrabError.Fault.video, video.facts)
    (timeline, picture) = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in
      // The picture may show that the timeline is a different one.
      try video.settled { () throws(VideoError) in
        let all = try video.lookUp(.keyframes)
        return (all.table, Self.firstPicture(of: all, in: video))
      }
    }
    self.path = path
    byteCount = video.byteCount
    isCutOff = video.isCutOff
    isCounted = video.isCounted
    shot = Shot(video.recording)
  }

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

  var keyframeCount: Int { timeline.frames.count { $0.isKeyframe } }

  /// The most frames from one keyframe to the next, or from the last one to the end; nil without keyframes.
  var longestKeyframeDistance: Int? {
    let places = timeline.frames.indices.filter { timeline.frames[$0].isKeyframe }
    return zip(places, places.dropFirst() + [timeline.count]).map { $1 - $0 }.max()
  }

  var isVariable: Bool { timeline.constantFrameDuration == nil && timeline.count > 1 }

  /// Frames per second, over the whole timeline as it was counted.
  var averageRate: Rational? {
    guard let length, length > .zero else { return nil }
    return Rational(Int64(timeline.count)).divided(by: length)
  }

  /// Seconds from the first frame to the end.
  private var length: Rational? {
    guard let start = timeline.time(ofFrame: 0), let end = timeline.lastFrameEnd else { return nil }
    return end.subtracting(start)
  }

  /// Bits per second of the whole file, from its size and its frames.
  var bitRate: Int64? {
    let (bits, overflow) = byteCount.multipliedReportingOverflow(by: 8)
    guard !overflow, let duration = timeline.lastFrameEnd, duration > .zero, let half = Rational(1, 2) else {
      return nil
    }
    return Rational(bits).divided(by: duration)?.adding(half)?.floor
  }

  // MARK: Pictures

  /// The first picture's pixel format, else the stream's.
  var pixelFormat: String? { picture?.pixelFormat ?? facts.pixelFormat }

  var samples: PixelFormat? { pixelFormat.flatMap { PixelFormat(named: $0) } }

  /// The meaning of the colour codes, as for a picture that is grabbed.
  var color: ColorSpec {
    let tags = picture?.tags ?? facts.tags
    let isJPEG = picture?.isJPEG ?? (facts.codec == "mjpeg")
    do throws(ColorError) {
      return try ColorSpec(
        tags: tags, pixelFormat: pixelFormat ?? "", isJPEG: isJPEG, width: picture?.width ?? facts.width,
        height: picture?.height ?? facts.height)
    } catch {
      // It cannot be converted, but its stored properties are reported.
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
