/// How far a run has come.
public struct GrabProgress: Hashable, Sendable {
  /// Frames that are done, whether their reports are out already or not, and those that failed.
  public let done: Int
  /// Frames that were asked for.
  public let total: Int
}
