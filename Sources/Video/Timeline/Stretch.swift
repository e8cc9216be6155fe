/// The list of frames that a frame's position refers to.
public enum Stretch: Hashable, Sendable {
  /// The frames from the first on: the position is the frame index.
  case main
  /// The frames around a moment; windows are numbered in the order in which they were looked up.
  case window(Int)
}
