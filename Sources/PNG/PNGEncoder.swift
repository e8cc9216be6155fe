/// Turns pixels and metadata into the bytes of a PNG file.
///
/// The same input gives the same bytes, whatever the time, the machine's load or the order of calls. Pixels are read
/// where they lie, a row at a time.
public struct PNGEncoder: Hashable, Sendable {
  /// Size against time; the pixels are the same whichever is chosen.
  public enum Compression: String, Hashable, Sendable, CaseIterable {
    /// The least time.
    case fast
    /// Two to four times the time of ``fast``; mostly smaller, above all on drawings and at 16 bits, not on grain.
    case `default`
    /// The smallest of several attempts, the others' among them.
    case small
  }

  /// How much time to spend on size.
  public var compression: Compression

  /// Makes an encoder.
  public init(compression: Compression = .fast) {
    self.compression = compression
  }

  /// The PNG file of a picture whose pixels lie in `pixels` as `image` describes; bytes beyond them are not read.
  ///
  /// Throws ``PNGError/pixelsTooShort(count:needed:)`` when the buffer does not cover height × bytes per row,
  /// ``PNGError/valueOutOfRange(field:value:lowest:highest:)``, ``PNGError/badKeyword(_:_:)``,
  /// ``PNGError/textTooLong(keyword:)``, ``PNGError/badExif`` or ``PNGError/exifTooLong`` for metadata that a PNG cannot
  /// hold, and ``PNGError/libraryFailed(message:warnings:)``. The corresponding C function is `cpng_write`, over libpng.
  public func encode(
    _ image: PNGImage, pixels: UnsafeRawBufferPointer, metadata: PNGMetadata = PNGMetadata()
  ) throws(PNGError) -> [UInt8] {
    guard let start = pixels.baseAddress, pixels.count >= image.byteCount else {
      throw .pixelsTooShort(count: pixels.count, needed: image.byteCount)
    }
    let chunks = try metadata.chunks(for: image)
    var smallest: [UInt8] = []
    for coding in PixelCoding.candidates(for: compression) {
      let file = try coding.file(of: image, pixels: start, chunks: chunks)
      if smallest.isEmpty || file.count < smallest.count { smallest = file }
    }
    return smallest
  }

  /// The PNG file of a picture whose pixels lie in an array; as ``encode(_:pixels:metadata:)`` for a buffer.
  ///
  /// Throws what the other does.
  public func encode(
    _ image: PNGImage, pixels: [UInt8], metadata: PNGMetadata = PNGMetadata()
  ) throws(PNGError) -> [UInt8] {
    try pixels.withUnsafeBufferPointer { (bytes) throws(PNGError) in
      try encode(image, pixels: UnsafeRawBufferPointer(bytes), metadata: metadata)
    }
  }
}
