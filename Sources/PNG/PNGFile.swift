import CPNG

extension cpng_image {
  /// The image as the C side knows it; its pixels and chunks live as long as their owners.
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

extension PixelStream {
  /// The whole PNG file around these pixels (`cpng_write`).
  func file(_ description: cpng_image) throws(PNGError) -> [UInt8] {
    var output: [UInt8] = []
    // Signature, header and end take 57 bytes, and each mebibyte of pixels 12.
    output.reserveCapacity(count + count / 65536 + description.chunks_size + 1024)
    var description = description
    var stream = stream
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    var warnings = message
    let status = withUnsafeMutablePointer(to: &output) { context in
      cpng_write(&description, &stream, appendToOutput, context, &message, &warnings)
    }
    guard status == CPNG_WRITTEN else {
      throw .libraryFailed(message: words(message), warnings: words(warnings))
    }
    return output
  }
}

/// The sink of `cpng_write`: its context is the array of bytes that grows.
private func appendToOutput(context: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>, count: Int) -> CInt {
  guard let context else { return 1 }
  context.assumingMemoryBound(to: [UInt8].self).pointee.append(
    contentsOf: UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
