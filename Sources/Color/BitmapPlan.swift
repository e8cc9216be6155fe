import ColorCodes
import Video

/// Everything about a bitmap that is decided before its frame is read.
struct BitmapPlan {
  /// Size in pixels, as the frame is stored.
  let width: Int
  let height: Int
  /// The field to show; nil for the whole frame.
  let field: Field?
  /// Whether the chroma rows of the two fields alternate, so that each field is converted by itself.
  let isWoven: Bool
  /// Size of the bitmap in pixels, before it is turned.
  let target: PictureSize
  let layout: PixelLayout
  /// What the stored codes and the bitmap's samples mean.
  let spec: ColorSpec
  /// How samples are converted to sRGB; nil when none of them changes.
  let rendering: Rendering?
  let bitDepth: Bitmap.BitDepth

  private var isScaled: Bool { target != PictureSize(width: width, height: height) }
  private var isTaggedRGB: Bool { layout.family == .yuv && spec.matrix == .identity }

  /// The format of the planes passed to zimg, which are those of a field.
  func format(of planes: borrowing SamplePlanes, ofField field: Field?) -> ZimgFormat {
    ZimgFormat(
      width: planes.paddedWidth, height: planes.paddedHeight, family: isTaggedRGB ? .rgb : layout.family,
      depth: layout.depth, isFloat: layout.isFloat, chromaShiftX: layout.chromaShiftX,
      chromaShiftY: layout.chromaShiftY, matrix: spec.matrix, isFullRange: spec.isFullRange,
      chromaLocation: spec.chromaLocation, bitDepth: bitDepth, isRendered: rendering != nil, field: field,
      fillsRows: self.field != nil,
      scaling: isScaled ? ZimgFormat.Scaling(from: PictureSize(width: width, height: height), to: target) : nil)
  }

  /// The colour planes in zimg's order: H.273 stores G, B, R in the places of luma, Cb and Cr.
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

  /// Bits of a sample in the video, when the bitmap has more and was not converted to sRGB.
  var significantBits: Int? {
    let hasFewerBits = layout.storedBits < bitDepth.rawValue && layout.packing != .palette && rendering == nil
    return hasFewerBits ? layout.storedBits : nil
  }

  /// Rows to convert; any rows below repeat the last of them.
  var rowCount: Int { field?.rowsReached(of: height) ?? target.height }
}
