import Memory

extension Bitmap {
  /// The same picture without opacity, of 8 bits a sample, composited on black.
  ///
  /// - Throws: `ColorError` when memory runs out, and for a picture with opacity and more bits.
  public func onBlack() throws(ColorError) -> Bitmap {
    channels.hasAlpha ? try OpaquePixels(of: self).onBlack() : self
  }
}

/// Pixels of red, green and blue made from those of any bitmap of 8 bits: gray becomes three equal samples, and opacity
/// is composited on black.
struct OpaquePixels {
  private let bitmap: Bitmap

  /// Makes them from a bitmap, whose samples must have 8 bits.
  init(of bitmap: Bitmap) {
    self.bitmap = bitmap
  }

  /// The same picture without opacity; throws when there is no memory for it.
  func onBlack() throws(ColorError) -> Bitmap {
    if bitmap.channels == .rgb { return bitmap }
    let incomplete = ColorError(.incompletePicture(width: bitmap.width, height: bitmap.height))
    let (pixelCount, overflows) = bitmap.width.multipliedReportingOverflow(by: bitmap.height)
    guard bitmap.bitDepth == .eight, !overflows, pixelCount <= Int.max / 4 else { throw incomplete }
    let pixels = try AlignedBuffer.forPicture(byteCount: pixelCount * 3)
    let (step, hasAlpha) = (bitmap.channels.count, bitmap.channels.hasAlpha)
    let isGray = bitmap.channels == .gray || bitmap.channels == .grayAlpha
    bitmap.pixels.withUnsafeBytes { source in
      for pixel in 0..<pixelCount {
        let opacity = hasAlpha ? UInt32(source[pixel * step + step - 1]) : 255
        for channel in 0..<3 {
          let code = UInt32(source[pixel * step + (isGray ? 0 : channel)])
          // Rounded to the nearest code.
          let shown = UInt8(truncatingIfNeeded: (code * opacity + 127) / 255)
          pixels.bytes.storeBytes(of: shown, toByteOffset: pixel * 3 + channel, as: UInt8.self)
        }
      }
    }
    guard
      let opaque = Bitmap(
        width: bitmap.width, height: bitmap.height, channels: .rgb, bitDepth: .eight,
        pixels: SharedBytes(pixels, count: pixelCount * 3), significantBits: nil, color: bitmap.color,
        isDeinterlaced: bitmap.isDeinterlaced)
    else { throw incomplete }
    return opaque
  }
}
