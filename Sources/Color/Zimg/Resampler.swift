import Memory
import Threading

/// Resizes bitmaps with Lanczos' kernel, in linear light, with colours weighted by their opacity.
///
/// Its graph and table are reused for the next bitmap of the same kind, so keep one resampler for many bitmaps. It may
/// be passed between threads but not shared.
public struct Resampler: ~Copyable, Sendable {
  private var graph: ResamplingGraph?
  private var table: LightTable?

  /// Makes a resampler.
  public init() {}

  /// The bitmap in `width` × `height` pixels, with the same depth, channels and colours; at its own size it is returned
  /// unchanged.
  ///
  /// The kernel has three lobes and is widened when the picture shrinks; beyond an edge the picture is mirrored.
  /// Samples are converted to light by the bitmap's transfer characteristics and back, and overshoot is clipped. A
  /// resampled bitmap has no `significantBits`: all bits of its samples are computed. Throws when the size is not
  /// positive, when the size in bytes overflows, when memory runs out, and when `isOver`, which is asked every few rows,
  /// says that it takes too long.
  public mutating func resampled(
    _ bitmap: Bitmap, width: Int, height: Int, unless isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(ColorError) -> Bitmap {
    if width == bitmap.width, height == bitmap.height { return bitmap }
    let tooLarge = ColorError(.tooLarge(width: width, height: height))
    guard width > 0, height > 0, UInt32(exactly: width) != nil, UInt32(exactly: height) != nil else { throw tooLarge }
    let pixelBytes = bitmap.channels.count * bitmap.bitDepth.byteCount
    let (bytesPerRow, overflowsRow) = width.multipliedReportingOverflow(by: pixelBytes)
    let (byteCount, overflows) = bytesPerRow.multipliedReportingOverflow(by: height)
    guard !overflowsRow, !overflows else { throw tooLarge }

    let format = ResamplingFormat(
      width: bitmap.width, height: bitmap.height, targetWidth: width, targetHeight: height, channels: bitmap.channels)
    if graph?.format != format {
      graph = nil
      graph = try ResamplingGraph(format)
    }
    let transfer = DisplayTransfer(bitmap.color.samples.transfer)
    let table: LightTable
    if let kept = self.table, kept.transfer == transfer, kept.bitDepth == bitmap.bitDepth {
      table = kept
    } else {
      table = LightTable(transfer, bitmap.bitDepth)
      self.table = table
    }

    let pixels = try AlignedBuffer.forPicture(byteCount: byteCount)
    let isDone: Void? = try graph?.process(
      bitmap, table, into: pixels.bytes.assumingMemoryBound(to: UInt8.self), StopCheck(isOver))
    guard isDone != nil else { throw tooLarge }
    guard
      let resampled = Bitmap(
        width: width, height: height, channels: bitmap.channels, bitDepth: bitmap.bitDepth,
        pixels: SharedBytes(pixels, count: byteCount), significantBits: nil, color: bitmap.color,
        isDeinterlaced: bitmap.isDeinterlaced)
    else { throw tooLarge }
    return resampled
  }
}
