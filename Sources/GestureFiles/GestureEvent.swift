public import Scrubbing

/// One thing that happens to the slider: a touch, or a change of its value without a finger.
public enum GestureEvent: Hashable, Sendable {
  /// An event of the finger.
  case touch(Touch)
  /// An accessibility action: a twentieth of the range, at a time in microseconds.
  case adjust(Adjustment, timeInMicroseconds: Int64)
  /// So many frames forwards, or backwards if negative, at a time in microseconds.
  case step(frames: Int64, timeInMicroseconds: Int64)

  /// The way of an accessibility action.
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

  /// The touch; nil for what happens without a finger.
  public var touch: Touch? {
    if case .touch(let touch) = self { return touch }
    return nil
  }

  /// What it is called in a trace: a touch's phase, `increment`, `decrement` or `step`.
  public var name: String {
    switch self {
    case .touch(let touch): touch.phase.rawValue
    case .adjust(let adjustment, _): adjustment.rawValue
    case .step: "step"
    }
  }
}
