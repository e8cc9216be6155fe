/// Evenly spaced moments, each computed as an exact fraction, so that errors do not add up.
public struct TimeSeries: Hashable, Sendable {
  /// The first moment, in seconds from t = 0.
  public let first: Rational
  /// The distance from one moment to the next, in seconds, above 0.
  public let step: Rational
  /// The maximum number of moments, capped at `Int64.max`.
  public let count: Int64

  /// The moments from, from + step, from + 2 · step, …, before an end; times are in seconds.
  ///
  /// `nil` unless the step is above 0 and the end is after the start.
  public init?(every step: Rational, from: Rational, before end: Rational) {
    guard step > .zero, from < end else { return nil }
    (first, self.step) = (from, step)
    let length = WideRational(end) - WideRational(from)
    count = length.scaled(by: step.denominator, over: step.numerator).ceiling ?? .max
  }

  /// The middles of `count` equal parts of the time between two moments, in seconds.
  ///
  /// `nil` unless the count is above 0 and the end is after the start, or when the parts are too small for a fraction
  /// of 64-bit integers.
  public init?(middlesOf count: Int64, from: Rational, to: Rational) {
    guard count > 0, from < to, let length = to.subtracting(from), let step = length.divided(by: Rational(count)),
      let half = step.divided(by: Rational(2)), let first = from.adding(half)
    else { return nil }
    (self.first, self.step, self.count) = (first, step, count)
  }

  /// The moment with a 0-based number, in seconds from t = 0, or `nil` when it does not fit.
  public func time(_ number: Int64) -> Rational? {
    step.multiplied(by: Rational(number)).flatMap { first.adding($0) }
  }

  /// A moment as text that can be parsed again: decimals where nine digits are enough, else a fraction.
  public func text(_ number: Int64) -> String {
    guard let time = time(number) else { return "moment \(number)" }
    return (time.exactDecimal(upTo: 9) ?? time.description) + "s"
  }
}
