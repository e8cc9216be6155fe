/// Evenly spaced whole numbers on an axis, a step of 1, 2 or 5 times a power of ten apart.
struct Ticks: Equatable {
  /// The distance from one tick to the next, above 0.
  let step: Int64

  /// The multiples of the step from the low to the high end, both included.
  let marks: [Int64]

  /// Makes the finest ticks of which there are at most `limit` (at least 1); the ends may be in either order.
  init(from one: Int64, through other: Int64, atMost limit: Int) {
    let low = min(one, other)
    let high = max(one, other)
    let allowed = UInt64(max(1, min(limit, 1000)))
    var step: Int64 = 1
    while Ticks.count(low, high, step) > allowed, let next = Ticks.step(after: step) { step = next }
    self.step = step
    var marks: [Int64] = []
    let first = Ticks.ceiling(low, step)
    // At most `allowed` ticks, so that neither the sum nor the product overflows.
    for index in 0..<Int64(min(Ticks.count(low, high, step), allowed)) { marks.append((first + index) * step) }
    self.marks = marks
  }

  /// The next of 1, 2, 5, 10, 20, 50, …; nil after the greatest.
  static func step(after step: Int64) -> Int64? {
    var unit: Int64 = 1
    while step / unit >= 10 { unit *= 10 }
    let factor: Int64 =
      switch step / unit {
      case 1: 2
      case 2: 5
      default: 10
      }
    let (next, overflow) = unit.multipliedReportingOverflow(by: factor)
    return overflow ? nil : next
  }

  /// The greatest step that is not above `bound`; 1 if there is none.
  static func greatestStep(notAbove bound: Double) -> Int64 {
    var step: Int64 = 1
    while let next = Ticks.step(after: step), Double(next) <= bound { step = next }
    return step
  }

  private static func count(_ low: Int64, _ high: Int64, _ step: Int64) -> UInt64 {
    let first = ceiling(low, step)
    let last = floor(high, step)
    guard last >= first else { return 0 }
    let (count, overflow) = UInt64(bitPattern: last &- first).addingReportingOverflow(1)
    return overflow ? .max : count
  }

  private static func floor(_ value: Int64, _ step: Int64) -> Int64 {
    let quotient = value / step
    return value % step < 0 ? quotient - 1 : quotient
  }

  private static func ceiling(_ value: Int64, _ step: Int64) -> Int64 {
    let quotient = value / step
    return value % step > 0 ? quotient + 1 : quotient
  }
}
