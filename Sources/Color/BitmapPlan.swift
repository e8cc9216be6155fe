import ColorCodes
import Video

/// What is settled about a bitmap before a sample of its frame is read.
struct BitmapPlan {
  /// Size in pixels, as the frame is stored.
  let width: Int
  let height: Int
  /// The field that is taken; nil for the whole frame.
  let field: Field?
  let layout: PixelLayout
  /// What the stored codes mean.
  let stored: ColorSpec
  /// What the bitmap's samples mean.
  let spec: ColorSpec
  /// How samples become sRGB; nil when all of them stay what they are.
  let rendering: Rendering?
  let bitDepth: Bitmap.BitDepth

  private var isTaggedRGB: Bool { layout.family == .yuv && stored.matrix == .identity }

  /// The format of the planes that zimg is given.
  func format(of planes: borrowing SamplePlanes) -> ZimgFormat {
    ZimgFormat(
      width: planes.paddedWidth, height: planes.paddedHeight, family: isTaggedRGB ? .rgb : layout.family,
      depth: layout.depth, isFloat: layout.isFloat, chromaShiftX: layout.chromaShiftX,
      chromaShiftY: layout.chromaShiftY, matrix: stored.matrix, isFullRange: stored.isFullRange,
      chromaLocation: stored.chromaLocation, bitDepth: bitDepth, isRendered: rendering != nil, field: field)
  }

  /// The planes of colour in zimg's order: H.273 stores G, B, R where luma, Cb and Cr are otherwise.
  func colors(of planes: borrowing SamplePlanes) -> [SamplePlane] {
    let order = isTaggedRGB ? [2, 0, 1] : layout.family == .gray ? [0] : [0, 1, 2]
    let colors = planes.colors
    return order.map { colors[$0] }
  }

  func channels(hasAlpha: Bool) -> Bitmap.Channels {
    switch (layout.family == .gray, hasAlpha) {
    case (true, false): .gray
    case (true, true): .grayAlpha
    case (false, false): .rgb
    case (false, true): .rgba
    }
  }

  /// Bits of a sample in the video, where the bitmap has more and they were not rendered.
  var significantBits: Int? {
    let hasFewerBits = layout.storedBits < bitDepth.rawValue && layout.packing != .palette && rendering == nil
    return hasFewerBits ? layout.storedBits : nil
  }

  /// Rows that are converted; those below are the same as the last of them.
  var rowCount: Int { field?.rowsReached(of: height) ?? height }
}
