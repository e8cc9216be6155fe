import Exif
import Files
import JSON
import Timeline
import Video

extension VideoDescription {
  /// The description as one line of JSON.
  public var json: String { DescriptionJSON(self).text }
}

/// The description of a video for scripts: one object that always has all keys, null for unknown values.
struct DescriptionJSON {
  private let video: VideoDescription
  private var facts: StreamFacts { video.facts }

  init(_ video: VideoDescription) {
    self.video = video
  }

  /// One line, the keys always in the same order.
  var text: String {
    var object = JSONObjectWriter()
    object.add("input", as: "inputBytes", video.path)
    object.add("fileSize", .integer(video.byteCount))
    object.add("container", .string(facts.container))
    object.add("containerTitle", .string(facts.containerTitle))
    addPictures(to: &object)
    addFrames(to: &object)
    addShot(to: &object)
    object.add("chapters", video.chapters.count > VideoDescription.mostChapters ? .null : chapters)
    object.add("streams", .array(facts.streams.map(Self.stream)))
    return object.finished().description
  }

  private func addPictures(to object: inout JSONObjectWriter) {
    object.add("stream", .integer(Int64(facts.streamIndex)))
    object.add("codec", .string(facts.codec))
    object.add("profile", .string(facts.profile))
    object.add("level", .string(facts.level))
    object.add("width", .integer(Int64(facts.width)))
    object.add("height", .integer(Int64(facts.height)))
    object.add("pixelFormat", .string(video.pixelFormat))
    object.add("bitDepth", .integer(video.samples.map { Int64($0.bitDepth) }))
    object.add("alpha", .boolean(video.samples?.hasAlpha))
    object.add("sampleAspectRatio", .string(ratio(facts.sampleAspectRatio)))
    object.add("displayAspectRatio", .string(video.displayAspectRatio.map(ratio)))
    object.add("rotation", .integer(Int64(facts.orientation.degrees)))
    object.add("mirrored", .boolean(facts.orientation.isMirrored))
    object.add("color", FrameReport.color(video.color))
    object.add("hdr", video.hdr == HDRMetadata() ? .null : Self.hdr(video.hdr))
    object.add("fieldOrder", .string(video.fieldOrder?.rawValue))
  }

  private func addFrames(to object: inout JSONObjectWriter) {
    object.add("frames", .integer(video.timeline.map { Int64($0.count) }))
    object.add("framesCounted", .string(video.timeline.map { _ in video.isCounted ? "pictures" : "packets" }))
    object.add("keyframes", .integer(video.keyframeCount.map(Int64.init)))
    object.add("longestKeyframeDistance", .integer(video.longestKeyframeDistance.map(Int64.init)))
    object.add("claimedFrames", .integer(facts.claimedFrameCount.map(Int64.init)))
    object.add("cutOff", .boolean(video.isCutOff))
    object.add("start", .time(video.start))
    object.add("duration", .time(video.end))
    object.add("clock", .string(video.isSampled ? "sampled" : nil))
    object.add("timeBase", .string(video.timeBase.secondsPerTick.description))
    object.add("rate", .string(video.averageRate?.description))
    object.add("variableRate", .boolean(video.isVariable))
    object.add("bitRate", .integer(video.bitRate))
    object.add("timecode", .string(facts.timecode))
  }

  private func addShot(to object: inout JSONObjectWriter) {
    let position = video.shot.position
    object.add("created", .string(video.created))
    object.add("location", .string(video.location))
    object.add("latitude", Self.number(position?.latitude, digits: 7))
    object.add("longitude", Self.number(position?.longitude, digits: 7))
    object.add("altitude", Self.number(position?.altitude, digits: 3))
    object.add("make", .string(video.shot.make))
    object.add("model", .string(video.shot.model))
    object.add("software", .string(video.shot.software))
  }

  private var chapters: JSONText {
    .array(video.chapters.map { .object(["start": .time($0.start), "title": .string($0.title)]) })
  }

  private static func hdr(_ hdr: HDRMetadata) -> JSONText {
    func point(_ color: HDRMetadata.Chromaticity) -> JSONText {
      .array([number(color.x, digits: 5), number(color.y, digits: 5)])
    }
    let display: JSONText? = hdr.masteringDisplay.map { display in
      .object([
        "primaries": .array(display.primaries.map(point)), "white": display.white.map(point) ?? .null,
        "leastLuminance": number(display.luminance?.least, digits: 4),
        "greatestLuminance": number(display.luminance?.greatest, digits: 4),
      ])
    }
    let light: JSONText? = hdr.contentLight.map { light in
      .object([
        "greatest": .integer(Int64(light.greatest)), "greatestAverage": .integer(Int64(light.greatestAverage)),
      ])
    }
    return .object([
      "masteringDisplay": display ?? .null, "contentLight": light ?? .null,
      "dolbyVisionProfile": .integer(hdr.dolbyVisionProfile.map(Int64.init)), "dynamic": .boolean(hdr.isDynamic),
    ])
  }

  private static func stream(_ stream: StreamFacts.Stream) -> JSONText {
    .object([
      "index": .integer(Int64(stream.index)), "kind": .string(stream.kind), "codec": .string(stream.codec),
      "attachedPicture": .boolean(stream.isAttachedPicture), "language": .string(stream.language),
      "title": .string(stream.title), "disposition": .array(stream.dispositions.map { .string($0) }),
      "bitRate": .integer(stream.bitRate), "sampleRate": .integer(stream.sampleRate.map(Int64.init)),
      "channels": .integer(stream.channels.map(Int64.init)),
    ])
  }

  /// A decimal fraction as a JSON number.
  private static func number(_ value: Rational?, digits: Int) -> JSONText {
    value.map { JSONText(raw: $0.nearestDecimal(upTo: digits)) } ?? .null
  }

  private func ratio(_ value: Rational) -> String { "\(value.numerator):\(value.denominator)" }
}
