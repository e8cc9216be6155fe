public import Scrubbing

/// An event on the slider: a touch, or a change of its value without a finger.
public enum GestureEvent: Hashable, Sendable {
  /// A touch event.
  case touch(Touch)
  /// An accessibility action, which moves by a twentieth of the range, at a time in microseconds.
  case adjust(Adjustment, timeInMicroseconds: Int64)
  /// A step by a number of frames, backwards if negative, at a time in microseconds.
  case step(frames: Int64, timeInMicroseconds: Int64)

  /// The direction of an accessibility action.
  public enum Adjustment: String, CaseIterable, Hashable, Sendable {
    /// Towards the end of the range.
    case increment
    /// Towards its start.
    case decrement

    /// The change of a value from 0 to 1; Frame Grabber's accessible slider moves by 5 %.
    public var change: Double { self == .increment ? 0.05 : -0.05 }
  }

  /// When it happens, in microseconds.
  public var timeInMicroseconds: Int64 {
    switch self {
    case .touch(let touch): touch.timeInMicroseconds
    case .adjust(_, let time), .step(_, let time): time
    }
  }

  /// The touch; nil for a change without a finger.
  public var touch: Touch? {
    if case .touch(let touch) = self { return touch }
    return nil
  }

  /// Its name in a trace: a touch's phase, `increment`, `decrement` or `step`.
  public var name: String {
    switch self {
    case .touch(let touch): touch.phase.rawValue
    case .adjust(let adjustment, _): adjustment.rawValue
    case .step: "step"
    }
  }
}
