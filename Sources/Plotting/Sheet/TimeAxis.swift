/// The time axis that all panels share.
struct TimeAxis {
  /// The moment at the left end, in microseconds.
  let low: Int64

  /// The moment at the right end, in microseconds; later than `low`.
  let high: Int64

  /// The left end in pixels.
  let left: Double

  /// The right end in pixels.
  let right: Double

  /// Makes an axis from the first to the last moment; if they are the same, half a second is added on both sides.
  init(first: Int64, last: Int64, left: Double, right: Double) {
    if last > first {
      low = first
      high = last
    } else {
      let half: Int64 = 500_000
      low = first < .min + half ? .min : first - half
      high = first > .max - half ? .max : first + half
    }
    self.left = left
    self.right = right
  }

  /// The x coordinate of a moment in pixels, clamped to the axis.
  func x(_ time: Int64) -> Double {
    guard time > low else { return left }
    guard time < high else { return right }
    let share = Double(UInt64(bitPattern: time &- low)) / Double(UInt64(bitPattern: high &- low))
    return left + share * (right - left)
  }

  /// The ticks, in microseconds, as many as there is room for labels, and the decimals of a second that the labels
  /// need.
  func ticks(labelSize: Double) -> (marks: [Int64], decimals: Int) {
    for limit in stride(from: 11, through: 2, by: -1) {
      let ticks = Ticks(from: low, through: high, atMost: limit)
      let decimals = TimeAxis.decimals(step: ticks.step)
      let widest =
        ticks.marks.map {
          TextMetrics.width(NumberText.seconds($0, decimals: decimals), size: labelSize)
        }.max() ?? 0
      let pitch = Double(ticks.step) / Double(UInt64(bitPattern: high &- low)) * (right - left)
      if pitch >= widest + 14 { return (ticks.marks, decimals) }
    }
    let ticks = Ticks(from: low, through: high, atMost: 1)
    return (ticks.marks, TimeAxis.decimals(step: ticks.step))
  }

  private static func decimals(step: Int64) -> Int {
    var decimals = 6
    var rest = step
    while decimals > 0, rest % 10 == 0 {
      rest /= 10
      decimals -= 1
    }
    return decimals
  }

  /// Writes the axis line at `top`, with its ticks and labels below it.
  func draw(on sheet: inout Markup, top: Double) {
    sheet.line(left, top, right, top, Paint(stroke: Palette.ink, width: 1))
    let (marks, decimals) = ticks(labelSize: 10.5)
    for mark in marks {
      sheet.line(x(mark), top, x(mark), top + 5, Paint(stroke: Palette.ink, width: 1))
      sheet.chip(NumberText.seconds(mark, decimals: decimals), x(mark), top + 16, size: 10.5, anchor: .middle)
    }
    sheet.text("seconds", left - 20, top + 16, size: 10.5, anchor: .end, color: Palette.quiet)
  }
}
