/// Whether a player can seek.
public enum PlayerStatus: Hashable, Sendable {
  /// Not yet, or not known.
  case unknown
  /// It can.
  case ready
  /// It cannot, and will not by itself.
  case failed
}

/// Apple's smooth seeking (Technical Q&A QA1820), mended: one seek at a time, and then the newest target.
///
/// Seeks are never cancelled, and targets that were replaced before their turn are skipped. Unlike the published
/// listing it
/// - has no target at first, so that a first request for frame 0 is sought;
/// - compares a request with the frame on screen, not with the last target;
/// - is not busy after a seek that ended while the player was not ready, and tries again when it becomes ready;
/// - counts neither a failed nor an abandoned seek as shown.
public struct ChaseSeeker: Seeker {
  /// Whether the player can seek; only a ready one is given seeks.
  public private(set) var status: PlayerStatus

  /// The newest target, a frame index, or nil if nothing was asked for yet.
  public private(set) var target: Int?

  /// The frame that is on screen as far as is known, or nil.
  public private(set) var shown: Int?

  /// The target of the seek in flight, or nil if there is none.
  public private(set) var inFlight: Int?

  /// Whether the newest target failed and was not asked for since.
  private var isTargetGivenUp = false

  /// Makes a seeker that was asked for nothing, with nothing on screen.
  public init(status: PlayerStatus = .ready) {
    self.status = status
  }

  /// Whether a seek is in flight.
  public var isBusy: Bool { inFlight != nil }

  /// Whether a target waits in vain: it is not on screen, nothing is in flight, and the player has failed.
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
  /// After a failure the picture before stays, and a newest target that failed itself waits for another request or
  /// for the player to become ready again. After an abandoned seek nobody knows what is on screen, so the newest
  /// target is tried whatever it is. The end of a seek that is not in flight changes nothing.
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

  /// Takes note that the player shows another frame by other means, such as playing; nil if nobody knows which.
  ///
  /// A target that waits is dropped, so that the player is not pulled back to it. A seek in flight goes on, and so
  /// does the chase after it.
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
