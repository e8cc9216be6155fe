/// Evenly spaced moments, each computed as an exact fraction, so that errors do not add up.
public struct TimeSeries: Hashable, Sendable {
  /// The first moment, in seconds from t = 0.
  public let first: Rational
  /// The distance from one moment to the next, in seconds, above 0.
  public let step: Rational
  /// The maximum number of moments, capped at `Int64.max`.
  public let count: Int64
  /// The time that the moments' parts cover together, in seconds from t = 0.
  private let start: Rational
  private let end: Rational
  /// The last moment, if it is the middle of a part that is shorter than the others.
  private let last: Rational?

  /// The moments from, from + step, from + 2 · step, …, before an end; times are in seconds.
  ///
  /// `nil` unless the step is above 0 and the end is after the start.
  public init?(every step: Rational, from: Rational, before end: Rational) {
    guard step > .zero, from < end else { return nil }
    (first, self.step, start, self.end, last) = (from, step, from, end, nil)
    let length = WideRational(end) - WideRational(from)
    count = length.scaled(by: step.denominator, over: step.numerator).ceiling ?? .max
  }

  /// The middles of the parts from, from + step, …, of which the last one ends at an end; times are in seconds.
  ///
  /// `nil` as for the series of their starts, or when the middles do not fit.
  public init?(middlesOfEach step: Rational, from: Rational, before end: Rational) {
    guard let starts = TimeSeries(every: step, from: from, before: end), let half = step.divided(by: Rational(2)),
      let first = from.adding(half), let lastStart = starts.time(starts.count - 1),
      let last = lastStart.adding(end).flatMap({ $0.divided(by: Rational(2)) })
    else { return nil }
    (self.first, self.step, count, start, self.end, self.last) = (first, step, starts.count, from, end, last)
  }

  /// The middles of `count` equal parts of the time between two moments, in seconds.
  ///
  /// `nil` unless the count is above 0 and the end is after the start, or when the parts are too small for a fraction
  /// of 64-bit integers.
  public init?(middlesOf count: Int64, from: Rational, to: Rational) {
    guard count > 0, from < to, let length = to.subtracting(from), let step = length.divided(by: Rational(count)),
      let half = step.divided(by: Rational(2)), let first = from.adding(half)
    else { return nil }
    (self.first, self.step, self.count, start, end, last) = (first, step, count, from, to, nil)
  }

  /// The moment with a 0-based number, in seconds from t = 0, or `nil` when it does not fit.
  public func time(_ number: Int64) -> Rational? {
    if let last, number == count - 1 { return last }
    return step.multiplied(by: Rational(number)).flatMap { first.adding($0) }
  }

  /// Where the part of a moment begins, or with the number `count` where the last one ends; `nil` when it does not fit.
  public func border(_ number: Int64) -> Rational? {
    number == count ? end : step.multiplied(by: Rational(number)).flatMap { start.adding($0) }
  }

  /// A moment as text that can be parsed again: decimals where nine digits are enough, else a fraction.
  public func text(_ number: Int64) -> String {
    guard let time = time(number) else { return "moment \(number)" }
    return (time.exactDecimal(upTo: 9) ?? time.description) + "s"
  }
}
