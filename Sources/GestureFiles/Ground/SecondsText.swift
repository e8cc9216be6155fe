/// Microseconds written as seconds, with the decimals that they need.
struct SecondsText: CustomStringConvertible {
  let microseconds: Int64

  init(_ microseconds: Int64) {
    self.microseconds = microseconds
  }

  var description: String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (microseconds < 0 ? "-" : "") + String(whole)
    if rest > 0 {
      let digits = String(rest)
      var decimals = String(repeating: "0", count: 6 - digits.count) + digits
      while decimals.last == "0" { decimals.removeLast() }
      text += "." + decimals
    }
    return text
  }
}
