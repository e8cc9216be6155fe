import Timeline

extension Rational {
  /// The double nearest to a value from 0 to 1, rounded once, ties to even.
  var nearestDouble: Double {
    guard numerator > 0 else { return 0 }
    // The quotient gets at least 55 bits, more than a double keeps, and a sticky bit that says whether anything is
    // left.
    let shift = max(0, 56 + denominator.significantBits - numerator.significantBits)
    guard shift < 120 else { return 0 }
    let (quotient, rest) = (UInt128(numerator) << UInt128(shift)).quotientAndRemainder(dividingBy: UInt128(denominator))
    let sticky = quotient << 1 | (rest == 0 ? 0 : 1)
    return Double(sticky) * Double(sign: .plus, exponent: -(shift + 1), significand: 1)
  }
}

extension Int64 {
  fileprivate var significantBits: Int { Int64.bitWidth - leadingZeroBitCount }
}
