/// What a seeker wants of the player now: a seek to one frame.
public struct SeekOrder: Hashable, Sendable {
  /// The frame to show, a frame index.
  public let frame: Int

  /// Whether a seek still in flight is to be cancelled first; nothing is to be done about it if there is none.
  public let cancelsSeekInFlight: Bool

  /// Makes an order.
  public init(frame: Int, cancelsSeekInFlight: Bool) {
    self.frame = frame
    self.cancelsSeekInFlight = cancelsSeekInFlight
  }
}

/// How one seek ended.
public enum SeekResult: Hashable, Sendable {
  /// The target itself is on screen, not a frame near it.
  case shown
  /// The target cannot be shown, for a reason in plain words; the picture before it is still on screen.
  case failed(String)
  /// The seek was given up before its picture came, because it was cancelled or something else took the player.
  case abandoned
}

/// Turns requests for frames into seeks, as a state machine without a clock.
///
/// Whoever runs a seeker starts each seek that it orders, and says once how each of them ended.
public protocol Seeker: Sendable {
  /// Whether a request may order a seek that cancels the one in flight; false unless a seeker says otherwise.
  var cancelsOnRequest: Bool { get }

  /// Takes a request for a frame, and returns the seek to start now, or nil.
  mutating func request(_ frame: Int) -> SeekOrder?

  /// Takes the end of the seek to `frame`, and returns the seek to start now, or nil.
  mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder?
}

extension Seeker {
  /// False: seeks in flight are left to end.
  public var cancelsOnRequest: Bool { false }
}
