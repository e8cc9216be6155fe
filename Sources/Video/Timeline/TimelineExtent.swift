public import Timeline

/// How much of the timeline a question needs.
public enum TimelineExtent: Hashable, Sendable {
  /// All frames. Packets that the container lists need not be read; the list is checked where something is decoded.
  case whole
  /// All frames, with certain keyframes: those that the container lists are checked by their bytes.
  case keyframes
  /// All frames, with every packet read: for facts that only packets have, or if all are decoded anyway.
  case everyPacket
  /// The frames up to this index, 0-based; fewer when the file has fewer.
  case throughFrame(Int)
  /// The frames up to the one on screen at this time, in seconds from t = 0.
  case throughTime(Rational)
}
