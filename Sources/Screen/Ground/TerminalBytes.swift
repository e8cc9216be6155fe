/// Builds output for a terminal from the few control sequences that this module uses.
struct TerminalBytes {
  private(set) var bytes: [UInt8] = []

  /// ASCII text or UTF-8, as it is.
  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Constant text without a `String`: this halves the time for the colours of a picture.
  mutating func add(fixed text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func add(byte: UInt8) { bytes.append(byte) }

  mutating func add(glyph: Unicode.Scalar) {
    if glyph.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: glyph.value))
    } else {
      bytes.append(contentsOf: UTF8.encode(glyph) ?? UTF8.EncodedScalar())
    }
  }

  /// A red, green or blue value in decimal digits.
  mutating func add(part: UInt8) {
    if part >= 100 { bytes.append(0x30 + part / 100) }
    if part >= 10 { bytes.append(0x30 + part / 10 % 10) }
    bytes.append(0x30 + part % 10)
  }

  /// A number in decimal digits; negative ones are written as 0.
  mutating func add(number: Int) {
    guard number >= 10 else { return bytes.append(0x30 + UInt8(clamping: max(0, number))) }
    add(number: number / 10)
    bytes.append(0x30 + UInt8(clamping: number % 10))
  }

  /// `CSI text`: a control sequence; CSI is written as two bytes, because bytes above 0x7F belong to UTF-8.
  mutating func control(_ text: String) {
    bytes.append(0x1B)
    bytes.append(0x5B)
    add(text)
  }

  /// `CSI row ; column H`, both from 1 (CUP).
  mutating func move(row: Int, column: Int) {
    control("")
    add(number: row)
    bytes.append(0x3B)
    add(number: column)
    bytes.append(0x48)
  }

  /// `DCS` or `APC`: the byte behind ESC tells which; ends with ST.
  mutating func string(_ introducer: Unicode.Scalar, _ content: String) {
    begin(introducer)
    add(content)
    end()
  }

  mutating func begin(_ introducer: Unicode.Scalar) {
    bytes.append(0x1B)
    add(glyph: introducer)
  }

  /// `ST` (ESC \), which ends a string.
  mutating func end() {
    bytes.append(0x1B)
    bytes.append(0x5C)
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// How many digits `add(number:)` writes.
  static func digits(_ number: Int) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }
}
