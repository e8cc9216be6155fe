/// The kinds of JSON values.
public enum JSONKind: Hashable, Sendable, CustomStringConvertible {
  /// Members with keys.
  case object
  /// Elements in order.
  case array
  /// Text.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null

  /// The kind with its article, for messages.
  public var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

/// One value of a document, with its location; a lightweight reference into the document.
public struct JSONValue: Sendable {
  let tape: JSONTape
  let node: Int

  /// The kind of the value.
  public var kind: JSONKind {
    switch tape.firstByte(of: node) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The location of the value's first character; found by counting from the start of the text.
  public var location: JSONLocation { tape.location(of: node) }

  /// The value's JSON pointer (RFC 6901), empty for the root; found by walking from the root.
  public var pointer: String { tape.pointer(of: node) }

  /// The text of a string with its escapes decoded; nil for other kinds.
  public var string: String? {
    kind == .string ? tape.string(of: node) : nil
  }

  /// The number; nil for other kinds.
  public var number: JSONNumber? {
    guard kind == .number else { return nil }
    let entry = tape.nodes[node]
    return JSONNumber(literal: tape.source[Int(entry.start)..<entry.end])
  }

  /// True or false; nil for other kinds.
  public var boolean: Bool? {
    kind == .boolean ? tape.firstByte(of: node) == UInt8(ascii: "t") : nil
  }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The whole document with this number, string or word replaced by other JSON; every other byte stays as it is.
  ///
  /// Nil for an array and an object.
  public func replaced(by json: JSONText) -> [UInt8]? {
    guard kind != .array, kind != .object else { return nil }
    let (start, end) = (Int(tape.nodes[node].start), tape.nodes[node].end)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tape.source.count + 32)
    bytes += tape.source[..<start]
    json.append(to: &bytes)
    bytes += tape.source[end...]
    return bytes
  }
}
