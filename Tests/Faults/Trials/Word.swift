/// One word of a command line, or the name of a file: any bytes but NUL.
public struct Word: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Its bytes.
  public let bytes: [UInt8]

  /// A word of exactly these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A word of the UTF-8 bytes of a text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// A word of the UTF-8 bytes of a literal.
  public init(stringLiteral text: String) { self.init(text) }

  /// The two words joined.
  public static func + (left: Word, right: Word) -> Word { Word(bytes: left.bytes + right.bytes) }

  /// The word for a POSIX shell, in quotes where it needs any: `printf` spells bytes that are not plain ASCII.
  public var description: String {
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=,+@".utf8
    if !bytes.isEmpty, bytes.allSatisfy({ plain.contains($0) }) { return String(decoding: bytes, as: UTF8.self) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return spelt }
    let parts = bytes.split(separator: 0x27, omittingEmptySubsequences: false)
    return parts.map { "'" + String(decoding: $0, as: UTF8.self) + "'" }.joined(separator: #"\'"#)
  }

  /// The word as $'…' of bash, cut after 300 bytes.
  private var spelt: String {
    var text = "$'"
    for byte in bytes.prefix(300) {
      switch byte {
      case 0x27, 0x5C: text += "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: text += String(UnicodeScalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + "'" + (bytes.count > 300 ? "…" : "")
  }
}
