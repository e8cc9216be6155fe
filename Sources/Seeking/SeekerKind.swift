/// The kind of seeker that turns requests into seeks.
public enum SeekerKind: String, CaseIterable, Hashable, Sendable {
  /// ``ChaseSeeker``: one seek at a time, and then the newest target.
  case chase
  /// ``NaiveSeeker``: every request cancels the seek before it.
  case naive
  /// ``PlayerSeeker``: Frame Grabber's own.
  case player

  /// Makes a seeker of this kind without requests, with a player that is ready and shows a frame, or nothing.
  public func makeSeeker(shown: Int? = nil) -> any Seeker {
    switch self {
    case .chase: ChaseSeeker(shown: shown)
    case .naive: NaiveSeeker()
    case .player: PlayerSeeker(shown: shown)
    }
  }
}
