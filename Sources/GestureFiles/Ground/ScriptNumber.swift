internal import Timeline

/// Numbers as gesture files have them, written for people: whole numbers without decimals.
enum ScriptNumber {
  private static let second: UInt64 = 1_000_000

  /// A double in the fewest digits that parse as the same double; `null`, which a gesture file refuses, for one that is
  /// not finite.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    // Up to here every whole number is a double, and its digits are no more than those of its exponent form.
    guard abs(number) < 0x1p53, let whole = Int64(exactly: number), whole != 0 || number.sign == .plus else {
      return number.description
    }
    return String(whole)
  }

  /// A number that was read from decimals, with as many as it needs.
  static func decimal(_ number: Rational) -> String {
    var text = Substring(number.decimal(fractionDigits: 18))
    while text.last == "0" { text.removeLast() }
    return String(text.last == "." ? text.dropLast() : text)
  }

  /// Microseconds as seconds, with the decimals that they need.
  static func seconds(_ time: Int64) -> String {
    let (whole, rest) = time.magnitude.quotientAndRemainder(dividingBy: second)
    var text = (time < 0 ? "-" : "") + String(whole)
    if rest > 0 {
      let digits = String(rest)
      var decimals = String(repeating: "0", count: 6 - digits.count) + digits
      while decimals.last == "0" { decimals.removeLast() }
      text += "." + decimals
    }
    return text
  }
}
