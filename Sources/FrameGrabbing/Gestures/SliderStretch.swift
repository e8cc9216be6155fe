/// Consecutive events that moved the value for the same reason, and by how much.
struct SliderStretch {
  /// Why the value moved.
  enum Reason: Hashable {
    /// The finger went along the slider at this speed; on a curve, at speeds from here on.
    case speed(Double)
    /// The knob closed the gap to the finger.
    case closing
    /// The value stood at an end while the finger went on, or came back from beyond it.
    case end
    /// The knob jumped: at touch-down, or where the speed changed.
    case jump
    /// Values are whole pixels, milliseconds or steps.
    case whole
    /// It was set without a finger.
    case set
    /// The lift was corrected.
    case corrected
    /// The touch was cancelled.
    case back
    /// What the model's doubles rounded away.
    case rounding

    var words: String {
      switch self {
      case .speed(let speed): "at \(Self.text(of: speed))×"
      case .closing: "closing up"
      case .end: "at an end"
      case .jump: "jumping"
      case .whole: "in whole steps"
      case .set: "set"
      case .corrected: "corrected"
      case .back: "cancelled"
      case .rounding: "rounding"
      }
    }

    /// A speed as people write it.
    static func text(of speed: Double) -> String {
      for (value, text) in [(0.5, "½"), (0.25, "¼"), (1.0 / 3, "⅓")] where speed == value { return text }
      return TableLayout.number(speed, upTo: 4)
    }

    /// The word for programs.
    var key: String {
      switch self {
      case .speed: "speed"
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
  }

  let reason: Reason
  /// The finger's way in points; 0 for another reason than a speed.
  var points = 0.0
  /// The change of the value, as a share of the range.
  var value: Double
}
