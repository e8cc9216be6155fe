/// The seeker of Frame Grabber 1.4.1, with its defects.
///
/// - A request for the frame on screen is dropped even while a seek to another one is in flight, so the newest
///   target can be lost.
/// - The requests A, B, A during a seek to A seek A twice.
/// - The late end of a seek that ``directlySeek(_:)`` cancelled clears the slot of the direct seek.
/// - A seek that did not show its target also clears the next one.
public struct PlayerSeeker: Seeker {
  /// The target of the seek that this seeker assumes to be in flight, a frame index, or nil.
  public private(set) var current: Int?

  /// The target to seek after that, or nil.
  public private(set) var next: Int?

  /// The frame that the player reports as on screen: the old one until a seek has shown its target; nil for none.
  public private(set) var shown: Int?

  /// Makes a seeker whose player shows a frame, or nothing.
  public init(shown: Int? = nil) { self.shown = shown }

  /// Drops a request for the frame on screen; otherwise puts it in the next slot, and orders it if no seek is current.
  public mutating func request(_ frame: Int) -> SeekOrder? {
    guard frame != shown else { return nil }
    next = frame
    return current == nil ? startNext() : nil
  }

  /// Clears the current slot, no matter which seek ended, and then orders the next one if the target is shown.
  public mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder? {
    current = nil
    guard result == .shown else {
      next = nil
      return nil
    }
    shown = frame
    return startNext()
  }

  /// Orders a seek to `frame` at once, replacing the current and the next one.
  public mutating func directlySeek(_ frame: Int) -> SeekOrder {
    current = frame
    next = nil
    return SeekOrder(frame: frame, cancelsSeekInFlight: true)
  }

  private mutating func startNext() -> SeekOrder? {
    guard let frame = next else { return nil }
    current = frame
    next = nil
    return SeekOrder(frame: frame, cancelsSeekInFlight: false)
  }
}
