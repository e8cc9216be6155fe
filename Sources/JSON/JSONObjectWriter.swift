/// A writer of an object on one line, with its members in the order in which they are added.
///
/// It does not check for duplicate keys.
public struct JSONObjectWriter: Sendable {
  private var bytes: [UInt8] = []

  /// Makes a writer of an empty object.
  public init() {
    bytes.reserveCapacity(400)
    bytes.append(UInt8(ascii: "{"))
  }

  /// How many bytes it has so far.
  public var byteCount: Int { bytes.count }

  /// Adds a member at the end; the key must not need escapes.
  public mutating func add(_ key: StaticString, _ value: JSONText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value.append(to: &bytes)
  }

  /// Adds a member with any key at the end.
  mutating func add(escaping key: String, _ value: JSONText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONText.append(quoted: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    value.append(to: &bytes)
  }

  /// Adds the members of an object that has some.
  public mutating func addMembers(of object: JSONText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    var text: [UInt8] = []
    object.append(to: &text)
    bytes += text.dropFirst().dropLast()
  }

  /// Finishes the object, without a line end.
  public consuming func finished() -> JSONText {
    bytes.append(UInt8(ascii: "}"))
    return JSONText(raw: bytes)
  }
}

extension JSONText {
  /// Makes an object with its keys in the given order.
  public static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    var writer = JSONObjectWriter()
    for (key, value) in members {
      writer.add(escaping: key, value)
    }
    return writer.finished()
  }
}
