import Color
import Memory

/// Bitmaps and their bytes as arrays, which tests of small pictures are written with.
extension Bitmap {
  init?(
    width: Int, height: Int, channels: Channels, bitDepth: BitDepth, pixels: [UInt8], significantBits: Int?,
    color: ColorSpec
  ) {
    guard let shared = try? pixels.withUnsafeBytes({ bytes in try SharedBytes(copying: bytes) }) else { return nil }
    self.init(
      width: width, height: height, channels: channels, bitDepth: bitDepth, pixels: shared,
      significantBits: significantBits, color: color)
  }
}

extension SharedBytes {
  /// Some of the bytes.
  subscript(bytes: Range<Int>) -> ArraySlice<UInt8> { withUnsafeBytes { ArraySlice($0[bytes]) } }

  static func == (left: SharedBytes, right: [UInt8]) -> Bool { left.elementsEqual(right) }
}
