import CFFmpeg
import Threading
public import Video

/// Turns decoded pictures into small bitmaps for viewing: upright, sRGB, 8 bits, opaque, and of exactly the requested
/// size.
///
/// A picture without opacity is resized and converted in one step, so that few samples are ever converted: a tenth of
/// the work of a ``BitmapConverter`` and a ``Resampler``. Its graphs are reused for the next picture of the same format
/// and size, so keep one scaler for many pictures. It may be passed between threads but not shared.
public struct PreviewScaler: ~Copyable, Sendable {
  private var converter = BitmapConverter(depth: .eight, color: .srgb)
  private var resampler = Resampler()

  /// Makes a scaler.
  public init() {}

  /// The picture in `width` × `height` pixels of red, green and blue, measured after any rotation; its own size and
  /// sample aspect ratio do not matter.
  ///
  /// The stored codes are scaled with the Catmull-Rom cubic, widened where the picture shrinks, and then made sRGB as by
  /// a ``BitmapConverter``; both fields of an interlaced picture count. A picture with opacity is converted
  /// first, then resampled in linear light, and shown on black. Throws what a ``BitmapConverter`` and a ``Resampler``
  /// do, and for a size that is not positive; when `isOver`, which is asked every few rows, says that it takes too
  /// long, it is stopped.
  public mutating func preview(
    of picture: borrowing Picture, width: Int, height: Int, unless isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(ColorError) -> Bitmap {
    guard BitmapConverter.scales(picture.stored.pixelFormat) else {
      let bitmap = try converter.bitmap(of: picture, unless: isOver)
      let small = try resampler.resampled(bitmap, width: width, height: height, unless: isOver)
      return try OpaquePixels(of: small).onBlack()
    }
    let size =
      picture.orientation.swapsAxes
      ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
    let bitmap = try converter.bitmap(of: picture, scaledTo: size, StopCheck(isOver))
    return try OpaquePixels(of: bitmap).onBlack()
  }
}
