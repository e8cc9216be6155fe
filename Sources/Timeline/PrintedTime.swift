extension FrameTable {
  /// The start of frame `index` in decimal seconds, rounded up, with at least 3 digits after the point and as many
  /// more as it takes that the frame is still on screen at the printed time.
  ///
  /// A frame that another one of the same start hides shares its printed time. The exact fraction where 18 digits are
  /// not enough. `nil` when there is no such frame or its time does not fit.
  public func printedTime(ofFrame index: Int) -> String? {
    guard let start = time(ofFrame: index) else { return nil }
    let next = frames[(index + 1)...].firstIndex { $0.tick > frames[index].tick }
    let limit = next.map { time(ofFrame: $0) } ?? end
    var power: Int128 = 1000
    for digits in 3...18 {
      // The numerator is at most 2^63 and the power 10^18, so the product stays inside 128 bits.
      let (quotient, remainder) = (Int128(start.numerator) * power)
        .quotientAndRemainder(dividingBy: Int128(start.denominator))
      let printed = Rational(reducing: quotient + (remainder > 0 ? 1 : 0), over: power)
      guard let printed, let limit else { break }
      // The last frame is still on screen at its very end.
      if next == nil ? printed <= limit : printed < limit { return start.decimal(fractionDigits: digits) }
      power *= 10
    }
    return start.description
  }
}
