/// Writes an object on one line, member by member, in the order in which they are added.
///
/// It does not look for keys that are added twice.
public struct JSONObjectWriter: Sendable {
  private var bytes: [UInt8] = []

  /// An object without members.
  public init() {
    bytes.reserveCapacity(400)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Adds a member at the end; the key is one that needs no escapes, as the keys of a format do.
  public mutating func add(_ key: StaticString, _ value: JSONText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value.append(to: &bytes)
  }

  /// Adds a member at the end, whatever its key.
  mutating func add(escaping key: String, _ value: JSONText) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONText.append(quoted: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    value.append(to: &bytes)
  }

  /// The object, without a line end; nothing can be added to it any more.
  public consuming func finished() -> JSONText {
    bytes.append(UInt8(ascii: "}"))
    return JSONText(raw: bytes)
  }
}

extension JSONText {
  /// An object with its keys in the order given.
  public static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
    var writer = JSONObjectWriter()
    for (key, value) in members {
      writer.add(escaping: key, value)
    }
    return writer.finished()
  }
}
