/// The text between the quotation marks of a string: its grammar and its decoding.
enum JSONStringLiteral {
  /// The decoded UTF-8 bytes of a literal that the scanner has checked.
  static func bytes(of inside: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(inside.count)
    var index = inside.startIndex
    while index < inside.endIndex {
      let byte = inside[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < inside.endIndex else {
        bytes.append(byte)
        continue
      }
      let letter = inside[index]
      index += 1
      switch letter {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        var code = hexadecimal(inside, at: index) ?? 0xFFFD
        index += 4
        if isHighSurrogate(code), let low = hexadecimal(inside, at: index + 2) {
          index += 6
          code = 0x1_0000 + ((code & 0x3FF) << 10) + (low & 0x3FF)
        }
        bytes.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
      default: bytes.append(letter)
      }
    }
    return bytes
  }

  /// The value of the four hexadecimal digits of either case at an index, or nil.
  static func hexadecimal(_ bytes: ArraySlice<UInt8>, at start: Int) -> UInt32? {
    var code: UInt32 = 0
    for index in start..<(start + 4) {
      guard index < bytes.endIndex else { return nil }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return code
  }

  /// Whether a code unit is the first of a surrogate pair.
  static func isHighSurrogate(_ code: UInt32) -> Bool {
    (0xD800..<0xDC00).contains(code)
  }

  /// Whether a code unit is the second of a surrogate pair.
  static func isLowSurrogate(_ code: UInt32) -> Bool {
    (0xDC00..<0xE000).contains(code)
  }

  /// The number of bytes of the scalar that starts at an index, or nil where UTF-8 is invalid.
  ///
  /// The well-formed sequences are those of the Unicode Standard, section 3.9 (table 3-7): no overlong forms, no
  /// surrogates, nothing above U+10FFFF.
  static func scalarLength(in bytes: [UInt8], at index: Int) -> Int? {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[index] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
