/// Writes numbers and bytes one after the other, small numbers in few bytes.
struct VarintWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Seven bits per byte, the low ones first; the high bit means that more follow.
  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A number with its sign in the lowest bit, so that small negative ones stay short.
  mutating func append(signed number: Int64) { append(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  /// A count, which is never negative.
  mutating func append(count: Int) { append(UInt64(clamping: count)) }

  mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Bytes, preceded by their count.
  mutating func append(_ more: [UInt8]) {
    append(count: more.count)
    bytes += more
  }

  /// Replaces a byte that was appended.
  mutating func replace(byteAt place: Int, by byte: UInt8) { if bytes.indices.contains(place) { bytes[place] = byte } }

  mutating func append(_ text: String) { append(Array(text.utf8)) }
}

/// Packed data that is cut off or has an impossible value.
struct VarintError: Error, Hashable {}

/// Reads numbers and bytes back, and checks all of them.
struct VarintReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// - Parameter range: the bytes to unpack; a range outside the array counts as empty.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    position = range.lowerBound
    end = range.upperBound
  }

  /// Bytes left.
  var remaining: Int { end - position }

  mutating func byte() throws(VarintError) -> UInt8 {
    guard position < end else { throw VarintError() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws(VarintError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      // The tenth byte holds one bit.
      guard shift < 63 || shift == 63 && bits <= 1 else { throw VarintError() }
      number |= bits << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  mutating func signed() throws(VarintError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A count of items that take at least `size` bytes each; throws if the remaining bytes cannot hold that many.
  mutating func count(ofAtLeast size: Int) throws(VarintError) -> Int {
    guard let count = Int(exactly: try number()), count <= remaining / max(1, size) else { throw VarintError() }
    return count
  }

  mutating func flag() throws(VarintError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw VarintError()
    }
  }

  mutating func blob() throws(VarintError) -> [UInt8] {
    let count = try count(ofAtLeast: 1)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Throws unless everything was read.
  func finish() throws(VarintError) {
    guard position == end else { throw VarintError() }
  }
}
