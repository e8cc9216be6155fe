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
    /// Written to this file in place of an older one.
    case replaced(Path)
    /// This file exists and was left as it is.
    case skipped(Path)
    /// Written to standard output.
    case standardOutput
    /// Only decoded, for its hash or facts.
    case examined
    /// Nothing was done: it would be written to this file.
    case planned(Path?)

    init(_ published: Published, _ path: Path) {
      self =
        switch published {
        case .created: .written(path)
        case .replaced: .replaced(path)
        case .skipped: .skipped(path)
        }
    }

    /// The word for machines; nil if there was no picture to write.
    var word: String? {
      switch self {
      case .written, .standardOutput: "written"
      case .replaced: "replaced"
      case .skipped: "skipped"
      case .planned: "planned"
      case .examined: nil
      }
    }
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

  /// The name of the video.
  public let input: Path
  /// The text of the request.
  public let asked: String
  /// The moment's name, as someone gave it; nil if it has none.
  let momentName: String?
  /// The frame; nil if its output existed already and the video was not even opened.
  let facts: FrameFacts?
  /// What was done with the picture.
  public internal(set) var outcome: Outcome
  let pixels: Pixels?
  /// Whether the picture, or one that it depends on, is damaged; nil when it was not decoded.
  public let isDamaged: Bool?
  /// How far the damage reaches, in words, if there is any and the reach is known.
  var reach: String?
  /// The picture's MD5 in its own pixel format, if it was requested.
  public let hash: String?
  /// Where the picture is in its sheet, if pictures are tiles.
  var tile: (x: Int, y: Int, width: Int, height: Int)?
  /// Where the picture is, if pictures are plain samples or in an answer.
  var part: RawPart?

  init(
    input: Path, frame: PlannedFrame, outcome: Outcome, pixels: Pixels?, isDamaged: Bool?, reach: String? = nil,
    hash: String?
  ) {
    (self.input, self.outcome, self.pixels, facts) = (input, outcome, pixels, FrameFacts(frame))
    (self.isDamaged, self.reach, self.hash) = (isDamaged, reach, hash)
    (asked, momentName) = (frame.asked, frame.momentName)
  }

  /// The report on a moment whose output existed before the video was opened.
  public init(input: Path, asked: String, name: String? = nil, skipped path: Path) {
    (self.input, self.asked, outcome) = (input, asked, .skipped(path))
    momentName = name
    (facts, pixels, isDamaged, hash) = (nil, nil, nil, nil)
  }

  /// The warning for a damaged picture, nil for an undamaged one.
  public var warning: String? {
    guard isDamaged == true else { return nil }
    // The words of a worker.
    let reach = reach.map { "; \(printableWords($0))" } ?? ""
    let number = facts?.index.map { "frame \($0)" } ?? "frame"
    let frame = facts.map { " (\(number) at \(printableWords($0.printedTime)) s)" } ?? ""
    return "\(printable(input.bytes)): \(printable(asked)): warning: the file is damaged where this picture comes from"
      + frame + reach
  }

  /// What the name of its file is made of, or would be if only its hash is wanted; nil for standard output.
  public var name: PictureName? { facts?.name }
  /// The moment as `{moment}` in a name writes it; as it was typed if the video was not opened.
  public var momentText: String { name.map(FrameName.moment) ?? asked }
  /// The frame index, when it is known.
  public var index: Int? { facts?.index }
  /// For a moment that asks for a number of pictures: how many it gives, and how many were asked for; nil for others.
  var count: (given: Int, asked: Int64)? { facts?.count }
  /// A note that it gives fewer than were asked for; nil if it does not.
  public var shortfall: String? {
    guard let count, count.given < count.asked else { return nil }
    let frames = count.given == 1 ? "frame, once" : "frames, each once"
    return "--count \(count.asked) gives \(count.given) \(frames); --repeat gives as many as asked"
  }
  /// Whether the picture is blank; nil if that was not asked for, and if it was not decoded.
  public var isBlank: Bool? { isDamaged == nil ? nil : facts?.blank?.isBlank }
  /// The shape of the picture; nil if it was not made.
  public var shape: PictureShape? {
    pixels.map { PictureShape(width: $0.width, height: $0.height, bitDepth: $0.bitDepth) }
  }
  /// The file that holds the picture, written now or before; nil if there is none.
  public var path: Path? {
    switch outcome {
    case .written(let path), .replaced(let path), .skipped(let path): path
    case .planned(let path): path
    case .standardOutput, .examined: nil
    }
  }
  /// Whether that file exists.
  public var isInFile: Bool {
    switch outcome {
    case .written, .replaced, .skipped: true
    case .planned, .standardOutput, .examined: false
    }
  }
  /// Whether another picture of the run was reported with the same file before.
  public var followsInFile: Bool { part?.follows ?? false }
  /// Whether the picture is a tile of a sheet.
  public var isTile: Bool { facts?.place != nil }
  var isOnStandardOutput: Bool { outcome == .standardOutput }
  /// The start in seconds that select the frame again.
  public var printedTime: String { facts?.printedTime ?? "" }
  /// Whether only the first field is shown; nil without a picture.
  public var isDeinterlaced: Bool? { pixels?.isDeinterlaced }
  /// The guessed colour properties.
  public var guesses: [String] { pixels?.color.guesses ?? [] }

  /// When the frame appears and when the next one does, in seconds from t = 0.
  public var interval: (start: Rational, end: Rational)? { facts?.interval }

  /// The report as one line of JSON, its keys always in the same order.
  public var json: String {
    var object = JSONObjectWriter()
    addMembers(to: &object)
    return object.finished().description
  }

  /// Adds the report's members to an object, always the same ones in the same order; only a moment with a name has one.
  public func addMembers(to object: inout JSONObjectWriter) {
    object.add("input", as: "inputBytes", input)
    object.add("output", as: "outputBytes", outputName)
    object.add("outcome", .string(outcome.word))
    object.add("asked", .string(asked))
    if let momentName { object.add("name", .string(momentName)) }
    object.add("count", .integer(count.map { Int64($0.given) }))
    addFrame(to: &object)
    object.add("width", .integer(pixels.map { Int64($0.width) }))
    object.add("height", .integer(pixels.map { Int64($0.height) }))
    object.add("bitDepth", .integer(pixels.map { Int64($0.bitDepth) }))
    part?.addMembers(to: &object)
    addTile(to: &object)
    object.add("color", pixels.map { Self.color($0.color) } ?? .null)
    object.add("samples", pixels.map { Self.samples($0.color.samples) } ?? .null)
    object.add("rotation", .integer(pixels.map { Int64($0.rotation) }))
    object.add("mirrored", .boolean(pixels.map { $0.isMirrored }))
    object.add(
      "sampleAspectRatio", .string(pixels.map { "\($0.shape.width):\($0.shape.height)" }))
    object.add("deinterlaced", .boolean(pixels.map { $0.isDeinterlaced }))
    object.add("damaged", .boolean(isDamaged))
    if let blank = facts?.blank {
      object.add("blank", .boolean(isBlank))
      object.add("skippedFrom", .time(blank.from))
    }
    object.add("cutOff", .boolean(facts?.isCutOff))
    object.add("hash", .string(hash))
  }

  private func addTile(to object: inout JSONObjectWriter) {
    guard let tile, let place = facts?.place else { return }
    object.add(
      "tile",
      .object([
        "x": .integer(Int64(tile.x)), "y": .integer(Int64(tile.y)), "width": .integer(Int64(tile.width)),
        "height": .integer(Int64(tile.height)),
      ]))
    object.add("from", .time(place.piece?.from))
    object.add("to", .time(place.piece?.to))
  }

  private func addFrame(to object: inout JSONObjectWriter) {
    let start = facts?.printedTime
    object.add("index", .integer(index.map(Int64.init)))
    object.add("time", .time(interval?.start, decimal: start))
    object.add("until", .time(interval?.end, asPrinted: start))
    object.add("pts", .integer(facts?.timestamp))
    object.add("timeBase", .string(facts?.timeBase.description))
    object.add("timecode", .string(facts?.timecode))
    object.add("label", .string(facts?.label))
    object.add("clock", .string(facts.flatMap { $0.isSampled ? "sampled" : nil }))
    object.add("keyframe", .boolean(facts?.isKeyframe))
  }

  private var outputName: Path? {
    switch outcome {
    case .written(let path), .replaced(let path), .skipped(let path): path
    case .planned(let path): path
    case .standardOutput: "-"
    case .examined: nil
    }
  }

  private static func samples(_ samples: ColorSpec.Samples) -> JSONText {
    .object([
      "primaries": .string(samples.primariesName), "transfer": .string(samples.transferName),
      "converted": .boolean(samples.isConverted), "peakLuminance": .integer(samples.peakLuminance.map(Int64.init)),
    ])
  }

  static func color(_ spec: ColorSpec) -> JSONText {
    .object([
      "matrix": .string(spec.matrixName), "range": .string(spec.rangeName),
      "chromaLocation": .string(spec.chromaLocationName), "primaries": .string(spec.primariesName),
      "transfer": .string(spec.transferName), "guessed": .array(spec.guesses.map { .string($0) }),
    ])
  }
}
