public import Timeline

/// How much of the timeline a question needs.
public enum TimelineExtent: Hashable, Sendable {
  /// All frames.
  case whole
  /// The frames up to this index, 0-based; fewer when the file has fewer.
  case throughFrame(Int)
  /// The frames up to the one on screen at this time, in seconds from t = 0.
  case throughTime(Rational)
}
