/// A value already written as JSON on one line, the same for the same input every time.
public struct JSONText: Hashable, Sendable, CustomStringConvertible {
  /// The value's JSON.
  public let description: String

  /// A value that somebody else has written; it is taken as it is.
  public init(raw: String) {
    description = raw
  }

  /// `null`.
  public static let null = JSONText(raw: "null")

  /// `true`, `false`, or `null` for nothing.
  public static func boolean(_ value: Bool?) -> JSONText {
    guard let value else { return .null }
    return JSONText(raw: value ? "true" : "false")
  }

  /// A whole number, or `null` for nothing.
  public static func integer(_ value: Int64?) -> JSONText {
    guard let value else { return .null }
    return JSONText(raw: String(value))
  }

  /// A double in the fewest digits that read back as the same double; `null` for nothing and for what
  /// is not finite, since JSON has no word for it.
  public static func number(_ value: Double?) -> JSONText {
    guard let value, value.isFinite else { return .null }
    return JSONText(raw: value.description)
  }

  /// A string between quotation marks, or `null` for nothing.
  ///
  /// Escaped is what RFC 8259 asks for and, beyond that, what could disturb a terminal or a line
  /// reader: DEL and the C1 controls, U+2028 and U+2029, and the marks that turn the direction of writing.
  public static func string(_ value: String?) -> JSONText {
    guard let value else { return .null }
    var text = "\""
    text.reserveCapacity(value.utf8.count + 2)
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x08: text += "\\b"
      case 0x09: text += "\\t"
      case 0x0A: text += "\\n"
      case 0x0C: text += "\\f"
      case 0x0D: text += "\\r"
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return JSONText(raw: text + "\"")
  }

  /// An array of values.
  public static func array(_ elements: [JSONText]) -> JSONText {
    JSONText(raw: "[" + elements.map(\.description).joined(separator: ",") + "]")
  }

  /// An object with its keys in the order given.
  public static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    var writer = JSONObjectWriter()
    for (key, value) in members {
      writer.add(key, value)
    }
    return writer.text
  }
}
