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

extension RGBPicture {
  /// The picture in half the size: each pixel is the rounded mean of four; an odd last column or row is left out. A
  /// picture of one pixel across or down stays as it is.
  public var halved: RGBPicture {
    let (columns, rows) = (width / 2, height / 2)
    guard columns > 0, rows > 0 else { return self }
    var half = [UInt8]()
    half.reserveCapacity(3 * columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let upper = 3 * (2 * row * width + 2 * column)
        let lower = upper + 3 * width
        for part in 0..<3 {
          let sum =
            Int(bytes[upper + part]) + Int(bytes[upper + 3 + part]) + Int(bytes[lower + part])
            + Int(bytes[lower + 3 + part])
          half.append(UInt8(clamping: (sum + 2) / 4))
        }
      }
    }
    return RGBPicture(width: columns, height: rows, bytes: half) ?? self
  }
}
