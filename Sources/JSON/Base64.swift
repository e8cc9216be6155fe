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
}
