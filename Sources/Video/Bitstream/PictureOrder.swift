/// A picture's position in output order, as coded in its slices.
struct PictureOrder: Equatable {
  /// The low bits of the count.
  let bits: Int32
  /// Whether the count is reset at this picture.
  var startsAnew: Bool
  /// Whether the count of later pictures is relative to this one.
  let isReference: Bool
  /// Whether the picture is not shown (HEVC's pic_output_flag).
  var isHidden = false
  /// Whether it has no place, since its decoder drops it for lack of references.
  var lacksReferences = false
}
