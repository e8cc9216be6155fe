import Memory

extension Bitmap {
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
