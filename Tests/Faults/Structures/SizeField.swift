import TestSupport

/// A number in a file that says how long or how many something is.
struct SizeField: Hashable {
  /// How the number is written.
  enum Form: Hashable {
    /// Bytes, most or least significant first.
    case big(Int), little(Int)
    /// An EBML number: as many bytes as its first one says, with a marker bit.
    case ebml(Int)
    /// The low 12 bits of two bytes (tables of a transport stream).
    case twelveBits
  }

  /// A checksum that has to be right again for the number to be believed.
  enum Checksum: Hashable {
    /// Of the Ogg page in these bytes.
    case page(Range<Int>)
    /// Of the PNG chunk in these bytes, from its length to its checksum.
    case chunk(Range<Int>)
  }

  /// Where it starts.
  let place: Int
  /// How it is written.
  let form: Form
  /// What protects it.
  var checksum: Checksum?

  init(_ place: Int, _ form: Form, _ checksum: Checksum? = nil) {
    (self.place, self.form, self.checksum) = (place, form, checksum)
  }

  /// The number of its bytes.
  var width: Int {
    switch form {
    case .big(let width), .little(let width), .ebml(let width): width
    case .twelveBits: 2
    }
  }

  /// The largest number that fits.
  var largest: UInt64 {
    switch form {
    case .big(8), .little(8): .max
    case .big(let width), .little(let width): 1 << UInt64(8 * width) - 1
    case .ebml(let width): 1 << UInt64(7 * width) - 1
    case .twelveBits: 0xFFF
    }
  }

  /// The number as it stands; nil when the bytes end before it.
  func value(in bytes: [UInt8]) -> UInt64? {
    switch form {
    case .big(let width): bytes.big(width, at: place)
    case .little(let width): bytes.little(width, at: place)
    case .ebml(let width): bytes.big(width, at: place).map { $0 & largest }
    case .twelveBits: bytes.big(2, at: place).map { $0 & 0xFFF }
    }
  }

  /// Writes another number, as far as it fits, and mends the checksum.
  func write(_ value: UInt64, in bytes: inout [UInt8]) {
    guard place + width <= bytes.count else { return }
    switch form {
    case .big(let width): bytes.putBig(value, width, at: place)
    case .little(let width): bytes.putLittle(value, width, at: place)
    case .ebml(let width): bytes.putBig((value & largest) | (largest + 1), width, at: place)
    case .twelveBits:
      let other = (bytes.big(2, at: place) ?? 0) & 0xF000
      bytes.putBig(other | (value & 0xFFF), 2, at: place)
    }
    switch checksum {
    case .page(let range)?: OggPages.mend(&bytes, range)
    case .chunk(let range)?:
      let sum = crc32(bytes[(range.lowerBound + 4)..<(range.upperBound - 4)])
      bytes.putBig(UInt64(sum), 4, at: range.upperBound - 4)
    case nil: break
    }
  }

  /// Numbers that lie about a file of this size: none, tiny ones, the largest, negative ones, beyond the file, and
  /// slightly wrong ones.
  func lies(in bytes: [UInt8]) -> [UInt64] {
    let right = value(in: bytes) ?? 0
    let beyond = UInt64(bytes.count) + 1000
    return [
      0, 1, 7, 8, largest, largest >> 1, largest >> 1 + 1, largest - 7, min(largest, beyond), right &+ 1, right &- 1,
      right << 1, right >> 1, min(largest, 0x7FFF_FFFF), min(largest, 0xFFFF_FFF0),
    ].map { $0 & largest }.filter { $0 != right }
  }
}
