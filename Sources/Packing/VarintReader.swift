/// Packed data that is cut off or has an impossible value.
public struct VarintError: Error, Hashable {
  /// Makes the error.
  public init() {}
}

/// Reads numbers and bytes back, and checks all of them.
public struct VarintReader {
  @usableFromInline let bytes: [UInt8]
  @usableFromInline var position: Int
  @usableFromInline let end: Int

  /// Begins to read an array, or a part of one.
  ///
  /// - Parameters:
  ///   - bytes: What holds the packed values.
  ///   - range: The part to unpack; nil for all. What is outside of the array counts as empty.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    position = range.lowerBound
    end = range.upperBound
  }

  /// Bytes left.
  public var remaining: Int { end - position }

  /// The next byte.
  @inlinable public mutating func byte() throws(VarintError) -> UInt8 {
    guard position < end else { throw VarintError() }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next number.
  @inlinable public mutating func number() throws(VarintError) -> UInt64 {
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

  /// The next number with a sign.
  @inlinable public mutating func signed() throws(VarintError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// The next number, if it is in a range; throws if it is not.
  public mutating func whole(in range: ClosedRange<Int>) throws(VarintError) -> Int {
    guard let whole = Int(exactly: try signed()), range.contains(whole) else { throw VarintError() }
    return whole
  }

  /// A count of items that take at least `size` bytes each; throws if the remaining bytes cannot hold that many.
  public mutating func count(ofAtLeast size: Int) throws(VarintError) -> Int {
    guard let count = Int(exactly: try number()), count <= remaining / max(1, size) else { throw VarintError() }
    return count
  }

  /// The next flag.
  @inlinable public mutating func flag() throws(VarintError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw VarintError()
    }
  }

  /// The next bytes that were preceded by their count.
  public mutating func blob() throws(VarintError) -> [UInt8] {
    let count = try count(ofAtLeast: 1)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Throws unless everything was read.
  public func finish() throws(VarintError) {
    guard position == end else { throw VarintError() }
  }
}
