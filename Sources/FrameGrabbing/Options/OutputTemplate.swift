public import Files
import Timeline

/// The name of an output with fields in it, parsed into parts.
///
/// Fields are `{stem}`, `{moment}`, `{index}`, `{index:06}`, `{time}`, `{timecode}`, `{label}`, `{pts}`, `{name}`, `{n}`, for
/// sheets `{sheet}`, and `%d` or `%06d` for the index, or the sheet; `%%`, `{{` and `}}` mean `%`, `{` and `}`. Other bytes
/// are kept, valid UTF-8 or not.
public struct OutputTemplate: Hashable, Sendable {
  /// A field of a name.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    /// The video's name without folders and extension.
    case stem
    /// The default name's middle: the requested time, or `f` and the index.
    case moment
    /// The frame index.
    case index
    /// The frame's start as `00.00.12.500`.
    case time
    /// The frame's timecode, with dots.
    case timecode
    /// The frame's label, with dots.
    case label
    /// The raw presentation timestamp.
    case pts
    /// The moment's name, made safe; for a moment without one the same as `moment`.
    case name
    /// The number of the job, 1 where there is only one.
    case number = "n"
    /// The number of the sheet, from 1; only for sheets.
    case sheet
  }

  enum Part: Hashable, Sendable {
    case bytes([UInt8])
    /// `width` digits at least, padded with zeros.
    case field(Field, width: Int)
  }

  let parts: [Part]

  /// The name if none is given.
  public static let standard = OutputTemplate(parts: [
    .field(.stem, width: 0), .bytes(Array("-".utf8)), .field(.moment, width: 0), .bytes(Array(".png".utf8)),
  ])

  /// The names of sheets if none is given.
  public static let standardSheets = OutputTemplate(parts: [
    .field(.stem, width: 0), .bytes(Array("-sheet-".utf8)), .field(.sheet, width: 3), .bytes(Array(".png".utf8)),
  ])

  /// The names of pictures that exist only in an answer.
  public static let timestamps = OutputTemplate(parts: [
    .field(.moment, width: 0), .bytes([UInt8(ascii: "-")]), .field(.time, width: 0), .bytes([UInt8(ascii: "-")]),
    .field(.pts, width: 0),
  ])

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// The names of the sheets beside an index with this name, which ends with a point and three letters.
  var sheets: OutputTemplate {
    guard case .bytes(let end)? = parts.last else { return self }
    return OutputTemplate(
      parts: parts.dropLast() + [
        .bytes(end.dropLast(4) + Array("-".utf8)), .field(.sheet, width: 3), .bytes(Array(".png".utf8)),
      ])
  }

  /// Parses a name; one that ends with a slash is a folder for the default names, or for those given.
  ///
  /// - Throws: `TemplateError` for a field that is unknown, is not closed, or has no width.
  public init(
    _ path: Path, inFolder standard: OutputTemplate = .standard, areSheets: Bool = false,
    suggest: @escaping (String, [String]) -> String?
  ) throws(TemplateError) {
    var reader = TemplateReader(bytes: path.bytes, areSheets: areSheets, suggest: suggest)
    var parts = try reader.read()
    if path.namesFolder { parts += standard.parts }
    self.parts = parts
  }

  /// The same names in a folder, whose own name is taken as it is.
  public func inside(_ folder: Path) -> OutputTemplate {
    OutputTemplate(parts: [.bytes(folder.bytes + (folder.namesFolder ? [] : [UInt8(ascii: "/")]))] + parts)
  }

  /// The default names with another ending than that of a PNG.
  public static func standard(ending: String) -> OutputTemplate {
    OutputTemplate(parts: standard.parts.dropLast() + [.bytes(Array(".\(ending)".utf8))])
  }

  /// The names of a job: its number is filled in.
  public func numbered(_ number: Int) -> OutputTemplate {
    OutputTemplate(
      parts: parts.map { part in
        guard case .field(.number, let width) = part else { return part }
        return .bytes(Array(number.padded(to: width).utf8))
      })
  }

  /// Whether a field is used.
  public func uses(_ field: Field) -> Bool {
    parts.contains { part in
      if case .field(field, _) = part { return true }
      return false
    }
  }

  /// Whether the names of frames differ: any field is used that says which frame it is.
  public var namesFrames: Bool { Field.allCases.contains { ![.stem, .number, .sheet].contains($0) && uses($0) } }

  /// Fills the fields in.
  func path(_ value: (Field) -> [UInt8]) -> Path {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .bytes(let literal): bytes += literal
      case .field(let field, let width):
        let text = value(field)
        let sign = width > 0 && text.first == UInt8(ascii: "-") ? 1 : 0
        bytes += text.prefix(sign)
        bytes += Array(repeating: UInt8(ascii: "0"), count: max(0, width - text.count)) + text.dropFirst(sign)
      }
    }
    return Path(bytes: bytes)
  }
}

private struct TemplateReader {
  let bytes: [UInt8]
  let areSheets: Bool
  let suggest: (String, [String]) -> String?
  private var position = 0
  private var parts: [OutputTemplate.Part] = []
  private var literal: [UInt8] = []

  init(bytes: [UInt8], areSheets: Bool, suggest: @escaping (String, [String]) -> String?) {
    (self.bytes, self.areSheets) = (bytes, areSheets)
    self.suggest = suggest
  }

  mutating func read() throws(TemplateError) -> [OutputTemplate.Part] {
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : nil
      switch byte {
      case UInt8(ascii: "{") where next == byte, UInt8(ascii: "}") where next == byte,
        UInt8(ascii: "%") where next == byte:
        literal.append(byte)
        position += 2
      case UInt8(ascii: "{"): try readField()
      case UInt8(ascii: "}"):
        throw TemplateError(description: "the output's name has a '}' without a '{'; write '}}' for one")
      case UInt8(ascii: "%"): readNumber()
      default:
        literal.append(byte)
        position += 1
      }
    }
    closeLiteral()
    return parts
  }

  private mutating func closeLiteral() {
    if !literal.isEmpty { parts.append(.bytes(literal)) }
    literal = []
  }

  private mutating func readField() throws(TemplateError) {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
      throw TemplateError(description: "the output's name has a '{' that is not closed; write '{{' for one")
    }
    let text = printable(bytes[(position + 1)..<end])
    let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let names = OutputTemplate.Field.allCases.filter { $0 != .sheet || areSheets }.map(\.rawValue)
    guard let field = OutputTemplate.Field(rawValue: pieces[0]), field != .sheet || areSheets else {
      // A running number would change when moments are added, so a field that names the frame is suggested.
      let hint =
        pieces[0] == "i"
        ? "; {index} is the frame's own number, which stays when other moments are asked for"
        : suggest(pieces[0], names).map { "; did you mean '{\($0)}'?" } ?? ""
      throw TemplateError(
        description: "unknown field '{\(text)}' in the output's name (known: \(names.joined(separator: ", ")))\(hint)")
    }
    var width = 0
    if pieces.count == 2 {
      guard [.index, .pts, .number, .sheet].contains(field), let digits = Int(pieces[1]), (1...64).contains(digits),
        pieces[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else {
        throw TemplateError(description: "'{\(text)}' in the output's name: a width is written as in {index:06}")
      }
      width = digits
    }
    closeLiteral()
    parts.append(.field(field, width: width))
    position = end + 1
  }

  /// `%d` and `%06d`; any other `%` is literal.
  private mutating func readNumber() {
    var end = position + 1
    var width = 0
    if end < bytes.count, bytes[end] == UInt8(ascii: "0") {
      while end < bytes.count, (0x30...0x39).contains(bytes[end]), width <= 64 {
        width = width * 10 + Int(bytes[end] - 0x30)
        end += 1
      }
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "d"), width <= 64 else {
      literal.append(UInt8(ascii: "%"))
      position += 1
      return
    }
    closeLiteral()
    parts.append(.field(areSheets ? .sheet : .index, width: width))
    position = end + 1
  }
}
