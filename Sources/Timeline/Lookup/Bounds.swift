/// How a moment outside the video is handled.
public enum Bounds: Hashable, Sendable {
  /// It is an error.
  case refuse
  /// It is moved to the first or the last frame.
  case clamp
}
