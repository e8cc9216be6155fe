import CZimg
import ColorCodes
import Video

/// Everything that a zimg graph depends on; pictures of equal formats share one graph.
struct ZimgFormat: Hashable {
  /// Size in pixels, divisible by the chroma subsampling.
  let width: Int
  let height: Int
  /// Luma and chroma tagged as RGB count as RGB.
  let family: PixelLayout.Family
  let depth: Int
  let isFloat: Bool
  let chromaShiftX: Int
  let chromaShiftY: Int
  let matrix: MatrixCoefficients
  let isFullRange: Bool
  let chromaLocation: ChromaLocation
  let bitDepth: Bitmap.BitDepth
  /// Whether zimg's output is then converted to sRGB. It then outputs floats, and so also interpolates chroma in floats
  /// and not in whole 16-bit codes.
  let isRendered: Bool
  /// Which field of an interlaced picture the samples are: its chroma rows are at other places than a whole picture's.
  var field: Field?
  /// Whether zimg outputs the rows of both fields, those of the other one interpolated, and not the field's own alone.
  var fillsRows = false
  /// Another size of zimg's output; only for whole pictures.
  var scaling: Scaling?

  /// A resize of the picture without its padding.
  struct Scaling: Hashable {
    let from: PictureSize
    let to: PictureSize
  }

  /// Whether zimg outputs floats; else it outputs the bitmap's samples. Interpolated rows need floats, since zimg would
  /// round and clip their codes before it applies the matrix.
  var givesFloats: Bool { isRendered || fillsRows }

  /// Columns that zimg outputs.
  var targetWidth: Int { scaling?.to.width ?? width }

  /// Rows that zimg outputs.
  var targetHeight: Int { scaling?.to.height ?? (fillsRows ? 2 * height : height) }

  /// Bytes of a sample that zimg outputs.
  var targetSampleBytes: Int { givesFloats ? MemoryLayout<Float>.size : bitDepth.byteCount }

  /// The stored picture for zimg; primaries and transfer stay unspecified, so that zimg does not convert them.
  var source: zimg_image_format {
    var format = czimg_format()
    format.width = UInt32(clamping: width)
    format.height = UInt32(clamping: height)
    format.pixel_type = isFloat ? ZIMG_PIXEL_FLOAT : depth > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    format.depth = UInt32(clamping: depth)
    format.pixel_range = isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    format.subsample_w = UInt32(clamping: chromaShiftX)
    format.subsample_h = UInt32(clamping: chromaShiftY)
    if let size = scaling?.from {
      format.active_region.left = 0
      format.active_region.top = 0
      format.active_region.width = Double(size.width)
      format.active_region.height = Double(size.height)
    }
    format.field_parity = parity
    switch family {
    case .gray:
      format.color_family = ZIMG_COLOR_GREY
    case .rgb:
      format.color_family = ZIMG_COLOR_RGB
      format.matrix_coefficients = ZIMG_MATRIX_RGB
    case .yuv:
      format.color_family = ZIMG_COLOR_YUV
      // zimg's numbers are those of H.273.
      format.matrix_coefficients = zimg_matrix_coefficients_e(rawValue: matrix.rawValue)
      format.chroma_location = zimg_chroma_location_e(rawValue: chromaLocation.numberOfH273)
    }
    return format
  }

  private var parity: zimg_field_parity_e {
    switch field {
    case .top: ZIMG_FIELD_TOP
    case .bottom: ZIMG_FIELD_BOTTOM
    case nil: ZIMG_FIELD_PROGRESSIVE
    }
  }

  /// zimg's output: gray or RGB planes in full range.
  var target: zimg_image_format {
    var format = czimg_format()
    format.width = UInt32(clamping: targetWidth)
    format.height = UInt32(clamping: targetHeight)
    format.pixel_type = givesFloats ? ZIMG_PIXEL_FLOAT : bitDepth == .eight ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
    format.depth = UInt32(targetSampleBytes * 8)
    format.pixel_range = ZIMG_RANGE_FULL
    format.field_parity = fillsRows ? ZIMG_FIELD_PROGRESSIVE : parity
    format.color_family = family == .gray ? ZIMG_COLOR_GREY : ZIMG_COLOR_RGB
    format.matrix_coefficients = family == .gray ? ZIMG_MATRIX_UNSPECIFIED : ZIMG_MATRIX_RGB
    return format
  }
}
