/// An exact fraction of two 64-bit integers, always in lowest terms with a positive denominator.
///
/// Times in this module are rationals in seconds. No operation rounds or traps: a result that does not fit is `nil`.
public struct Rational: Hashable, Sendable {
  /// The numerator, which carries the sign.
  public let numerator: Int64
  /// The denominator, at least 1.
  public let denominator: Int64

  /// Zero, as 0/1.
  public static let zero = Rational(0)

  /// Makes a whole number.
  public init(_ integer: Int64) {
    numerator = integer
    denominator = 1
  }

  /// Makes `numerator`/`denominator` in lowest terms.
  ///
  /// `nil` when `denominator` is 0 or the reduced fraction does not fit (moving the sign of a denominator of −2⁶³ can
  /// overflow).
  public init?(_ numerator: Int64, _ denominator: Int64) {
    self.init(reducing: Int128(numerator), over: Int128(denominator))
  }

  /// Makes a fraction from 128-bit parts, or `nil` when its lowest terms do not fit in 64 bits.
  init?(reducing numerator: Int128, over denominator: Int128) {
    guard denominator != 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let above = numerator.magnitude / divisor
    let below = denominator.magnitude / divisor
    guard let below = Int64(exactly: below), let above = Int128(exactly: above) else { return nil }
    let isNegative = (numerator < 0) != (denominator < 0)
    guard let signed = Int64(exactly: isNegative ? -above : above) else { return nil }
    self.numerator = signed
    self.denominator = below
  }

  /// The sum, or `nil` when it does not fit.
  public func adding(_ other: Rational) -> Rational? {
    // Each product is below 2^126 in magnitude, so the sum stays inside 128 bits.
    let above = Int128(numerator) * Int128(other.denominator) + Int128(other.numerator) * Int128(denominator)
    return Rational(reducing: above, over: Int128(denominator) * Int128(other.denominator))
  }

  /// The difference, or `nil` when it does not fit.
  public func subtracting(_ other: Rational) -> Rational? {
    let above = Int128(numerator) * Int128(other.denominator) - Int128(other.numerator) * Int128(denominator)
    return Rational(reducing: above, over: Int128(denominator) * Int128(other.denominator))
  }

  /// The product, or `nil` when it does not fit.
  public func multiplied(by other: Rational) -> Rational? {
    Rational(
      reducing: Int128(numerator) * Int128(other.numerator),
      over: Int128(denominator) * Int128(other.denominator))
  }

  /// The quotient, or `nil` when `other` is zero or the quotient does not fit.
  public func divided(by other: Rational) -> Rational? {
    Rational(
      reducing: Int128(numerator) * Int128(other.denominator),
      over: Int128(denominator) * Int128(other.numerator))
  }

  /// The negated value, or `nil` for the one numerator (−2⁶³) that cannot be negated.
  public var negated: Rational? {
    Rational(reducing: -Int128(numerator), over: Int128(denominator))
  }

  /// The greatest whole number ≤ this one.
  public var floor: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The least whole number ≥ this one.
  public var ceiling: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator > 0 ? quotient + 1 : quotient
  }
}

extension Rational: Comparable {
  /// Whether the left number is less, decided exactly by 128-bit cross products.
  public static func < (left: Rational, right: Rational) -> Bool {
    Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
  }
}

extension Rational: CustomStringConvertible {
  /// The exact value as `1001/30000`, or `3` for a whole number.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// Euclid's algorithm; for two zeros the result is 1, so that it is always a valid divisor.
func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
  var (larger, smaller) = (first, second)
  while smaller != 0 {
    // 128-bit division is slow: finish in 64 bits as soon as both fit.
    if let narrow = UInt64(exactly: larger), let other = UInt64(exactly: smaller) {
      var (a, b) = (narrow, other)
      while b != 0 { (a, b) = (b, a % b) }
      return UInt128(a)
    }
    (larger, smaller) = (smaller, larger % smaller)
  }
  return max(larger, 1)
}
