/// The bytes of a recording with a position, for readers of lines and words.
struct RecordingText {
  let source: [UInt8]
  /// The next byte to read; never behind the end.
  var position = 0

  init(_ source: [UInt8]) {
    self.source = source
  }

  /// Passes over what adb says before it passes on what a tool on the phone prints.
  mutating func skipDaemonLines() {
    while isNext("* daemon ") {
      _ = takeLine()
      skipLineEnd()
    }
  }

  /// The next byte; nil at the end.
  var byte: UInt8? { position < source.count ? source[position] : nil }

  /// The byte after the next one; nil behind the end.
  var following: UInt8? { position + 1 < source.count ? source[position + 1] : nil }

  var isAtEnd: Bool { position >= source.count }

  /// Whether the next byte ends a line, or there is none.
  var isAtLineEnd: Bool { byte.map(Self.endsLine) ?? true }

  static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  /// Passes over a line end, of which a return with a line feed is one.
  mutating func skipLineEnd() {
    if byte == UInt8(ascii: "\r"), following == UInt8(ascii: "\n") { position += 1 }
    if isAtLineEnd, !isAtEnd { position += 1 }
  }

  /// Passes over spaces; returns how many there were.
  @discardableResult
  mutating func skipSpaces() -> Int {
    let start = position
    while byte == UInt8(ascii: " ") { position += 1 }
    return position - start
  }

  /// Takes bytes up to the next one that is refused.
  mutating func takeBytes(while isWanted: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while let byte, isWanted(byte) { position += 1 }
    return start..<position
  }

  /// The rest of the line, without its end and without spaces at its end.
  mutating func takeLine() -> Range<Int> {
    let line = takeBytes { !Self.endsLine($0) }
    var end = line.upperBound
    while end > line.lowerBound, source[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return line.lowerBound..<end
  }

  /// Takes a time as `4471.123456`; nil if none is next.
  mutating func takeTime() -> Range<Int>? {
    let seconds = takeBytes { (0x30...0x39).contains($0) }
    guard !seconds.isEmpty, skip(".") else { return nil }
    let decimals = takeBytes { (0x30...0x39).contains($0) }
    return decimals.count == 6 ? seconds.lowerBound..<decimals.upperBound : nil
  }

  /// The microseconds of a time.
  func microseconds(in time: Range<Int>) throws(RecordingFault) -> Int64 {
    let digits = source[time].filter { $0 != UInt8(ascii: ".") }
    guard let microseconds = Self.integer(digits[...], radix: 10) else {
      throw RecordingFault(time.lowerBound, "these are more seconds than can be counted")
    }
    return microseconds
  }

  /// Passes over a text if it is next.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isNext(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Whether a text is next.
  func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { source[position...].starts(with: $0) }
  }

  /// A whole number of decimal digits, with a minus sign or not; nil for anything else, and for one of more than 64 bits.
  func integer(in range: Range<Int>) -> Int64? {
    var digits = source[range]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    return Self.integer(digits, radix: 10).flatMap { isNegative ? 0 - $0 : $0 }
  }

  /// A number of 0 or more, of digits alone.
  static func integer(_ digits: ArraySlice<UInt8>, radix: Int64) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard let digit = digit(byte), digit < radix else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
      let (sum, overflows) = product.addingReportingOverflow(digit)
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
