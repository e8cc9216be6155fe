import Color
public import Files
public import JSON
public import Timeline
import Video

/// The result of one requested frame.
public struct FrameReport: Sendable {
  /// What was done with the picture.
  public enum Outcome: Hashable, Sendable {
    /// Written to this file.
    case written(Path)
    /// This file exists and was left as it is.
    case skipped(Path)
    /// Written to standard output.
    case standardOutput
    /// Only decoded, for its hash or facts.
    case examined
    /// Nothing was done: it would be written to this file.
    case planned(Path?)
  }

  /// The facts about the picture after decoding and conversion.
  public struct Pixels: Hashable, Sendable {
    let width: Int
    let height: Int
    let bitDepth: Int
    let color: ColorSpec
    var hdr = HDRMetadata()
    let rotation: Int
    let isMirrored: Bool
    let shape: PixelShape
    let isDeinterlaced: Bool
  }

  let input: Path
  let frame: PlannedFrame
  /// What was done with the picture.
  public let outcome: Outcome
  let pixels: Pixels?
  /// Whether the picture, or one that it depends on, is damaged; nil when it was not decoded.
  public let isDamaged: Bool?
  /// How far the damage reaches, if there is any and the reach is known.
  var reach: DamageReach?
  /// The picture's MD5 in its own pixel format, if it was requested.
  public let hash: String?

  /// The warning for a damaged picture, nil for an undamaged one.
  public var warning: String? {
    guard isDamaged == true else { return nil }
    let reach = reach.map { "; \($0)" } ?? ""
    return
      "\(printable(input.bytes)): \(printable(asked)): warning: the file is damaged where this picture comes from\(reach)"
  }

  /// The text of the request.
  public var asked: String { frame.asked }
  /// The frame index, when it is known.
  public var index: Int? { frame.index }
  /// The file that holds the picture, written now or before; nil if there is none.
  public var path: Path? {
    switch outcome {
    case .written(let path), .skipped(let path): path
    case .planned(let path): path
    case .standardOutput, .examined: nil
    }
  }
  /// The start in seconds that select the frame again.
  public var printedTime: String { frame.printedTime }
  /// The guessed colour properties.
  public var guesses: [String] { pixels?.color.guesses ?? [] }

  /// When the frame appears and when the next one does, in seconds from t = 0.
  public var interval: (start: Rational, end: Rational)? { frame.interval }

  /// The report as one line of JSON, its keys always in the same order.
  public var json: String {
    var object = JSONObjectWriter()
    add(to: &object)
    return object.finished().description
  }

  /// Adds the report's members to an object, always in the same order.
  public func add(to object: inout JSONObjectWriter) {
    object.add("input", .string(input.text))
    object.add("output", .string(outputName))
    object.add("asked", .string(asked))
    object.add("index", .integer(index.map(Int64.init)))
    object.add("time", .time(frame.interval?.start, decimal: frame.printedTime))
    object.add("until", .time(frame.interval?.end))
    object.add("pts", .integer(frame.timestamp))
    object.add("timeBase", .string(frame.timeBase.secondsPerTick.description))
    object.add("timecode", .string(frame.timecode?.description))
    object.add("label", .string(frame.label))
    object.add("keyframe", .boolean(frame.isKeyframe))
    object.add("width", .integer(pixels.map { Int64($0.width) }))
    object.add("height", .integer(pixels.map { Int64($0.height) }))
    object.add("bitDepth", .integer(pixels.map { Int64($0.bitDepth) }))
    object.add("color", pixels.map { Self.color($0.color) } ?? .null)
    object.add("rotation", .integer(pixels.map { Int64($0.rotation) }))
    object.add("mirrored", .boolean(pixels.map { $0.isMirrored }))
    object.add(
      "sampleAspectRatio", .string(pixels.map { "\($0.shape.width):\($0.shape.height)" }))
    object.add("deinterlaced", .boolean(pixels.map { $0.isDeinterlaced }))
    object.add("damaged", .boolean(isDamaged))
    object.add("cutOff", .boolean(frame.isCutOff))
    object.add("hash", .string(hash))
  }

  private var outputName: String? {
    switch outcome {
    case .written(let path), .skipped(let path): path.text
    case .planned(let path): path?.text
    case .standardOutput: "-"
    case .examined: nil
    }
  }

  private static func origin(_ origin: ColorSpec.Origin) -> JSONText {
    .object([
      "primaries": .string(origin.primariesName), "transfer": .string(origin.transferName),
      "peakLuminance": .integer(origin.peakLuminance.map(Int64.init)),
    ])
  }

  static func color(_ spec: ColorSpec) -> JSONText {
    .object([
      "matrix": .string(spec.matrixName), "range": .string(spec.rangeName),
      "chromaLocation": .string(spec.chromaLocationName), "primaries": .string(spec.primariesName),
      "transfer": .string(spec.transferName), "guessed": .array(spec.guesses.map { .string($0) }),
      "convertedFrom": spec.convertedFrom.map { origin($0) } ?? .null,
    ])
  }
}
