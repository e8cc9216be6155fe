public import Memory

/// A picture as rows of interleaved samples, ready to be written to a file: the top row first, left to right.
public struct Bitmap: Sendable {
  /// Which samples a pixel has, in order.
  public enum Channels: Int, Hashable, Sendable {
    /// Gray.
    case gray = 1
    /// Gray and opacity.
    case grayAlpha
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and opacity.
    case rgba

    /// Samples in a pixel, 1 to 4.
    public var count: Int { rawValue }
    /// Whether the last sample is opacity. It is straight alpha: colours are not multiplied by it.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
  }

  /// How many bits a sample takes; its greatest value is white, or opaque.
  public enum BitDepth: Int, Hashable, Sendable {
    /// One byte, 0 to 255.
    case eight = 8
    /// Two bytes in the machine's own order, 0 to 65 535.
    case sixteen = 16

    /// Bytes in a sample, 1 or 2.
    public var byteCount: Int { rawValue / 8 }
  }

  /// Width in pixels, after any rotation.
  public let width: Int
  /// Height in pixels, after any rotation.
  public let height: Int
  /// Which samples a pixel has.
  public let channels: Channels
  /// How many bits a sample takes.
  public let bitDepth: BitDepth
  /// Bytes from one row to the next; rows follow each other without padding.
  public let bytesPerRow: Int
  /// All rows, top first; 16-bit samples are in the machine's own byte order.
  public let pixels: SharedBytes
  /// Bits of the stored samples, when fewer than the bitmap's depth; nil when all bits are significant.
  public let significantBits: Int?
  /// What the stored codes were taken to mean, and what the samples mean.
  public let color: ColorSpec
  /// Whether it shows only the first field of an interlaced picture, interpolated to full height.
  public let isDeinterlaced: Bool

  /// Makes a bitmap of rows without padding; nil when the number of bytes does not match the size, channels and depth.
  public init?(
    width: Int, height: Int, channels: Channels, bitDepth: BitDepth, pixels: SharedBytes,
    significantBits: Int?, color: ColorSpec, isDeinterlaced: Bool = false
  ) {
    guard width > 0, height > 0 else { return nil }
    let (bytesPerRow, overflowsRow) = width.multipliedReportingOverflow(by: channels.count * bitDepth.byteCount)
    let (byteCount, overflows) = bytesPerRow.multipliedReportingOverflow(by: height)
    guard !overflowsRow, !overflows, pixels.count == byteCount else { return nil }
    self.width = width
    self.height = height
    self.channels = channels
    self.bitDepth = bitDepth
    self.bytesPerRow = bytesPerRow
    self.pixels = pixels
    self.significantBits = significantBits
    self.color = color
    self.isDeinterlaced = isDeinterlaced
  }

  /// A part of the bitmap, which starts at this pixel; all of it is returned unchanged.
  ///
  /// - Throws: `ColorError` when it is not all within the bitmap, and when there is no memory for it.
  public func cut(x: Int, y: Int, width: Int, height: Int) throws(ColorError) -> Bitmap {
    if width == self.width, height == self.height, x == 0, y == 0 { return self }
    let outside = ColorError(.incompletePicture(width: width, height: height))
    guard x >= 0, y >= 0, width > 0, height > 0, x <= self.width, y <= self.height, width <= self.width - x,
      height <= self.height - y
    else { throw outside }
    // A part has no more bytes than the whole.
    let pixelBytes = channels.count * bitDepth.byteCount
    let rowBytes = width * pixelBytes
    let rows = try AlignedBuffer.forPicture(byteCount: rowBytes * height)
    pixels.withUnsafeBytes { source in
      for row in 0..<height {
        let start = (y + row) * bytesPerRow + x * pixelBytes
        let target = UnsafeMutableRawBufferPointer(start: rows.bytes + row * rowBytes, count: rowBytes)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<(start + rowBytes)]))
      }
    }
    guard
      let part = Bitmap(
        width: width, height: height, channels: channels, bitDepth: bitDepth,
        pixels: SharedBytes(rows, count: rowBytes * height), significantBits: significantBits, color: color,
        isDeinterlaced: isDeinterlaced)
    else { throw outside }
    return part
  }
}
