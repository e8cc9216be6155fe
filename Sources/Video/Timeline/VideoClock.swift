/// The definition of t = 0.
public enum VideoClock: String, Hashable, Sendable, CaseIterable {
  /// The earliest moment at which anything is shown or heard, as on a player's clock.
  case player
  /// The start of frame 0.
  case firstFrame = "first-frame"
}
