// Conversion between decimal digits and fractions.
extension Rational {
  /// The value in decimals, rounded up (towards +∞) at `fractionDigits` digits after the point, or down (towards −∞).
  ///
  /// Because the printed start of a frame is rounded up, that frame is on screen at the printed time. A negative number
  /// of digits counts as 0.
  public func decimal(fractionDigits: Int, roundingUp: Bool = true) -> String {
    // Up to 18 digits one division does it: 2^63 times 10^18 is below 2^128.
    if (0...18).contains(fractionDigits) {
      let power = (0..<fractionDigits).reduce(UInt128(1)) { power, _ in power * 10 }
      var (scaled, rest) = (UInt128(numerator.magnitude) * power).quotientAndRemainder(dividingBy: UInt128(denominator))
      // Rounding away from zero is up for a positive number and down for a negative one.
      if rest != 0, roundingUp != (numerator < 0) { scaled += 1 }
      (scaled, rest) = scaled.quotientAndRemainder(dividingBy: power)
      let sign = numerator < 0 && (scaled != 0 || rest != 0) ? "-" : ""
      let whole = UInt64(exactly: scaled).map { String($0) } ?? String(scaled)
      guard fractionDigits > 0 else { return sign + whole }
      return sign + whole + "." + UInt64(truncatingIfNeeded: rest).padded(to: fractionDigits)
    }
    let divisor = UInt128(denominator)
    let isNegative = numerator < 0
    var whole = UInt128(numerator.magnitude) / divisor
    var remainder = UInt128(numerator.magnitude) % divisor
    var digits: [UInt8] = []
    while digits.count < fractionDigits {
      remainder *= 10
      digits.append(UInt8(truncatingIfNeeded: remainder / divisor))
      remainder %= divisor
    }
    // Rounding away from zero is up for a positive number and down for a negative one.
    if remainder != 0, roundingUp != isNegative {
      var index = digits.count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 { digits[index] += 1 } else { whole += 1 }
    }
    let isZero = whole == 0 && digits.allSatisfy { $0 == 0 }
    let sign = isNegative && !isZero ? "-" : ""
    let fraction = digits.map { String($0) }.joined()
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }

  /// The exact value with as few decimals as possible, or `nil` when it needs more than `limit`.
  func exactDecimal(upTo limit: Int) -> String? {
    var remainder = UInt128(numerator.magnitude) % UInt128(denominator)
    var digits = 0
    while remainder != 0, digits < limit {
      remainder = remainder * 10 % UInt128(denominator)
      digits += 1
    }
    return remainder == 0 ? decimal(fractionDigits: digits) : nil
  }

  /// The value for messages: exact with up to 3 decimals, otherwise truncated after 3 (29.97 and 23.976 for NTSC
  /// rates).
  func shortDecimal() -> String {
    if let exact = exactDecimal(upTo: 3) { return exact }
    var text = decimal(fractionDigits: 3, roundingUp: false)
    while text.last == "0" { text.removeLast() }
    return text.last == "." ? String(text.dropLast()) : text
  }

  /// Makes the value of the decimal number `whole`.`fraction`; each part is ASCII digits or empty.
  ///
  /// Any number of digits is allowed if the value in lowest terms fits; otherwise `nil`.
  init?(wholeDigits whole: ArraySlice<UInt8>, fractionDigits fraction: ArraySlice<UInt8>) {
    let zero = UInt8(ascii: "0")
    var fraction = fraction
    while fraction.last == zero { fraction.removeLast() }
    let whole = whole.drop { $0 == zero }
    // A fraction whose last digit is not 0 keeps 2 or 5 to the power of its length in its denominator, and 2^63 is
    // already too large. So the number of digits is bounded for any input.
    guard whole.count <= 19, fraction.count <= 62 else { return nil }
    var value = WideInteger(0)
    for digit in whole + fraction {
      value = value * WideInteger(10) + WideInteger(Int64(digit) - Int64(zero))
    }
    var twos = fraction.count
    var fives = fraction.count
    while twos > 0, let half = value.exactQuotient(by: 2) {
      value = half
      twos -= 1
    }
    while fives > 0, let fifth = value.exactQuotient(by: 5) {
      value = fifth
      fives -= 1
    }
    var denominator: Int64 = 1
    for factor in [Int64](repeating: 2, count: twos) + [Int64](repeating: 5, count: fives) {
      let (product, overflow) = denominator.multipliedReportingOverflow(by: factor)
      guard !overflow else { return nil }
      denominator = product
    }
    guard value.words.count <= 1, let numerator = Int64(exactly: value.words.first ?? 0) else { return nil }
    self.init(numerator, denominator)
  }
}

extension WideInteger {
  /// This number divided by a small one, or `nil` when there is a remainder.
  fileprivate func exactQuotient(by divisor: UInt64) -> WideInteger? {
    var quotient = words
    var remainder: UInt64 = 0
    for index in quotient.indices.reversed() {
      (quotient[index], remainder) = divisor.dividingFullWidth((remainder, quotient[index]))
    }
    return remainder == 0 ? WideInteger(words: quotient, isNegative: isNegative) : nil
  }
}
