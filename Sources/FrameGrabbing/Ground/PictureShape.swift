public import Packing

/// What the header of a picture's PNG says.
public struct PictureShape: Hashable, Packed, Sendable {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Bits of each sample, 8 or 16.
  public let bitDepth: Int

  /// Makes a shape.
  public init(width: Int, height: Int, bitDepth: Int) {
    (self.width, self.height, self.bitDepth) = (width, height, bitDepth)
  }

  /// Appends the shape to a message.
  public func pack(into packing: inout VarintWriter) {
    packing.append(Int64(width), Int64(height), Int64(bitDepth))
  }

  /// Reads a shape from a message.
  ///
  /// - Throws: `VarintError` for numbers that no header may hold (PNG, 11.2.1).
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    width = try packing.whole(in: 1...Int(Int32.max))
    height = try packing.whole(in: 1...Int(Int32.max))
    bitDepth = try packing.whole(in: 1...16)
    guard bitDepth == 8 || bitDepth == 16 else { throw VarintError() }
  }
}
