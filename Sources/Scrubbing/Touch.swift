/// A point on the screen, in points: x to the right, y downwards.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin, in points.
  public let x: Double

  /// The distance below the origin, in points.
  public let y: Double

  /// Makes the point at `x`, `y`, in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }
}

/// The phase of a touch event.
public enum Phase: String, CaseIterable, Hashable, Sendable {
  /// The finger touched down.
  case began
  /// The finger moved.
  case moved
  /// The finger rests; nothing is delivered to the control.
  case stationary
  /// The finger lifted.
  case ended
  /// The system cancelled the touch.
  case cancelled

  /// Whether an event of this phase may have no location.
  public var mayLackLocation: Bool { self == .ended || self == .cancelled }
}

/// One event of a gesture's single finger.
public struct Touch: Hashable, Sendable {
  /// When the event happened, in whole microseconds from any origin.
  public let timeInMicroseconds: Int64

  /// What happened.
  public let phase: Phase

  /// Where it happened, in points; nil only for `ended` and `cancelled`, which then use the last location.
  public let location: Point?

  /// Makes an event; it is checked when a scrubber handles it.
  public init(timeInMicroseconds: Int64, phase: Phase, location: Point?) {
    self.timeInMicroseconds = timeInMicroseconds
    self.phase = phase
    self.location = location
  }
}
