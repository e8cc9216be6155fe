/// Rows of one component's samples, side by side, where zimg can read them: lent by a frame or an `AlignedBuffer`.
struct SamplePlane {
  /// zimg asks for 32 bytes unless it is told to use the widest vectors, which it is not.
  static let alignment = 32

  let start: UnsafeRawPointer
  /// Bytes from one row to the next; negative when the top row comes last in memory.
  let stride: Int
}
