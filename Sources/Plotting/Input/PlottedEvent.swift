public import Scrubbing

/// One line of a gesture's trace: what happened, and the slider's state afterwards.
public struct PlottedEvent: Hashable, Sendable {
  /// When it happened, in microseconds.
  public var timeInMicroseconds: Int64

  /// What happened: `began`, `moved`, `stationary`, `ended`, `cancelled`, `corrected`, `timer`, `increment`,
  /// `decrement` or `step`. Any other word is drawn as "other event".
  public var phase: String

  /// Where the finger was, in points; nil for events without a location.
  public var location: Point?

  /// Whether the control tracks the finger after the event.
  public var isTracking: Bool

  /// The value after the event, 0 to 1.
  public var value: Double

  /// The value that full speed without limits would have given; nil if the model has none.
  public var unadjusted: Double?

  /// The scrubbing speed after the event.
  public var speed: Double

  /// The frame index that the value resolves to; nil if unknown.
  public var frame: Int?

  /// Why the one pulse of this event fired: `speed`, `min`, `max`; empty without a pulse.
  public var pulses: [String]

  /// Makes an event; the numbers must be finite, but may be out of range.
  public init(
    timeInMicroseconds: Int64, phase: String, location: Point? = nil, isTracking: Bool, value: Double,
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

extension [PlottedEvent] {
  /// The speeds over time; after a lift, the finger's last speed, not the one with which the next touch begins. On a
  /// curve, a move is reached by a slope.
  func speeds(isCurve: Bool) -> [(time: Int64, speed: Double, isSlope: Bool)] {
    var last = first?.speed ?? 1
    return map { event in
      let kind = EventKind(event.phase)
      switch kind {
      case .ended, .cancelled, .corrected: break
      default: last = event.speed
      }
      return (event.timeInMicroseconds, last, isCurve && kind == .moved)
    }
  }
}

/// The kinds of events that the picture distinguishes.
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

  /// The letter and the label of an event that is not a touch; nil for touches.
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
