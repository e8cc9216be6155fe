import Memory
public import Video

/// Makes small pictures of decoded ones, for people who look for a frame.
public struct PreviewScaler: ~Copyable, Sendable {
  private var converter = BitmapConverter(depth: .eight, appliesOrientation: true, color: .srgb)
  private var resampler = Resampler()

  /// Makes a scaler.
  public init() {}

  /// The picture in this size, upright, in sRGB of eight bits.
  public mutating func preview(
    of picture: borrowing Picture, width: Int, height: Int, unless isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(ColorError) -> Bitmap {
    let bitmap = try converter.bitmap(of: picture, unless: isOver)
    return try resampler.resampled(bitmap, width: width, height: height, unless: isOver)
  }
}
