/// The order to the player to seek to one frame now.
public struct SeekOrder: Hashable, Sendable {
  /// The frame to show, a frame index.
  public let frame: Int

  /// Whether a seek in flight, if there is one, is to be cancelled first.
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
  /// The target cannot be shown, for the given reason; the previous picture is still on screen.
  case failed(String)
  /// The seek was given up before its picture came, because it was cancelled or something else used the player.
  case abandoned
}

/// A state machine without a clock that turns requests for frames into seeks.
///
/// The caller starts each seek that a seeker orders, and reports once how it ended.
public protocol Seeker: Sendable {
  /// Whether a request may order a seek that cancels the one in flight; false by default.
  var cancelsOnRequest: Bool { get }

  /// Takes a request for a frame, and returns the seek to start now, or nil.
  mutating func request(_ frame: Int) -> SeekOrder?

  /// Takes the end of the seek to `frame`, and returns the seek to start now, or nil.
  mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder?
}

extension Seeker {
  /// False: seeks in flight run to their end.
  public var cancelsOnRequest: Bool { false }
}
