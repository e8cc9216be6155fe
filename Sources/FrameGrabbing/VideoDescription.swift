import Exif
public import Files
import JSON
import Timeline
public import Video

/// What a person and a script want to know of a video before they grab from it.
public struct VideoDescription {
  private let path: Path
  private let facts: StreamFacts
  private let timeline: FrameTable
  private let isCutOff: Bool

  /// Reads the whole timeline and the container's facts.
  ///
  /// - Throws: `GrabError` when the video cannot be read or holds no frame.
  public init(_ video: VideoFile, path: Path) throws(GrabError) {
    do throws(VideoError) {
      facts = try video.facts()
      timeline = try video.timeline(.whole)
    } catch {
      throw GrabError(path, .video(error))
    }
    self.path = path
    isCutOff = video.isCutOff
  }

  private var keyframes: Int { timeline.frames.count { $0.isKeyframe } }

  private var isVariable: Bool { timeline.constantFrameDuration == nil && timeline.count > 1 }

  /// Frames a second, over the whole timeline as it was counted.
  private var averageRate: Rational? {
    guard let start = timeline.time(ofFrame: 0), let end = timeline.end, let length = end.subtracting(start),
      length > .zero
    else { return nil }
    return Rational(Int64(timeline.count)).divided(by: length)
  }

  /// The description for people, a line a fact.
  public var text: String {
    let size = "\(facts.width)×\(facts.height)"
    let shape = facts.sampleAspectRatio == Rational(1) ? "" : ", pixels \(ratio(facts.sampleAspectRatio))"
    let turned = facts.orientation == .upright ? "" : ", shown \(orientation)"
    var lines = [
      ("file", printable(path.bytes)),
      ("container", printable("\(facts.container) (\(facts.containerTitle))")),
      ("video", printable("stream \(facts.streamIndex), \(facts.codec)\(facts.profile.map { " \($0)" } ?? "")")),
      ("picture", "\(size)\(shape)\(turned)\(facts.pixelFormat.map { ", \($0)" } ?? "")"),
      ("frames", "\(timeline.count), counted; \(keyframes) keyframes\(isCutOff ? "; the file is cut off" : "")"),
      ("duration", timeline.end.map { "\($0.decimal(fractionDigits: 3)) s (exactly \($0))" } ?? "unknown"),
      (
        "rate",
        averageRate.map { "\($0.decimal(fractionDigits: 3)) frames a second\(isVariable ? ", variable" : "")" }
          ?? "unknown"
      ),
    ]
    if let timecode = facts.timecode { lines.append(("timecode", printable(timecode))) }
    if let created { lines.append(("created", printable(created))) }
    if let location { lines.append(("location", printable(location))) }
    for stream in facts.streams {
      lines.append(
        (
          "stream \(stream.index)",
          printable("\(stream.kind), \(stream.codec)\(stream.isAttachedPicture ? ", attached picture" : "")")
        ))
    }
    let width = (lines.map { $0.0.count }.max() ?? 0) + 2
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value + "\n"
    }.joined()
  }

  /// The description as one line of JSON.
  public var json: String {
    var object = JSONObjectWriter()
    object.add("input", .string(path.text))
    object.add("container", .string(facts.container))
    object.add("stream", .integer(Int64(facts.streamIndex)))
    object.add("codec", .string(facts.codec))
    object.add("profile", .string(facts.profile))
    object.add("width", .integer(Int64(facts.width)))
    object.add("height", .integer(Int64(facts.height)))
    object.add("pixelFormat", .string(facts.pixelFormat))
    object.add("sampleAspectRatio", .string(ratio(facts.sampleAspectRatio)))
    object.add("rotation", .integer(Int64(facts.orientation.degrees)))
    object.add("mirrored", .boolean(facts.orientation.isMirrored))
    object.add("frames", .integer(Int64(timeline.count)))
    object.add("keyframes", .integer(Int64(keyframes)))
    object.add("claimedFrames", .integer(facts.claimedFrameCount.map(Int64.init)))
    object.add("cutOff", .boolean(isCutOff))
    object.add("start", .time(timeline.time(ofFrame: 0)))
    object.add("duration", .time(timeline.end))
    object.add("timeBase", .string(timeline.timeBase.secondsPerTick.description))
    object.add("rate", .string(averageRate?.description))
    object.add("variableRate", .boolean(isVariable))
    object.add("timecode", .string(facts.timecode))
    object.add("created", .string(created))
    object.add("location", .string(location))
    object.add(
      "streams",
      .array(
        facts.streams.map { stream in
          .object([
            "index": .integer(Int64(stream.index)), "kind": .string(stream.kind), "codec": .string(stream.codec),
            "attachedPicture": .boolean(stream.isAttachedPicture),
          ])
        }))
    return object.finished().description
  }

  /// The date that was understood, else the one to be trusted most, as written in the file.
  private var created: String? { Shot.date(in: facts.recording.dates)?.text ?? facts.recording.dates.first }

  private var location: String? { Shot.position(in: facts.recording.places)?.text ?? facts.recording.places.first }

  private func ratio(_ value: Rational) -> String { "\(value.numerator):\(value.denominator)" }

  private var orientation: String {
    let turn = facts.orientation.degrees == 0 ? "" : "turned by \(facts.orientation.degrees)° clockwise"
    guard facts.orientation.isMirrored else { return turn }
    return turn.isEmpty ? "mirrored" : "mirrored and \(turn)"
  }
}
