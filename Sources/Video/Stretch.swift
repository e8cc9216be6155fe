public import Timeline

extension VideoFile {
  /// How much of the timeline a question needs.
  public enum Extent: Hashable, Sendable {
    /// All frames.
    case whole
    /// The frames up to this index, 0-based; fewer when the file has fewer.
    case throughFrame(Int)
    /// The frames up to the one on screen at this time, in seconds from t = 0.
    case throughTime(Rational)
  }

  /// Which list of frames a frame's place refers to.
  public enum Stretch: Hashable, Sendable {
    /// The frames from the first on: the place is the frame index.
    case main
    /// The frames around a moment, numbered in the order in which they were looked up.
    case window(Int)
  }
}
