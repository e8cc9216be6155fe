/// An error at a byte offset, before lines are counted.
struct JSONFault: Error {
  let offset: Int
  let reason: String
  var kind = JSONError.Kind.syntax
}

/// A position in the bytes of a text, which advances over spaces, strings, numbers and words.
struct JSONCursor {
  let source: [UInt8]
  var offset = 0

  init(source: [UInt8]) {
    self.source = source
  }

  /// The byte at the cursor, nil at the end.
  var byte: UInt8? {
    offset < source.count ? source[offset] : nil
  }

  /// Skips spaces, tabs and line ends (RFC 8259, section 2).
  mutating func skipSpace() {
    while offset < source.count {
      switch source[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  /// Scans a string and returns whether it contains a backslash; the cursor is on its quotation mark.
  mutating func scanString() throws(JSONFault) -> Bool {
    let start = offset
    var hasEscapes = false
    offset += 1
    while offset < source.count {
      let byte = source[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try scanEscape()
      case 0..<0x20:
        throw JSONFault(
          offset: offset, reason: "a string may not hold the control character \(described); write it as an escape")
      case 0x80...:
        guard let length = JSONStringLiteral.scalarLength(in: source, at: offset) else {
          throw JSONFault(offset: offset, reason: "this byte is not valid UTF-8")
        }
        offset += length
      default: offset += 1
      }
    }
    throw JSONFault(offset: start, reason: "this string has no closing quotation mark")
  }

  private mutating func scanEscape() throws(JSONFault) {
    let start = offset
    offset += 1
    guard let letter = byte else {
      throw JSONFault(offset: start, reason: "the text ends inside an escape")
    }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      let code = try scanCodeUnit(escapeAt: start)
      if JSONStringLiteral.isLowSurrogate(code) {
        throw JSONFault(offset: start, reason: "this escape is the second half of a surrogate pair without the first")
      }
      guard JSONStringLiteral.isHighSurrogate(code) else { return }
      let second = offset
      guard byte == UInt8(ascii: "\\"), second + 1 < source.count, source[second + 1] == UInt8(ascii: "u") else {
        throw JSONFault(offset: start, reason: "this escape is the first half of a surrogate pair without the second")
      }
      offset += 1
      guard JSONStringLiteral.isLowSurrogate(try scanCodeUnit(escapeAt: second)) else {
        throw JSONFault(offset: start, reason: "this escape is the first half of a surrogate pair without the second")
      }
    default:
      throw JSONFault(offset: start, reason: "a backslash may not come before \(described)")
    }
  }

  /// Scans a `u` and four hexadecimal digits; the cursor is on the u.
  private mutating func scanCodeUnit(escapeAt start: Int) throws(JSONFault) -> UInt32 {
    guard let code = JSONStringLiteral.hexadecimal(source[...], at: offset + 1) else {
      throw JSONFault(offset: start, reason: "\\u needs four hexadecimal digits")
    }
    offset += 5
    return code
  }

  /// Scans a number; the cursor is on its first character.
  mutating func scanNumber() throws(JSONFault) {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    let firstDigit = byte
    let digitCount = skipDigits()
    guard digitCount > 0 else {
      throw JSONFault(offset: start, reason: "a minus sign needs a digit after it, not \(described)")
    }
    guard firstDigit != UInt8(ascii: "0") || digitCount == 1 else {
      throw JSONFault(offset: start, reason: "a number may not have zeros in front")
    }
    var canOverflow = digitCount > 300
    if byte == UInt8(ascii: ".") {
      offset += 1
      guard skipDigits() > 0 else {
        throw JSONFault(offset: start, reason: "a number needs a digit after its point")
      }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      canOverflow = true
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      guard skipDigits() > 0 else {
        throw JSONFault(offset: start, reason: "a number needs a digit in its exponent")
      }
    }
    if canOverflow, !JSONNumber(literal: source[start..<offset]).double.isFinite {
      throw JSONFault(offset: start, reason: "this number is too large for a double")
    }
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
    return offset - start
  }

  /// Scans `true`, `false` or `null`.
  mutating func scanWord() throws(JSONFault) {
    let start = offset
    while let byte, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") { offset += 1 }
    let word = source[start..<offset]
    for name in ["true", "false", "null"] where word.elementsEqual(name.utf8) {
      return
    }
    let text = String(decoding: word.prefix(20), as: UTF8.self) + (word.count > 20 ? "…" : "")
    throw JSONFault(offset: start, reason: "'\(text)' is not a value of JSON (\(Self.values))")
  }

  /// The kinds of values, for error messages.
  static let values = "an object, an array, a string in double quotes, a number, true, false or null"

  /// A description of what is at the cursor, for error messages.
  var described: String {
    guard let byte else { return "the end of the text" }
    guard let length = JSONStringLiteral.scalarLength(in: source, at: offset) else {
      return "a byte that is not UTF-8"
    }
    if byte < 0x20 || byte == 0x7F { return "U+" + Unicode.Scalar(byte).digits(uppercase: true) }
    return "'" + String(decoding: source[offset..<(offset + length)], as: UTF8.self) + "'"
  }
}
