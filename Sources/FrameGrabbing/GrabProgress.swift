/// The progress of a run.
public struct GrabProgress: Hashable, Sendable {
  /// Frames that are done, reported or not, including those that failed.
  public let done: Int
  /// Frames that were requested.
  public let total: Int

  /// Makes a progress.
  public init(done: Int, total: Int) {
    (self.done, self.total) = (done, total)
  }
}
