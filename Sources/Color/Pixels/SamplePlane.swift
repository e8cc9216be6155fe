/// Rows of one component's contiguous samples, aligned for zimg; borrowed from a frame or an `AlignedBuffer`.
struct SamplePlane {
  /// zimg needs 32 bytes unless it is set to use its widest vectors, which it is not here.
  static let alignment = 32

  let start: UnsafeRawPointer
  /// Bytes from one row to the next; negative when the top row comes last in memory.
  let stride: Int
}
