/// Moments at equal distances, each an exact fraction of its own, so that none drifts from its place.
public struct TimeSeries: Hashable, Sendable {
  /// The first moment, in seconds from t = 0.
  public let first: Rational
  /// From one moment to the next, in seconds, above 0.
  public let step: Rational
  /// How many moments there are at most; more than can be counted are as many as can.
  public let count: Int64

  /// The moments from, from + step, from + 2 · step, …, before an end; times are in seconds.
  ///
  /// `nil` unless the step is above 0 and the end behind the start.
  public init?(every step: Rational, from: Rational, before end: Rational) {
    guard step > .zero, from < end else { return nil }
    (first, self.step) = (from, step)
    let length = WideRational(end) - WideRational(from)
    count = length.scaled(by: step.denominator, over: step.numerator).ceiling ?? .max
  }

  /// The middles of `count` equal parts of the time between two moments, in seconds.
  ///
  /// `nil` unless the count is above 0 and the end behind the start, and when the parts are too small for a fraction
  /// of 64-bit integers.
  public init?(middlesOf count: Int64, from: Rational, to: Rational) {
    guard count > 0, from < to, let length = to.subtracting(from), let step = length.divided(by: Rational(count)),
      let half = step.divided(by: Rational(2)), let first = from.adding(half)
    else { return nil }
    (self.first, self.step, self.count) = (first, step, count)
  }

  /// A moment by its number from 0, in seconds from t = 0, or `nil` when it does not fit.
  public func time(_ number: Int64) -> Rational? {
    step.multiplied(by: Rational(number)).flatMap { first.adding($0) }
  }

  /// A moment in words that can be typed: decimals where nine are enough, else a fraction.
  public func text(_ number: Int64) -> String {
    guard let time = time(number) else { return "moment \(number)" }
    return (time.exactDecimal(upTo: 9) ?? time.description) + "s"
  }
}
