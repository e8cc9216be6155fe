/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes, in ASCII.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let first = UInt32(bytes[index]) << 16
      let second = left > 1 ? UInt32(bytes[index + 1]) << 8 : 0
      let group = first | second | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      text.append(letters[Int(group >> 18 & 63)])
      text.append(letters[Int(group >> 12 & 63)])
      text.append(left > 1 ? letters[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      text.append(left > 2 ? letters[Int(group & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return text
  }

  /// The bytes of a text with padding; nil if it is none.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var (bytes, group): ([UInt8], UInt32) = ([], 0)
    for (place, digit) in digits.dropLast(padding).enumerated() {
      guard let value = letters.firstIndex(of: digit) else { return nil }
      group = group << 6 | UInt32(value)
      if place % 4 == 3 {
        bytes += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
        group = 0
      }
    }
    switch padding {
    case 1: bytes += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
    case 2: bytes.append(UInt8(group >> 4 & 0xFF))
    default: break
    }
    return bytes
  }
}
