import CPNG

/// How rows of pixels become the content of IDAT: the one place to choose and to add a coder.
enum PixelCoding: Hashable, Sendable {
  /// libpng's filters and zlib's deflate: a level from 1 to 9, a `CPNG_STRATEGY_…`, and `CPNG_FILTER_…` values joined.
  case zlib(level: Int32, strategy: Int32, filters: Int32)

  /// The codings to try for a compression, of which the smallest result is kept, the first of equals.
  ///
  /// Decoded video has its chroma at half height, so that rows resemble the row above: Up alone comes within a tenth
  /// of the size of Paeth or of a choice per row, for three quarters and half of their time. What it leaves has few
  /// long matches, so that looking for runs only (RLE) takes half the time of level 4 or less, and often no more space.
  static func candidates(for compression: PNGEncoder.Compression) -> [PixelCoding] {
    switch compression {
    case .fast:
      [.zlib(level: 1, strategy: CPNG_STRATEGY_RLE, filters: CPNG_FILTER_UP)]
    case .default:
      [.zlib(level: 4, strategy: CPNG_STRATEGY_FILTERED, filters: CPNG_FILTER_UP)]
    case .small:
      // Which one wins depends on the picture: Up on smooth and on 16-bit pictures, the choice per row and RLE on
      // grain. The quick ones are among them, so that small is never larger.
      candidates(for: .fast) + candidates(for: .default) + [
        .zlib(level: 9, strategy: CPNG_STRATEGY_RLE, filters: CPNG_FILTER_ALL),
        .zlib(level: 8, strategy: CPNG_STRATEGY_FILTERED, filters: CPNG_FILTER_UP),
        .zlib(level: 7, strategy: CPNG_STRATEGY_FILTERED, filters: CPNG_FILTER_ALL),
      ]
    }
  }

  /// The whole PNG file, with these chunks between IHDR and IDAT.
  ///
  /// `pixels` has at least the image's ``PNGImage/byteCount`` bytes; the caller has checked. Wraps `cpng_write`.
  func file(of image: PNGImage, pixels: UnsafeRawPointer, chunks: ChunkList) throws(PNGError) -> [UInt8] {
    switch self {
    case .zlib(let level, let strategy, let filters):
      return try write(
        image, pixels, chunks, cpng_coding(level: level, strategy: strategy, filters: filters))
    }
  }

  private func write(
    _ image: PNGImage, _ pixels: UnsafeRawPointer, _ chunks: ChunkList, _ coding: cpng_coding
  ) throws(PNGError) -> [UInt8] {
    var output: [UInt8] = []
    var coding = coding
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    var warnings = message
    let status = chunks.bytes.withUnsafeBufferPointer { chunkBytes in
      var description = cpng_image(
        width: UInt32(truncatingIfNeeded: image.width),
        height: UInt32(truncatingIfNeeded: image.height),
        channels: Int32(truncatingIfNeeded: image.channels.count),
        bit_depth: Int32(truncatingIfNeeded: image.bitDepth.bits),
        pixels: pixels,
        bytes_per_row: image.bytesPerRow,
        chunks: chunkBytes.baseAddress,
        chunks_size: chunkBytes.count)
      return withUnsafeMutablePointer(to: &output) { context in
        cpng_write(&description, &coding, appendToOutput, context, &message, &warnings)
      }
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

/// The text of a NUL-terminated message.
private func words(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
