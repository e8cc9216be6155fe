public import Files
public import JSON

extension JSONObjectWriter {
  /// Adds a path as text. If its bytes are no valid UTF-8, the text is the printable form, and the bytes themselves
  /// follow in Base64 (RFC 4648) under another key.
  public mutating func add(_ key: StaticString, as bytesKey: StaticString, _ path: Path?) {
    guard let path else { return add(key, .null) }
    if let text = String(validating: path.bytes, as: UTF8.self) { return add(key, .string(text)) }
    add(key, .string(path.description))
    add(bytesKey, .base64(path.bytes))
  }
}
