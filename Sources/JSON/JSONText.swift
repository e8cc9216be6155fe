import Packing

/// A value to be written as JSON on one line; the output is deterministic.
public struct JSONText: Hashable, Sendable, CustomStringConvertible {
  /// Numbers are formatted only when they are written, so that a million of them need no memory for their texts.
  private enum Form: Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case written([UInt8])
  }

  private let form: Form

  private init(_ form: Form) {
    self.form = form
  }

  /// Makes a value from valid JSON in UTF-8; it is written unchanged.
  public init(raw bytes: [UInt8]) {
    form = .written(bytes)
  }

  /// Makes a value from valid JSON; it is written unchanged.
  public init(raw text: String) {
    form = .written(Array(text.utf8))
  }

  /// `null`.
  public static let null = JSONText(.null)

  private static let emptyArray = JSONText(.written(Array("[]".utf8)))

  /// `true`, `false`, or `null` for nil.
  public static func boolean(_ value: Bool?) -> JSONText {
    value.map { JSONText(.boolean($0)) } ?? .null
  }

  /// A whole number, or `null` for nil.
  public static func integer(_ value: Int64?) -> JSONText {
    value.map { JSONText(.integer($0)) } ?? .null
  }

  /// A double in the fewest digits that parse as the same double; `null` for nil and for values that are not finite,
  /// which JSON cannot express.
  public static func number(_ value: Double?) -> JSONText {
    guard let value, value.isFinite else { return .null }
    return JSONText(.number(value))
  }

  /// A string in quotation marks, or `null` for nil.
  ///
  /// It escapes what RFC 8259 requires and also what could affect a terminal or a line reader: DEL and the C1 controls,
  /// U+2028 and U+2029, and the bidirectional control characters.
  public static func string(_ value: String?) -> JSONText {
    value.map { JSONText(.string($0)) } ?? .null
  }

  /// Bytes as a string in Base64.
  public static func base64(_ bytes: [UInt8]) -> JSONText {
    let quote = [UInt8(ascii: "\"")]
    return JSONText(.written(quote + Base64.encode(bytes) + quote))
  }

  /// An array of values.
  public static func array(_ elements: [JSONText]) -> JSONText {
    if elements.isEmpty { return emptyArray }
    var bytes = [UInt8(ascii: "[")]
    for (number, element) in elements.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      element.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return JSONText(.written(bytes))
  }

  /// Appends the value in UTF-8.
  public func append(to bytes: inout [UInt8]) {
    switch form {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += value.description.utf8
    case .string(let value): Self.append(quoted: value, to: &bytes)
    case .written(let written): bytes += written
    }
  }

  /// The value as JSON.
  public var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(quoted value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = value.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      bytes += value.utf8
    } else {
      for scalar in value.unicodeScalars { append(escaped: scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(escaped scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case 0x22: bytes += "\\\"".utf8
    case 0x5C: bytes += "\\\\".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      bytes += ("\\u" + scalar.digits(uppercase: false)).utf8
    default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }
}
