/// Consecutive events that moved the value for the same reason, and by how much.
struct SliderStretch {
  /// Why the value moved.
  enum Reason: Hashable {
    /// The finger went along the slider at this speed.
    case speed(Double)
    /// It went at the speeds between two entries of a table, on a curve.
    case curve(Double, Double)
    /// The knob closed the gap to the finger.
    case closing
    /// The value stayed at an end while the finger moved beyond it, or came back from there.
    case end
    /// The knob jumped: at touch-down, or where the speed changed.
    case jump
    /// The value was rounded to whole pixels, milliseconds or steps.
    case whole
    /// It was set without a finger.
    case set
    /// The lift was corrected.
    case corrected
    /// The touch was cancelled, so the value went back.
    case back
    /// A rounding error of doubles.
    case rounding

    /// The word for programs.
    var key: String {
      switch self {
      case .speed: "speed"
      case .curve: "curve"
      case .closing: "closing"
      case .end: "end"
      case .jump: "jump"
      case .whole: "whole"
      case .set: "set"
      case .corrected: "corrected"
      case .back: "back"
      case .rounding: "rounding"
      }
    }

    /// The speed, or the two that it was between; nil for another reason.
    var speeds: [Double]? {
      switch self {
      case .speed(let speed): [speed]
      case .curve(let near, let far): [near, far]
      default: nil
      }
    }
  }

  let reason: Reason
  /// The finger's way in points; 0 for another reason than a speed.
  var points = 0.0
  /// The change of the value, as a share of the range.
  var value: Double
  /// When it began and when it ended, in microseconds.
  var span: ClosedRange<Int64>

  /// A change of the value that is less than this does not show in any video.
  static let leastShown = 0x1p-40

  /// Whether it is large enough to be listed.
  var isShown: Bool { reason != .rounding || abs(value) >= Self.leastShown }
}
