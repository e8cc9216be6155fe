/// The length of one tick of a stream's timestamps, exactly.
public struct TimeBase: Hashable, Sendable {
  /// Seconds per tick, above 0.
  public let secondsPerTick: Rational

  /// Makes a time base of `numerator`/`denominator` seconds per tick, or `nil` unless that is above 0.
  public init?(_ numerator: Int64, _ denominator: Int64) {
    guard let seconds = Rational(numerator, denominator), seconds > .zero else { return nil }
    secondsPerTick = seconds
  }

  /// The duration of `ticks` in seconds, or `nil` when it does not fit.
  public func seconds(ofTicks ticks: Int64) -> Rational? {
    Rational(ticks).multiplied(by: secondsPerTick)
  }

  /// The last tick at or before `time` (seconds), exactly, or `nil` when it does not fit in 64 bits.
  public func lastTick(atOrBefore time: Rational) -> Int64? {
    ticks(at: WideRational(time)).floor
  }

  /// The tick nearest to `time` (seconds), half away from zero, or `nil` when it does not fit in 64 bits.
  public func nearestTick(to time: Rational) -> Int64? {
    ticks(at: WideRational(time)).nearest
  }

  /// An absolute time in seconds as an exact number of ticks.
  func ticks(at time: WideRational) -> WideRational {
    // Dividing by the length of a tick is multiplying by its reciprocal.
    time.scaled(by: secondsPerTick.denominator, over: secondsPerTick.numerator)
  }

  /// An exact number of ticks as an absolute time in seconds.
  func time(ofTicks ticks: WideRational) -> WideRational {
    ticks.scaled(by: secondsPerTick.numerator, over: secondsPerTick.denominator)
  }
}
