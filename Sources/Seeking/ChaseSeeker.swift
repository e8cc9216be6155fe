/// Whether a player can seek.
public enum PlayerStatus: Hashable, Sendable {
  /// Not yet, or not known.
  case unknown
  /// It can.
  case ready
  /// It cannot, and will not become ready by itself.
  case failed
}

/// Apple's smooth seeking (Technical Q&A QA1820) with its defects fixed: one seek at a time, then one to the newest
/// target.
///
/// Seeks are never cancelled, and targets that were replaced before their seek started are skipped. Unlike the
/// published listing it
/// - has no target at first, so that a first request for frame 0 is sought;
/// - compares a request with the frame on screen, not with the last target;
/// - is not busy after a seek that ended while the player was not ready, and tries again when it becomes ready;
/// - counts neither a failed nor an abandoned seek as shown.
public struct ChaseSeeker: Seeker {
  /// Whether the player can seek; only a ready one is given seeks.
  public private(set) var status: PlayerStatus

  /// The newest target, a frame index, or nil before the first request.
  public private(set) var target: Int?

  /// The frame on screen, or nil if that is not known.
  public private(set) var shown: Int?

  /// The target of the seek in flight, or nil if there is none.
  public private(set) var inFlight: Int?

  /// Whether the newest target failed and has not been requested since.
  private var isTargetGivenUp = false

  /// Makes a seeker without a target; `shown` is the frame on screen, nil for none.
  public init(status: PlayerStatus = .ready, shown: Int? = nil) {
    (self.status, self.shown) = (status, shown)
  }

  /// Whether a seek is in flight.
  public var isBusy: Bool { inFlight != nil }

  /// Whether the target can never be shown: it is not on screen, nothing is in flight, and the player has failed.
  public var isStuck: Bool {
    guard let target else { return false }
    return status == .failed && inFlight == nil && target != shown
  }

  /// Makes `frame` the newest target, and orders a seek to it unless one is in flight, the player is not ready, or
  /// the frame is on screen.
  public mutating func request(_ frame: Int) -> SeekOrder? {
    target = frame
    isTargetGivenUp = false
    return chase()
  }

  /// Ends the seek in flight, and orders one to the newest target if that is not on screen.
  ///
  /// After a failure the previous picture stays on screen, and if the newest target itself failed, it is tried again
  /// only after another request or when the player becomes ready again. After an abandoned seek it is not known what is
  /// on screen, so the newest target is always tried. The end of a seek that is not in flight changes nothing.
  public mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder? {
    guard frame == inFlight else { return nil }
    inFlight = nil
    switch result {
    case .shown: shown = frame
    case .failed: isTargetGivenUp = frame == target
    case .abandoned: shown = nil
    }
    return chase()
  }

  /// Takes the player's status; when it becomes ready, orders a seek if the newest target is not on screen.
  public mutating func setStatus(_ status: PlayerStatus) -> SeekOrder? {
    if status == .ready && self.status != .ready { isTargetGivenUp = false }
    self.status = status
    return chase()
  }

  /// Records that the player shows another frame for another reason, such as playback; nil if the frame is not known.
  ///
  /// A pending target is dropped, so that the player does not jump back to it. A seek in flight continues, and so does
  /// the chase after it.
  public mutating func playerMoved(to frame: Int?) {
    shown = frame
    if inFlight == nil { target = nil }
  }

  private mutating func chase() -> SeekOrder? {
    guard inFlight == nil, status == .ready, !isTargetGivenUp, let target, target != shown else { return nil }
    inFlight = target
    return SeekOrder(frame: target, cancelsSeekInFlight: false)
  }
}
