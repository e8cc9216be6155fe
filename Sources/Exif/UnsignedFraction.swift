import Timeline

/// A fraction of two 32-bit numbers, the type RATIONAL of TIFF.
struct UnsignedFraction: Hashable {
  let numerator: UInt32
  let denominator: UInt32

  init(_ whole: UInt32) {
    numerator = whole
    denominator = 1
  }

  /// Makes the exact fraction if it fits, else the nearest multiple of `1/steps`; `nil` when it is negative or too
  /// large.
  init?(_ value: Rational, steps: Int64) {
    if let numerator = UInt32(exactly: value.numerator), let denominator = UInt32(exactly: value.denominator) {
      self.numerator = numerator
      self.denominator = denominator
      return
    }
    guard let nearest = value.nearest(inSteps: steps), let numerator = UInt32(exactly: nearest),
      let denominator = UInt32(exactly: steps)
    else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension Rational {
  /// The nearest multiple of `1/steps`, as a number of steps; halves are rounded up.
  func nearest(inSteps steps: Int64) -> Int64? {
    guard let half = Rational(1, 2) else { return nil }
    return multiplied(by: Rational(steps))?.adding(half)?.floor
  }

  /// The absolute value.
  var magnitude: Rational? { self < .zero ? negated : self }
}
