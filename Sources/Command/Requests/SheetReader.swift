import Arguments
import Color
import Files
import FrameGrabbing

/// Reads whether pictures are put side by side on sheets, with an index or without.
struct SheetReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// What the name of the output and the options about sheets say.
  ///
  /// - Throws: `UsageError` for a grid that is none, and for what no sheet can have.
  func sheet(_ asked: AskedMoments) throws(UsageError) -> SheetOptions? {
    let index = arguments.last(.output).flatMap { $0.hasIndexEnding ? $0 : nil }
    let grid = try arguments.last(.sheet).map { (word) throws(UsageError) in try Self.grid(word.text, reader) }
    guard index != nil || grid != nil else {
      // Without a video this is a part of a job, whose output may be named later.
      if arguments.has(.stamp), !arguments.operands.isEmpty {
        throw UsageError(line: "--stamp is for the tiles of sheets: add --sheet CxR, or -o NAME.vtt")
      }
      return nil
    }
    let what = index.map { "\(printableWords($0.text)) is an index of sheets" } ?? "--sheet makes sheets"
    try checkOptions(what)
    if asked.gesture != nil { throw UsageError(line: "\(what): leave --gesture out, which ends on one frame") }
    if index != nil { try checkKinds(asked) }
    try checkName(isIndex: index != nil)
    var sheet = grid ?? SheetOptions()
    sheet.hasIndex = index != nil
    sheet.isStamped = arguments.has(.stamp)
    return sheet
  }

  /// Sets the defaults of sheets for what the command line leaves open.
  func apply(_ sheet: SheetOptions, to options: inout GrabOptions) {
    options.pixels.sheet = sheet
    options.pixels.raw = RawPictures(.rgb24)
    options.pixels.depth = .eight
    if !arguments.has(.color) { options.pixels.color = .srgb }
    options.pixels.sizing.isSquare = true
    options.choice.repeatsFrames = true
  }

  /// Reads `10x10`, or `5x` for as many rows as are needed.
  private static func grid(_ text: String, _ reader: ValueReader) throws(UsageError) -> SheetOptions {
    if let sides = SizingReader.sides(text) { return SheetOptions(columns: sides.width, rows: sides.height) }
    if text.last == "x", let sides = SizingReader.sides(text + "1") {
      return SheetOptions(columns: sides.width, rows: nil)
    }
    // The signs of others.
    let plain = String(text.map { "*×X:,".contains($0) ? "x" : $0 })
    throw reader.fault(
      .sheet, text, "is tiles across and down, such as 10x10, or 5x for as many rows as it takes",
      instead: SizingReader.sides(plain) == nil ? nil : "--sheet \(plain)")
  }

  private func checkOptions(_ what: String) throws(UsageError) {
    if !Mode(arguments).writesGrabs { throw UsageError(line: "\(what): it belongs to frames that are grabbed") }
    for option in [Option.raw, .hash] where arguments.has(option) {
      throw UsageError(line: "\(what): leave --\(option.name) out")
    }
    let only: [(Option, String, String)] = [
      (.depth, "16", "sheets have 8 bits"), (.pixels, "stored", "their pixels are square"),
      (.metadata, "full", "they have no metadata"), (.metadata, "color", "they have no metadata"),
      (.color, "tagged", "they have no metadata"),
    ]
    for (option, value, reason) in only where arguments.last(option)?.text == value {
      throw UsageError(line: "\(what), and \(reason): leave --\(option.name) \(value) out")
    }
  }

  /// Refuses an index over moments of different kinds: its parts must be cut in one way.
  private func checkKinds(_ asked: AskedMoments) throws(UsageError) {
    let kinds = Set(
      asked.items.map { item in
        guard case .moment(let moment) = item else { return "--at" }
        switch moment.kind {
        case .every: return "--every"
        case .count: return "--count"
        case .time, .times, .chapters, .gesture: return "--at"
        case .frames, .keyframes, .all: return "--frame"
        }
      })
    guard kinds.count > 1 else { return }
    throw UsageError(
      line: "an index needs moments of one kind, not \(kinds.sorted().joined(separator: " and ")): "
        + "--every, --count, or times (--at, --at-list, --chapters), or frames (--frame, --keyframes, --all)")
  }

  /// Refuses an output name that cannot serve for all sheets of a video.
  private func checkName(isIndex: Bool) throws(UsageError) {
    guard let output = arguments.last(.output),
      let template = try? OutputTemplate(Path(bytes: output.bytes), areSheets: true, suggest: { _, _ in nil })
    else { return }
    if isIndex, template.uses(.sheet) {
      throw UsageError(
        line: "\(printableWords(output.text)): one index is for all sheets, which are numbered beside it")
    }
    if template.namesFrames {
      throw UsageError(
        line: "\(printableWords(output.text)): a sheet holds many frames: of the fields, its name may have "
          + (isIndex ? "{stem} and {n}" : "{stem}, {n} and {sheet}"))
    }
    if !isIndex, output.bytes != Array("-".utf8), output.bytes.last != UInt8(ascii: "/"), output.hasArrayEnding {
      throw UsageError(line: "\(printableWords(output.text)): sheets are PNG pictures, not an array")
    }
  }
}

extension Mode {
  /// Whether frames are grabbed, from one video or many.
  fileprivate var writesGrabs: Bool { [.grab, .batch, .serve].contains(self) }
}
