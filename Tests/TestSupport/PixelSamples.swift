/// The samples of a picture, for comparisons: four of each pixel, which are red, green, blue and opacity.
///
/// Here and not beside the tests that need it, since their modules are not optimised.
public struct PixelSamples: Sendable {
  private let samples: [UInt16]

  /// Samples of 8 bits, four of each pixel.
  public init(eight bytes: [UInt8]) { samples = bytes.map(UInt16.init) }

  /// Samples of 16 bits, the most significant byte first: grey, grey and opacity, red, green and blue, or all four.
  ///
  /// - Parameter channels: how many there are of each pixel; 1 to 4, else nil.
  public init?(bigEndian bytes: [UInt8], channels: Int) {
    guard (1...4).contains(channels), bytes.count.isMultiple(of: 2 * channels) else { return nil }
    func stored(_ index: Int) -> UInt16 { UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1]) }
    var samples: [UInt16] = []
    samples.reserveCapacity(bytes.count / 2 / channels * 4)
    for start in stride(from: 0, to: bytes.count / 2, by: channels) {
      for color in 0..<3 { samples.append(stored(start + (channels < 3 ? 0 : color))) }
      samples.append(channels.isMultiple(of: 2) ? stored(start + channels - 1) : 65_535)
    }
    self.samples = samples
  }

  /// How many pixels there are.
  public var count: Int { samples.count / 4 }

  /// Some of the four samples of each pixel.
  public func channels(_ channels: Range<Int>) -> [UInt16] {
    stride(from: 0, to: samples.count, by: 4).flatMap { samples[$0 + channels.lowerBound..<$0 + channels.upperBound] }
  }

  /// The luma of each pixel, rounded to the nearest.
  ///
  /// - Parameter weights: those of red, green and blue, in any unit.
  public func luma(_ weights: [Int]) -> [UInt16] {
    let whole = weights.reduce(0, +)
    return stride(from: 0, to: samples.count, by: 4).map { start in
      let sum = (0..<3).reduce(0) { $0 + weights[$1] * Int(samples[start + $1]) }
      return UInt16((2 * sum + whole) / (2 * whole))
    }
  }

  /// Numbers of 8 bits, or of 16 with the least significant byte first.
  public static func numbers(_ bytes: [UInt8], bits: Int) -> [UInt16] {
    if bits == 8 { return bytes.map(UInt16.init) }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  /// Whether two rows of numbers are the same.
  public static func areSame(_ one: [UInt16], _ other: [UInt16]) -> Bool { one == other }
}

/// How often each value is among bytes.
public func histogram(of bytes: ArraySlice<UInt8>) -> [Int] {
  var counts = [Int](repeating: 0, count: 256)
  for byte in bytes { counts[Int(byte)] += 1 }
  return counts
}
