extension FixedWidthInteger {
  /// The digits of a number that is not negative, with zeros before them until there are `count`; letters are small.
  package func padded(to count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
