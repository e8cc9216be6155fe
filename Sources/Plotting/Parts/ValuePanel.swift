/// The value and the unadjusted value over time.
struct ValuePanel: PlotPart {
  let backdrop: Backdrop
  let events: [PlottedEvent]
  let hasUnadjusted: Bool
  let rangeStart: String?
  let rangeEnd: String?

  /// The ends of the axis in tenths: 0 and 10, or up to half a range beyond if the unadjusted value leaves the range.
  private let low: Int64
  private let high: Int64
  private let least: Double
  private let greatest: Double

  private let heading = 20.0
  private let inner: Double

  init(
    backdrop: Backdrop, events: [PlottedEvent], hasUnadjusted: Bool, rangeStart: String?, rangeEnd: String?
  ) {
    self.backdrop = backdrop
    self.hasUnadjusted = hasUnadjusted
    self.events = events
    self.rangeStart = rangeStart
    self.rangeEnd = rangeEnd
    var least = 0.0
    var greatest = 1.0
    for event in events {
      guard let unadjusted = event.unadjusted else { continue }
      least = min(least, unadjusted)
      greatest = max(greatest, unadjusted)
    }
    low = Int64((max(least, -0.5) * 10).rounded(.down))
    high = Int64((min(greatest, 1.5) * 10).rounded(.up))
    self.least = least
    self.greatest = greatest
    inner = 150 + Double(high - low - 10) * 6
  }

  var height: Double { heading + inner + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + heading
    // Room for the line itself at both ends.
    func y(_ value: Double) -> Double {
      let share = (Box.tamed(value) * 10 - Double(low)) / Double(high - low)
      return floor + 5 + (1 - min(max(share, 0), 1)) * (inner - 10)
    }
    backdrop.drawHeading("Value", words, on: &sheet, baseline: floor - 6)
    for (one, other) in [(floor, y(1)), (y(0), floor + inner)] where other - one > 6 {
      sheet.rectangle(
        Box(minX: axis.left, minY: one, maxX: axis.right, maxY: other), Paint(fill: Palette.outside))
    }
    backdrop.draw(on: &sheet, top: floor, height: inner)
    for mark in Ticks(from: low, through: high, atMost: 9).marks {
      let isEnd = mark == 0 || mark == 10
      let height = y(Double(mark) / 10)
      sheet.line(axis.left, height, axis.right, height, isEnd ? Palette.frame : Palette.gridLine)
      sheet.text(
        NumberText.label(Double(mark) / 10, decimals: 1), axis.left - 6, height + 3.7, size: 10.5, anchor: .end)
    }
    backdrop.drawBorder(on: &sheet, top: floor, height: inner)
    drawLines(on: &sheet, y: y)
    var labels: [(text: String, y: Double, isBold: Bool)] = []
    if let rangeEnd { labels.append((rangeEnd, y(1), false)) }
    if let rangeStart { labels.append((rangeStart, y(0), false)) }
    if let last = events.last {
      let x = axis.x(last.timeInMicroseconds)
      sheet.circle(x, y(last.value), radius: 4, Paint(fill: Palette.knob, stroke: "#FFFFFF", width: 1))
      labels.append((NumberText.label(last.value, decimals: 4), y(last.value), true))
    }
    backdrop.drawRightLabels(labels, on: &sheet, top: floor, height: inner)
  }

  private func drawLines(on sheet: inout Markup, y: (Double) -> Double) {
    let axis = backdrop.axis
    var value = StepLine()
    var unadjusted = StepLine()
    for event in events {
      let x = axis.x(event.timeInMicroseconds)
      value.addValue(x: x, y: y(event.value))
      if let place = event.unadjusted { unadjusted.addValue(x: x, y: y(place)) } else { unadjusted.lift(at: x) }
    }
    let end = events.last.map { axis.x($0.timeInMicroseconds) } ?? axis.left
    value.finish(at: end)
    unadjusted.finish(at: end)
    sheet.path(unadjusted.path, Palette.unadjustedLine)
    sheet.path(value.path, Palette.knobLine)
  }

  private var words: String {
    guard hasUnadjusted else { return "0 to 1 of the range" }
    let words = "0 to 1 of the range; dashed: unadjusted, where full speed without ends would lead"
    guard least < -0.5 || greatest > 1.5 else { return words }
    let beyond = [
      least < -0.5 ? "down to \(NumberText.label(least, decimals: 2))" : nil,
      greatest > 1.5 ? "up to \(NumberText.label(greatest, decimals: 2))" : nil,
    ]
    return "0 to 1 of the range; dashed: unadjusted, beyond the panel "
      + beyond.compactMap(\.self).joined(separator: " and ")
  }
}
