/// An exact fraction of any size, kept unreduced, for comparisons and rounding only.
struct WideRational: Sendable {
  let numerator: WideInteger
  /// Above 0.
  let denominator: WideInteger

  private init(_ numerator: WideInteger, over denominator: WideInteger) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ value: Rational) {
    self.init(WideInteger(value.numerator), over: WideInteger(value.denominator))
  }

  init(_ integer: Int64) {
    self.init(WideInteger(integer), over: WideInteger(1))
  }

  /// The exact value of a double as a fraction, or `nil` when it is not finite (IEEE 754 binary64, section 3.4).
  init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    let biased = Int(value.exponentBitPattern)
    // Subnormal numbers have the least normal exponent and no implicit leading bit.
    var significand = value.significandBitPattern
    var exponent = -1074
    if biased > 0 {
      significand |= 1 << 52
      exponent = biased - 1075
    }
    let zeros = significand == 0 ? 0 : significand.trailingZeroBitCount
    exponent += zeros
    let magnitude = WideInteger(magnitude: significand >> UInt64(zeros))
    let signed = value.sign == .minus ? -magnitude : magnitude
    self.init(
      signed.shiftedLeft(by: max(0, exponent)), over: WideInteger(1).shiftedLeft(by: max(0, -exponent)))
  }

  static func + (left: WideRational, right: WideRational) -> WideRational {
    if left.denominator == right.denominator {
      return WideRational(left.numerator + right.numerator, over: left.denominator)
    }
    return WideRational(
      left.numerator * right.denominator + right.numerator * left.denominator,
      over: left.denominator * right.denominator)
  }

  static func - (left: WideRational, right: WideRational) -> WideRational {
    left + WideRational(-right.numerator, over: right.denominator)
  }

  static func * (left: WideRational, right: WideRational) -> WideRational {
    WideRational(left.numerator * right.numerator, over: left.denominator * right.denominator)
  }

  /// Multiplied by `factor`/`divisor`, where `divisor` is above 0.
  func scaled(by factor: Int64, over divisor: Int64) -> WideRational {
    WideRational(numerator * WideInteger(factor), over: denominator * WideInteger(divisor))
  }

  var isNegative: Bool { numerator.isNegative }

  /// The greatest whole number ≤ this one, or `nil` when it needs more than 64 bits.
  var floor: Int64? {
    guard let (quotient, remainder) = numerator.dividingMagnitude(by: denominator) else { return nil }
    return signed(UInt128(quotient) + (isNegative && !remainder.isZero ? 1 : 0))
  }

  /// The least whole number ≥ this one, or `nil` when it needs more than 64 bits.
  var ceiling: Int64? {
    guard let (quotient, remainder) = numerator.dividingMagnitude(by: denominator) else { return nil }
    return signed(UInt128(quotient) + (!isNegative && !remainder.isZero ? 1 : 0))
  }

  /// The nearest whole number, half away from zero, or `nil` when it needs more than 64 bits.
  var nearest: Int64? {
    guard let (quotient, remainder) = numerator.dividingMagnitude(by: denominator) else { return nil }
    return signed(UInt128(quotient) + (remainder.shiftedLeft(by: 1) < denominator ? 0 : 1))
  }

  private func signed(_ magnitude: UInt128) -> Int64? {
    // The magnitude is at most 2^64, so it fits in Int128 with either sign.
    let value = Int128(magnitude)
    return Int64(exactly: isNegative ? -value : value)
  }
}

extension WideRational: Comparable {
  static func == (left: WideRational, right: WideRational) -> Bool {
    left.numerator * right.denominator == right.numerator * left.denominator
  }

  static func < (left: WideRational, right: WideRational) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }
}
