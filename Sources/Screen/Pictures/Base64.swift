/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count / 3 + 1) * 4)
    var place = 0
    while place < bytes.count {
      let count = min(3, bytes.count - place)
      var group = UInt32(bytes[place]) << 16
      if count > 1 { group |= UInt32(bytes[place + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[place + 2]) }
      for digit in 0..<4 {
        output.append(digit <= count ? digits[Int(group >> UInt32(18 - 6 * digit)) & 63] : UInt8(ascii: "="))
      }
      place += 3
    }
    return output
  }
}
