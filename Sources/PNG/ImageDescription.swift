import CPNG

extension cpng_image {
  /// The image for the C functions; `pixels` and `chunks` must outlive it.
  init(_ image: PNGImage, pixels: UnsafeRawPointer, chunks: UnsafeBufferPointer<UInt8>) {
    self.init(
      width: UInt32(truncatingIfNeeded: image.width),
      height: UInt32(truncatingIfNeeded: image.height),
      channels: Int32(truncatingIfNeeded: image.channels.count),
      bit_depth: Int32(truncatingIfNeeded: image.bitDepth.bits),
      pixels: pixels,
      bytes_per_row: image.bytesPerRow,
      chunks: chunks.baseAddress,
      chunks_size: chunks.count)
  }
}
