/// The length of a slider's range in time, for models that need it, and the step of its values.
public struct RangeLength: Hashable, Sendable {
  /// In seconds, 0 or more.
  public let seconds: Double
  /// The same in milliseconds, rounded down.
  public let milliseconds: Int64
  /// Values are whole multiples of this many microseconds; nil allows all values.
  public let step: Int64?

  /// Makes a length; a step is above 0.
  public init(seconds: Double, milliseconds: Int64, step: Int64? = nil) {
    (self.seconds, self.milliseconds, self.step) = (seconds, milliseconds, step)
  }

  /// The value from the low end on, of 0 to `span`, that HTML's rules for a step allow: the nearest multiple, half away
  /// from 0; one step less if that is above the range; without a multiple in the range, the value as it is.
  func stepped(_ value: Double, of span: Double, step: Int64) -> Double {
    let (length, step) = (seconds, Double(step) / 1_000_000)
    guard length > 0, step > 0 else { return value }
    var rounded = (value / span * length / step).rounded() * step
    if rounded > length { rounded -= step }
    return rounded < 0 || rounded > length ? value : rounded / length * span
  }
}
