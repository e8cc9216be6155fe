/// Which list of frames a frame's place refers to.
public enum Stretch: Hashable, Sendable {
  /// The frames from the first on: the place is the frame index.
  case main
  /// The frames around a moment, numbered in the order in which they were looked up.
  case window(Int)
}
