/// The length of a slider's range in time, for models that need it, and the steps of its values.
public struct RangeLength: Hashable, Sendable {
  /// In seconds, 0 or more.
  public let seconds: Double
  /// The same in milliseconds, rounded down.
  public let milliseconds: Int64
  /// The steps that the range has; nil allows all values.
  public let steps: Steps?

  /// How many steps a range has.
  public struct Steps: Hashable, Sendable {
    /// Their number; 0 for a range without length, and not whole if it ends within a step.
    let count: Double
    /// The whole ones among them; computed without rounding, so that a range of 24 steps has 24.
    let whole: Double

    /// Makes a number of steps.
    public init(count: Double, whole: Double) { (self.count, self.whole) = (count, whole) }
  }

  /// Makes a length.
  public init(seconds: Double, milliseconds: Int64, steps: Steps? = nil) {
    (self.seconds, self.milliseconds, self.steps) = (seconds, milliseconds, steps)
  }
}

extension RangeLength.Steps {
  /// The value from the low end on, of 0 to `span`, that HTML's rules for a step allow: the nearest multiple, half away
  /// from 0; one step less if that is above the range.
  func stepped(_ value: Double, of span: Double) -> Double {
    guard count > 0 else { return value }
    let steps = min((value / span * count).rounded(), whole)
    return steps / count * span
  }
}
