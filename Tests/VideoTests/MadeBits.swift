/// Bits written by hand, most significant first, as in the standards.
struct MadeBits {
  private var bits: [UInt8] = []

  /// Adds bits written as `0` and `1`; spaces are ignored.
  mutating func add(_ text: String) {
    for character in text where character != " " { bits.append(character == "1" ? 1 : 0) }
  }

  /// Adds an unsigned number in Exp-Golomb code: as many zeros as value + 1 has bits after its first one, then
  /// value + 1 (ITU-T H.264, 9.1).
  mutating func addExpGolomb(_ value: Int) {
    let digits = String(value + 1, radix: 2)
    add(String(repeating: "0", count: digits.count - 1) + digits)
  }

  /// Adds zeros up to the next byte.
  mutating func align() { bits += [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8) }

  /// The bytes, padded with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }
}
