extension Unicode.Scalar {
  /// The code point in four or more hexadecimal digits, as `\u` and `U+` have it.
  func digits(uppercase: Bool) -> String {
    let digits = String(value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
