/// Everything that resampling depends on besides the pixels: what a graph can be kept for.
struct ResamplingFormat: Hashable {
  let width: Int
  let height: Int
  let targetWidth: Int
  let targetHeight: Int
  let channels: Bitmap.Channels
}

extension Bitmap.Channels {
  /// Samples in a pixel besides opacity, 1 or 3.
  var colorCount: Int { hasAlpha ? count - 1 : count }

  /// The planes of light that are used; opacity is plane 3.
  var planes: [Int32] { (0..<Int32(clamping: colorCount)) + (hasAlpha ? [3] : []) }
}
