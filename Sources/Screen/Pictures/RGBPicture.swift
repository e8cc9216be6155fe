/// A small picture as it is shown: 8 bits of red, green and blue in sRGB for each pixel.
public struct RGBPicture: Hashable, Sendable {
  /// Pixels across, from 1.
  public let width: Int
  /// Pixels down, from 1.
  public let height: Int
  /// Three bytes a pixel, rows from the top, without gaps.
  public let bytes: [UInt8]

  /// Makes a picture of its bytes; nil for a size below 1 × 1 or another number of bytes than 3 × width × height.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    let (row, isWide) = width.multipliedReportingOverflow(by: 3)
    let (count, isHigh) = row.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isWide, !isHigh, bytes.count == count else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
