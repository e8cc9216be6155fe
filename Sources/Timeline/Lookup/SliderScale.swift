/// The exact mapping of a slider's values 0 to 1 to a range of time, in ticks of a stream.
public struct SliderScale: Sendable {
  private let timeBase: TimeBase
  private let origin: WideRational
  private let from: WideRational
  private let length: WideRational
  /// The same in ticks, where it fits in 64-bit fractions, for the fast path without heap allocations.
  private let narrow: (start: Rational, length: Rational)?

  /// Makes a scale from `from` to `to` seconds after t = 0, which is `origin` seconds after the stream's zero.
  public init(from: Rational, to: Rational, origin: Rational, timeBase: TimeBase) {
    self.timeBase = timeBase
    self.origin = WideRational(origin)
    self.from = WideRational(from)
    length = WideRational(to) - self.from
    if let start = origin.adding(from)?.divided(by: timeBase.secondsPerTick),
      let length = to.subtracting(from)?.divided(by: timeBase.secondsPerTick)
    {
      narrow = (start, length)
    } else {
      narrow = nil
    }
  }

  /// The tick nearest to the time at a value, half away from zero.
  ///
  /// The double is converted to a fraction without rounding, so that floating point never decides between two ticks.
  /// `nil` when the value is not finite or the tick does not fit in 64 bits.
  public func nearestTick(at value: Double) -> Int64? {
    if let tick = narrowTick(at: value) { return tick }
    guard let fraction = WideRational(exactly: value) else { return nil }
    return timeBase.ticks(at: origin + from + fraction * length).nearest
  }

  /// The same in 128 bits; `nil` when they are not enough.
  private func narrowTick(at value: Double) -> Int64? {
    // A smaller value has too many fraction bits.
    guard let narrow, value > 0x1p-9, value <= 1 else { return nil }
    // value = significand / 2^shift, and a double of 2^-9 or more has a shift of at most 61.
    let shift = 52 - Int(value.exponent)
    let significand = Int128(value.significandBitPattern | 1 << 52)
    // start + value · length, over the denominators' product times 2^shift.
    let (start, length) = (narrow.start, narrow.length)
    let (left, leftOverflows) = (Int128(start.numerator) * Int128(length.denominator))
      .multipliedReportingOverflow(by: Int128(1) << Int128(shift))
    let (product, productOverflows) = (Int128(length.numerator) * Int128(start.denominator))
      .multipliedReportingOverflow(by: significand)
    let (sum, sumOverflows) = left.addingReportingOverflow(product)
    let (below, belowOverflows) = (Int128(start.denominator) * Int128(length.denominator))
      .multipliedReportingOverflow(by: Int128(1) << Int128(shift))
    guard !leftOverflows, !productOverflows, !sumOverflows, !belowOverflows else { return nil }
    let (quotient, rest) = sum.magnitude.quotientAndRemainder(dividingBy: below.magnitude)
    let rounded = quotient + (rest >= below.magnitude - rest ? 1 : 0)
    guard let magnitude = Int64(exactly: rounded) else { return nil }
    return sum < 0 ? -magnitude : magnitude
  }
}

extension TimeBase {
  /// The tick nearest to `origin + from + fraction · (to − from)` seconds, half away from zero.
  ///
  /// The double is converted to a fraction without rounding, so that floating point never decides between two ticks.
  /// `nil` when `fraction` is not finite or the tick does not fit in 64 bits.
  public func nearestTick(origin: Rational, from: Rational, to: Rational, fraction: Double) -> Int64? {
    SliderScale(from: from, to: to, origin: origin, timeBase: self).nearestTick(at: fraction)
  }
}
