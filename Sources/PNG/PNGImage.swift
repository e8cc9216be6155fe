/// The layout of a picture in memory: its size, its channels and the distance of its rows.
///
/// Rows run from top to bottom, pixels from left to right, the channels of a pixel are interleaved, with alpha last and
/// not premultiplied. Samples of 16 bits are in native byte order. Bytes after a row's last pixel, up to
/// ``bytesPerRow``, are never read.
public struct PNGImage: Hashable, Sendable {
  /// The samples of one pixel, in their order in memory.
  public enum Channels: Int, Hashable, Sendable, CaseIterable {
    /// One sample of grey (PNG colour type 0).
    case gray = 1
    /// Grey and alpha (PNG colour type 4).
    case grayAlpha = 2
    /// Red, green and blue (PNG colour type 2).
    case rgb = 3
    /// Red, green, blue and alpha (PNG colour type 6).
    case rgba = 4

    /// Samples in each pixel, 1 to 4.
    public var count: Int { rawValue }

    /// Whether the last sample is alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
  }

  /// Bits in each sample.
  public enum BitDepth: Int, Hashable, Sendable, CaseIterable {
    /// One byte a sample.
    case eight = 8
    /// Two bytes a sample, in native byte order.
    case sixteen = 16

    /// Bits in each sample, 8 or 16.
    public var bits: Int { rawValue }

    /// Bytes in each sample, 1 or 2.
    public var bytes: Int { rawValue / 8 }
  }

  /// The range of a width or a height in pixels: 1 to 2³¹ − 1 (PNG, 11.2.1, image header).
  public static let sizeRange: ClosedRange<Int> = 1...0x7FFF_FFFF

  /// Pixels in each row, within ``sizeRange``.
  public let width: Int

  /// Rows, within ``sizeRange``.
  public let height: Int

  /// The samples of each pixel.
  public let channels: Channels

  /// The bits of each sample.
  public let bitDepth: BitDepth

  /// Bytes from the start of a row to the start of the next: a row's own bytes or more.
  public let bytesPerRow: Int

  /// Bytes that a buffer of pixels must hold: ``height`` times ``bytesPerRow``.
  public let byteCount: Int

  /// Describes a picture of `width` × `height` pixels whose rows are `bytesPerRow` bytes apart, or back to back when
  /// that is nil.
  ///
  /// Throws ``PNGError/sizeOutOfRange(width:height:)``, ``PNGError/rowTooShort(bytesPerRow:needed:)`` or, when the size
  /// in bytes overflows, ``PNGError/tooManyBytes(width:height:)``.
  public init(
    width: Int, height: Int, channels: Channels, bitDepth: BitDepth, bytesPerRow: Int? = nil
  ) throws(PNGError) {
    guard Self.sizeRange.contains(width), Self.sizeRange.contains(height) else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    let (rowBytes, rowOverflows) = width.multipliedReportingOverflow(by: channels.count * bitDepth.bytes)
    guard !rowOverflows else { throw .tooManyBytes(width: width, height: height) }
    let stride = bytesPerRow ?? rowBytes
    guard stride >= rowBytes else { throw .rowTooShort(bytesPerRow: stride, needed: rowBytes) }
    let (total, totalOverflows) = height.multipliedReportingOverflow(by: stride)
    guard !totalOverflows else { throw .tooManyBytes(width: width, height: height) }
    self.width = width
    self.height = height
    self.channels = channels
    self.bitDepth = bitDepth
    self.bytesPerRow = stride
    self.byteCount = total
  }
}
