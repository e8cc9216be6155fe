/// A sequence of chunks, each as length, name and content; checksums are added when it is written.
struct ChunkList: Hashable, Sendable {
  /// The longest content of a chunk: 2³¹ − 1 bytes (PNG, 5.3, chunk layout).
  static let longestContent = 0x7FFF_FFFF

  /// The largest four-byte integer: 2³¹ − 1 (PNG, 7.1, integers and byte order).
  static let largestInteger: UInt32 = 0x7FFF_FFFF

  private(set) var bytes: [UInt8] = []

  /// Adds a chunk with a name of four letters and a content of at most ``longestContent`` bytes.
  mutating func append(_ name: StaticString, _ content: [UInt8]) {
    bytes += bigEndian(UInt32(truncatingIfNeeded: content.count))
    name.withUTF8Buffer { bytes += $0 }
    bytes += content
  }
}

/// An integer as four bytes, the most significant first.
func bigEndian(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Returns the value if it is in the range; the error names the field.
func checked<Value: FixedWidthInteger>(
  _ field: String, _ value: Value, _ range: ClosedRange<Value>
) throws(PNGError) -> Value {
  guard range.contains(value) else {
    throw .valueOutOfRange(
      field: field, value: Int64(clamping: value), lowest: Int64(clamping: range.lowerBound),
      highest: Int64(clamping: range.upperBound))
  }
  return value
}
