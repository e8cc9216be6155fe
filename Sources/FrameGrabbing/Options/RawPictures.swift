public import Color

/// How pictures are written as plain samples, for programs.
public struct RawPictures: Hashable, Sendable {
  /// The samples of a pixel.
  public let layout: RawLayout
  /// The bits of a sample.
  public let bitDepth: Bitmap.BitDepth
  /// Whether a file is a NumPy array, and not samples alone.
  public let isArray: Bool

  /// Makes a choice; a layout whose name says how many bits a sample has keeps them.
  public init(_ layout: RawLayout, bitDepth: Bitmap.BitDepth = .eight, isArray: Bool = false) {
    self.layout = layout
    self.bitDepth = layout.bitDepth ?? bitDepth
    self.isArray = isArray
  }

  /// The bytes before the first picture of a file.
  var headerByteCount: Int { isArray ? ArrayHeader.byteCount : 0 }

  /// The header of a file with pictures of one size.
  func header(count: Int, width: Int, height: Int) -> [UInt8] {
    guard isArray else { return [] }
    return ArrayHeader.bytes(shape: [count, height, width, layout.channels.count], bitDepth: bitDepth.rawValue)
  }

  /// The bytes of a picture; nil when they cannot be counted.
  public func byteCount(width: Int, height: Int) -> Int? {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    let (bytes, overflowsBytes) = pixels.multipliedReportingOverflow(by: layout.channels.count * bitDepth.byteCount)
    return overflows || overflowsBytes || bytes <= 0 ? nil : bytes
  }
}
