/// Reads the bits of a NAL unit's first bytes, most significant first, skipping emulation prevention bytes.
///
/// Reading past the end gives nil, never a trap: the bytes are untrusted.
struct BitReader {
  private let bytes: Slice<UnsafeRawBufferPointer>
  private var index: Int
  private var bit = 0
  private var zeros = 0
  private let skipsEmulation: Bool

  init(_ bytes: Slice<UnsafeRawBufferPointer>, skipsEmulation: Bool) {
    self.bytes = bytes
    self.index = bytes.startIndex
    self.skipsEmulation = skipsEmulation
  }

  mutating func readBit() -> Int? {
    if bit == 0, skipsEmulation, zeros >= 2, index < bytes.endIndex, bytes[index] == 3 {
      index += 1
      zeros = 0
    }
    guard index < bytes.endIndex else { return nil }
    let byte = bytes[index]
    let value = Int(byte >> UInt8(7 - bit)) & 1
    bit += 1
    if bit == 8 {
      bit = 0
      index += 1
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return value
  }

  /// Reads a bit that is a yes or a no.
  mutating func readFlag() -> Bool? { readBit().map { $0 == 1 } }

  /// Reads an unsigned number of up to 32 bits.
  mutating func read(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = readBit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }

  /// Skips bits; false when there are not enough.
  mutating func skip(_ count: Int) -> Bool {
    for _ in 0..<count where readBit() == nil { return false }
    return true
  }

  /// Reads an Exp-Golomb coded unsigned number, `ue(v)` of ITU-T H.264 clause 9.1.
  mutating func readExpGolomb() -> Int? {
    var zeros = 0
    while true {
      guard let bit = readBit() else { return nil }
      if bit == 1 { break }
      zeros += 1
      guard zeros <= 32 else { return nil }
    }
    guard let rest = read(zeros) else { return nil }
    return (1 << zeros) - 1 + rest
  }
}
