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
    for (mark, text) in labels {
      sheet.line(x(mark), top, x(mark), top + 5, Paint(stroke: Palette.ink, width: 1))
      sheet.chip(text, x(mark), top + TimeAxis.baseline, size: TimeAxis.labelSize, anchor: .middle)
    }
    sheet.text(
      TimeAxis.unit, unitEnd, top + TimeAxis.baseline, size: TimeAxis.labelSize, anchor: .end, color: Palette.quiet)
  }

  /// The x coordinate nearest to `x` at which a vertical line crosses no label.
  func columnBetweenLabels(nearestTo x: Double) -> Double {
    let gap = 3.0
    func span(_ center: Double, _ text: String) -> ClosedRange<Double> {
      let half = TextMetrics.width(text, size: TimeAxis.labelSize) / 2 + gap
      return center - half...center + half
    }
    var taken = labels.map { span(self.x($0.mark), $0.text) }
    let unit = TextMetrics.width(TimeAxis.unit, size: TimeAxis.labelSize)
    taken.append(unitEnd - unit - gap...unitEnd + gap)
    let isFree = { (x: Double) in !taken.contains { $0.lowerBound < x && x < $0.upperBound } }
    guard !isFree(x) else { return x }
    // The free place nearest to an occupied one is at an end of a label, or of several that touch.
    let ends = taken.flatMap { [$0.lowerBound, $0.upperBound] }.filter(isFree)
    return ends.min { ($0 - x).magnitude < ($1 - x).magnitude } ?? x
  }

  /// The upper and lower edge of the labels, from the axis on.
  static let labelEdges = baseline - labelSize * 0.9...baseline + labelSize * 0.28

  private static let labelSize = 10.5
  private static let baseline = 18.0
  private static let unit = "seconds"
  private var unitEnd: Double { left - 20 }

  private var labels: [(mark: Int64, text: String)] {
    let (marks, decimals) = ticks(labelSize: TimeAxis.labelSize)
    return marks.map { ($0, NumberText.seconds($0, decimals: decimals)) }
  }
}
