import CFFmpeg
import Video

extension Field {
  /// The field that is shown first, according to the decoder; nil for a picture that it does not mark as interlaced,
  /// and for one with so few rows that a field would have no chroma row.
  ///
  /// nil for 4:1:0 as well: each chroma row covers four luma rows, two of each field, so no chroma row belongs to one
  /// field.
  init?(firstOf frame: UnsafePointer<AVFrame>) {
    guard fg_frame_is_interlaced(frame) != 0, let description = Self.description(of: frame),
      description.log2_chroma_h < 2, Self.chromaRows(frame.pointee.height, description) >= 2
    else { return nil }
    self = fg_frame_is_top_first(frame) != 0 ? .top : .bottom
  }

  /// The field's chroma rows in the full picture, in which the rows of the two fields alternate.
  func chromaRows(of frame: UnsafePointer<AVFrame>) -> Int {
    guard let description = Self.description(of: frame) else { return 0 }
    let rows = Self.chromaRows(frame.pointee.height, description)
    return (rows + (self == .top ? 1 : 0)) / 2
  }

  /// How many of a picture's rows the field reaches: all, except the last one for the lower field of a picture with an
  /// odd number of rows.
  func rowsReached(of height: Int) -> Int { self == .top ? height : height / 2 * 2 }

  private static func description(of frame: UnsafePointer<AVFrame>) -> AVPixFmtDescriptor? {
    av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format))?.pointee
  }

  private static func chromaRows(_ height: Int32, _ description: AVPixFmtDescriptor) -> Int {
    // An RGB format has no chroma, and its description's shifts are 0.
    let shift = Int(description.log2_chroma_h)
    return (Int(height) + (1 << shift) - 1) >> shift
  }
}

/// One field of a frame as a separate frame, which borrows its rows from the full one; that must outlive it.
///
/// It frees its `AVFrame` (`av_frame_free`), which does not own the rows.
struct BorrowedField: ~Copyable {
  private let frame: UnsafeMutablePointer<AVFrame>

  init(_ field: Field, of woven: UnsafePointer<AVFrame>) throws(ColorError) {
    var shell = av_frame_alloc()
    guard let frame = shell else { throw ColorError(.outOfMemory(byteCount: MemoryLayout<AVFrame>.size)) }
    guard fg_borrow_field(frame, woven, field == .bottom ? 1 : 0) != 0 else {
      av_frame_free(&shell)
      throw ColorError(.tooLarge(width: Int(woven.pointee.width), height: Int(woven.pointee.height)))
    }
    self.frame = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Calls `body` with the field's frame; the pointer must not escape.
  borrowing func withFrame<Result: ~Copyable>(
    _ body: (UnsafePointer<AVFrame>) throws(ColorError) -> Result
  ) throws(ColorError) -> Result {
    try body(UnsafePointer(frame))
  }
}
