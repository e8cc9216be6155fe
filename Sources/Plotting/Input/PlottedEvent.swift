/// One line of a gesture's trace: what happened, and how the slider stood afterwards.
public struct PlottedEvent: Hashable, Sendable {
  /// When it happened, in microseconds.
  public var timeInMicroseconds: Int64

  /// What happened: `began`, `moved`, `stationary`, `ended`, `cancelled`, `corrected`, `timer`, `increment`,
  /// `decrement` or `step`. Another word is drawn as an event of its own kind.
  public var phase: String

  /// Where the finger was, in points; nil for what has no place.
  public var location: PlottedPoint?

  /// Whether the control tracks the finger after the event.
  public var isTracking: Bool

  /// The value after the event, 0 to 1.
  public var value: Double

  /// Where full speed without ends would have led; nil if the model has no such thing.
  public var unadjusted: Double?

  /// The scrubbing speed in force after the event.
  public var speed: Double

  /// The frame index that the value resolves to; nil if unknown.
  public var frame: Int?

  /// Why the one pulse of this event fired: `speed`, `min`, `max`; empty without a pulse.
  public var pulses: [String]

  /// Makes an event; the numbers must be finite, though none is trusted to be within its range.
  public init(
    timeInMicroseconds: Int64, phase: String, location: PlottedPoint? = nil, isTracking: Bool, value: Double,
    unadjusted: Double? = nil, speed: Double = 1, frame: Int? = nil, pulses: [String] = []
  ) {
    self.timeInMicroseconds = timeInMicroseconds
    self.phase = phase
    self.location = location
    self.isTracking = isTracking
    self.value = value
    self.unadjusted = unadjusted
    self.speed = speed
    self.frame = frame
    self.pulses = pulses
  }
}

/// The phases as the picture tells them apart.
enum EventKind: Hashable {
  case began, moved, stationary, ended, cancelled, corrected, timer, increment, decrement, step, other

  init(_ phase: String) {
    switch phase {
    case "moved": self = .moved
    case "began": self = .began
    case "stationary": self = .stationary
    case "ended": self = .ended
    case "cancelled": self = .cancelled
    case "corrected": self = .corrected
    case "timer": self = .timer
    case "increment": self = .increment
    case "decrement": self = .decrement
    case "step": self = .step
    default: self = .other
    }
  }

  /// The letter and the words of an event that is not of a finger; nil for touches.
  var mark: (letter: String, words: String)? {
    switch self {
    case .began, .moved, .stationary, .ended, .cancelled: nil
    case .corrected: ("c", "corrected on lift")
    case .timer: ("t", "timer")
    case .increment: ("+", "increment")
    case .decrement: ("−", "decrement")
    case .step: ("s", "step")
    case .other: ("?", "other event")
    }
  }

  /// All kinds that have a mark, in the order of the legend.
  static let marked: [EventKind] = [.increment, .decrement, .step, .corrected, .timer, .other]
}
