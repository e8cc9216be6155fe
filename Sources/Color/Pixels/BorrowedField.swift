import CFFmpeg
import Video

extension Field {
  /// The field that is shown first, by the decoder's word; nil for a picture that it does not call interlaced, and for
  /// one so low that a field would have no row of chroma.
  ///
  /// nil for 4:1:0 as well: a row of its chroma belongs to four rows of luma, two of each field, so that none is one
  /// field's own.
  init?(firstOf frame: UnsafePointer<AVFrame>) {
    guard fg_frame_is_interlaced(frame) != 0, let description = Self.description(of: frame),
      description.log2_chroma_h < 2, Self.chromaRows(frame.pointee.height, description) >= 2
    else { return nil }
    self = fg_frame_is_top_first(frame) != 0 ? .top : .bottom
  }

  /// Rows of chroma that the field has in a woven picture: the fields take turns.
  func chromaRows(of frame: UnsafePointer<AVFrame>) -> Int {
    guard let description = Self.description(of: frame) else { return 0 }
    let rows = Self.chromaRows(frame.pointee.height, description)
    return (rows + (self == .top ? 1 : 0)) / 2
  }

  /// How many of a picture's rows lie on or above the field's last row, or just below it: all but the last row of an odd
  /// number when the field is the lower one.
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

/// One field of a frame as a frame of its own: its rows are lent by the woven one, which must outlive it.
///
/// It frees its `AVFrame` (`av_frame_free`), which owns no rows.
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

  /// Lends the field to a body that reads it; the pointer must not escape.
  borrowing func withFrame<Result: ~Copyable>(
    _ body: (UnsafePointer<AVFrame>) throws(ColorError) -> Result
  ) throws(ColorError) -> Result {
    try body(UnsafePointer(frame))
  }
}
