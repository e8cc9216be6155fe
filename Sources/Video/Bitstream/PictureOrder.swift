/// A picture's position in output order, as coded in its slices.
struct PictureOrder: Equatable {
  /// The low bits of the count.
  let bits: Int32
  /// Whether the count is reset at this picture.
  let startsAnew: Bool
  /// Whether the count of later pictures is relative to this one.
  let isReference: Bool
  /// Whether the picture is not shown (HEVC's pic_output_flag).
  var isHidden = false
  /// Whether the size or the shape of the pictures changes here (MPEG-1 and MPEG-2): FFmpeg's decoder starts anew, and
  /// loses the picture that waits.
  var changesFormat = false
}
