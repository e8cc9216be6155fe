/// The characters of a text that is being parsed, with helpers to report an error at a range.
struct TimeText {
  let text: String
  /// One byte per character, so that offsets count characters; 255 for everything that is not ASCII.
  let bytes: [UInt8]
  let kind: String

  init(_ text: String, kind: String) {
    self.text = text
    self.kind = kind
    bytes = text.map { $0.asciiValue ?? .max }
  }

  var count: Int { bytes.count }

  func error(_ range: Range<Int>, _ reason: String) -> TimeSyntaxError {
    TimeSyntaxError(text: text, range: range, reason: reason, kind: kind)
  }

  /// The part of the text in a range of offsets, which must be inside it.
  func string(_ range: Range<Int>) -> String {
    String(text.dropFirst(range.lowerBound).prefix(range.count))
  }

  func hasPrefix(_ prefix: String, at offset: Int = 0) -> Bool {
    bytes.dropFirst(offset).starts(with: prefix.utf8)
  }

  /// The offset of the first character from `start` on that does not satisfy `isKind`.
  func end(of isKind: (UInt8) -> Bool, from start: Int) -> Int {
    var offset = start
    while offset < count, isKind(bytes[offset]) { offset += 1 }
    return offset
  }

  /// Throws at the first character that never occurs in a time, with a hint for the frequent ones.
  func refuseForeignCharacters() throws(TimeSyntaxError) {
    guard !bytes.isEmpty else { throw error(0..<0, "it is empty") }
    for (offset, byte) in bytes.enumerated() {
      let range = offset..<offset + 1
      switch byte {
      case .max:
        throw error(range, "only plain digits and letters (ASCII) may be used")
      case UInt8(ascii: ","):
        throw error(range, "a comma does not belong here (decimals are written with a point)")
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        throw error(range, "there is a space in it")
      case 0..<32, 127:
        throw error(range, "there is a control character in it")
      default:
        continue
      }
    }
  }

  /// The value of an optional minus and digits that fill a range.
  func integer(_ range: Range<Int>, allowsMinus: Bool = true) throws(TimeSyntaxError) -> Int64 {
    let isNegative = allowsMinus && !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "-")
    let start = isNegative ? range.lowerBound + 1 : range.lowerBound
    guard start < range.upperBound else { throw error(range, "a whole number is missing") }
    var value: Int64 = 0
    for offset in start..<range.upperBound {
      guard isDigit(bytes[offset]) else { throw error(offset..<offset + 1, "a whole number is needed here") }
      let digit = Int64(bytes[offset] - UInt8(ascii: "0"))
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      // Subtracting the digits of a negative number allows Int64.min.
      let (sum, overflow) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !tooLarge, !overflow else { throw error(range, "the number has too many digits") }
      value = sum
    }
    return value
  }

  /// The value of digits with an optional decimal point that start at `start`, and the offset after them.
  func decimal(from start: Int) throws(TimeSyntaxError) -> (value: Rational, end: Int, hasPoint: Bool) {
    let wholeEnd = end(of: isDigit, from: start)
    var fraction = wholeEnd..<wholeEnd
    let hasPoint = wholeEnd < count && bytes[wholeEnd] == UInt8(ascii: ".")
    if hasPoint {
      fraction = wholeEnd + 1..<end(of: isDigit, from: wholeEnd + 1)
      guard !fraction.isEmpty else { throw error(wholeEnd..<wholeEnd + 1, "digits are missing after the point") }
    } else if wholeEnd == start {
      throw error(start..<min(start + 1, count), start < count ? "a number is needed here" : "a number is missing")
    }
    guard let value = Rational(wholeDigits: bytes[start..<wholeEnd], fractionDigits: bytes[fraction]) else {
      throw error(start..<fraction.upperBound, "the number has too many digits")
    }
    return (value, fraction.upperBound, hasPoint)
  }
}

func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

func isLetter(_ byte: UInt8) -> Bool {
  UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
}
