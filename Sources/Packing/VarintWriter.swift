/// Writes numbers and bytes one after the other, small numbers in few bytes.
public struct VarintWriter {
  /// Everything written so far.
  public var bytes: [UInt8] = []

  /// Starts with nothing.
  public init() {}

  /// The most bytes of one number: 64 bits, seven in each.
  public static let mostBytes = 10

  /// Appends one byte.
  @inlinable public mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends a number: seven bits per byte, the low ones first; the high bit means that more follow.
  @inlinable public mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number with its sign in the lowest bit, so that small negative ones stay short.
  @inlinable public mutating func append(signed number: Int64) {
    append(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  /// Appends a count, which is never negative.
  @inlinable public mutating func append(count: Int) { append(UInt64(clamping: count)) }

  /// Appends a flag.
  @inlinable public mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Appends bytes, preceded by their count.
  public mutating func append(_ more: [UInt8]) {
    append(count: more.count)
    bytes += more
  }

  /// Replaces a byte that was appended.
  public mutating func replace(byteAt place: Int, by byte: UInt8) {
    if bytes.indices.contains(place) { bytes[place] = byte }
  }
}
