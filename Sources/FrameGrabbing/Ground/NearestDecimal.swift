import Timeline

extension Rational {
  /// The value as a decimal, rounded to the nearest, half upwards, without trailing zeros; for output that is only
  /// shown, such as a frame's time, and not parsed again.
  func nearestDecimal(upTo digits: Int) -> String {
    let power = (0..<min(max(digits, 0), 15)).reduce(Int64(1)) { power, _ in power * 10 }
    guard let half = Rational(1, 2), let scaled = multiplied(by: Rational(power))?.adding(half)?.floor else {
      return decimal(fractionDigits: digits)
    }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(power))
    var fraction = rest.padded(to: String(power).utf8.count - 1)
    while fraction.last == "0" { fraction.removeLast() }
    return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
