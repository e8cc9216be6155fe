/// What becomes of a moment that lies outside the video.
public enum Bounds: Hashable, Sendable {
  /// It is an error.
  case refuse
  /// It means the first or the last frame.
  case clamp
}
