import ColorCodes
import Memory
import Threading
import Video

/// The opacity of a whole picture; that of one field is interpolated to full height, as its colours are.
struct FieldAlpha: ~Copyable {
  /// Rows of the whole picture; nil when there is no opacity. They live as long as this value, or as the planes passed
  /// to it.
  let plane: SamplePlane?
  private let rows: AlignedBuffer

  /// Interpolates the rows between those of a field.
  ///
  /// The samples have the bitmap's depth; `width` and `height` are the whole picture's.
  init(
    _ alpha: SamplePlane?, of field: Field?, width: Int, height: Int, bitDepth: Bitmap.BitDepth, _ stop: StopCheck
  ) throws(ColorError) {
    guard let alpha, let field else {
      rows = try AlignedBuffer.forPicture(byteCount: 0)
      plane = alpha
      return
    }
    let rowCount = field == .top ? (height + 1) / 2 : height / 2
    let format = ZimgFormat(
      width: width, height: rowCount, family: .gray, depth: bitDepth.rawValue, isFloat: false, chromaShiftX: 0,
      chromaShiftY: 0, matrix: .unspecified, isFullRange: true, chromaLocation: .unspecified, bitDepth: bitDepth,
      isRendered: false, field: field, fillsRows: true)
    let tooLarge = ColorError(.tooLarge(width: width, height: height))
    guard let stride = AlignedBuffer.aligned(width * bitDepth.byteCount) else { throw tooLarge }
    let (byteCount, overflows) = stride.multipliedReportingOverflow(by: format.targetHeight)
    if overflows { throw tooLarge }
    let rows = try AlignedBuffer.forPicture(byteCount: byteCount)
    try ZimgGraph(format).process(
      [alpha], alpha: nil, into: rows.bytes.assumingMemoryBound(to: UInt8.self), bytesPerRow: stride, width: width,
      height: format.targetHeight, bitDepth: bitDepth, rendering: nil, stop)
    plane = SamplePlane(start: UnsafeRawPointer(rows.bytes), stride: stride)
    self.rows = rows
  }
}
