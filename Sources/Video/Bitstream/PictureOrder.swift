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
}
