import CPNG
public import Memory
import Threading

/// Encodes pixels and metadata as a PNG file.
///
/// The same input always gives the same bytes, at any time, on any machine, under any load and in any order of calls.
/// Pixels are read in place.
public struct PNGEncoder: Hashable, Sendable {
  /// How much time to spend on size.
  public var compression: PNGCompression

  /// Threads that may work on one picture, the calling one among them, 1 or more; the bytes are the same with any
  /// number.
  public var threads: Int

  /// Makes an encoder.
  public init(compression: PNGCompression = .default, threads: Int = 1) {
    self.compression = compression
    self.threads = threads
  }

  /// The PNG file of a picture whose pixels are in `pixels` as `image` describes; bytes beyond them are not read.
  ///
  /// Throws ``PNGError/pixelsTooShort(count:needed:)`` when the buffer does not cover height × bytes per row,
  /// ``PNGError/valueOutOfRange(field:value:lowest:highest:)``, ``PNGError/badKeyword(_:_:)``,
  /// ``PNGError/textTooLong(keyword:)``, ``PNGError/badExif`` or ``PNGError/exifTooLong`` for metadata that a PNG
  /// cannot hold, ``PNGError/outOfMemory``, ``PNGError/stopped`` when `isOver`, which is asked in every thread between
  /// blocks of rows, says that it takes too long, ``PNGError/compressionFailed(message:)`` and
  /// ``PNGError/libraryFailed(message:warnings:)``. The corresponding C functions are `cpng_compress_unless`, which uses
  /// several coders, and `cpng_write`, which uses libpng.
  public func file(
    of image: PNGImage, pixels: UnsafeRawBufferPointer, metadata: PNGMetadata = PNGMetadata(),
    unless isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGError) -> SharedBytes {
    guard let start = pixels.baseAddress, pixels.count >= image.byteCount else {
      throw .pixelsTooShort(count: pixels.count, needed: image.byteCount)
    }
    let stop = StopCheck(isOver)
    let chunks = try metadata.chunks(for: image).bytes
    return try chunks.withUnsafeBufferPointer { (chunks) throws(PNGError) in
      let description = cpng_image(image, pixels: start, chunks: chunks)
      var trial = CodingTrial(image, description, stop)
      let codings = try trial.codings(for: compression)
      let made = trial.made
      func stream(_ coding: PixelCoding) throws(PNGError) -> PixelStream {
        if let stream = made[coding] { return stream }
        return try PixelStream(image, description, coding, threads: threads, stop)
      }
      var smallest = try stream(codings[0])
      for coding in codings.dropFirst() {
        let other = try stream(coding)
        if other.count < smallest.count { smallest = other }
      }
      return try smallest.file(description, stop)
    }
  }
}
