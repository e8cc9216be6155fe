public import Timeline

/// How much of the timeline a question needs.
public enum TimelineExtent: Hashable, Sendable {
  /// All frames. If the container lists all packets, they need not be read for it; what it says is checked where
  /// something is decoded.
  case whole
  /// All frames, of which the keyframes matter: those that the container lists are looked at.
  case keyframes
  /// All frames, with every packet read: for what only the packets say, or where they are decoded anyway.
  case everyPacket
  /// The frames up to this index, 0-based; fewer when the file has fewer.
  case throughFrame(Int)
  /// The frames up to the one on screen at this time, in seconds from t = 0.
  case throughTime(Rational)
}
