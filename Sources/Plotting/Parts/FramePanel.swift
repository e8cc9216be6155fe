/// The frame index over time.
struct FramePanel: PlotPart {
  let backdrop: Backdrop
  let events: [PlottedEvent]
  let frameCount: Int?

  private let low: Int64
  private let high: Int64
  private let heading = 20.0
  private let inner = 110.0

  /// Makes the panel; nil if no frame is known.
  init?(backdrop: Backdrop, events: [PlottedEvent], frameCount: Int?) {
    let frames = events.lazy.compactMap(\.frame)
    guard let low = frames.min(), let high = frames.max() else { return nil }
    self.low = Int64(low)
    self.high = Int64(high)
    self.backdrop = backdrop
    self.events = events
    self.frameCount = frameCount
  }

  var height: Double { heading + inner + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + heading
    let span = Double(UInt64(bitPattern: high &- low))
    func y(_ frame: Int64) -> Double {
      let share = span > 0 ? Double(UInt64(bitPattern: frame &- low)) / span : 0.5
      return floor + 8 + (1 - share) * (inner - 16)
    }
    var words = NumberText.whole(low)
    words = low == high ? "always " + words : words + " to " + NumberText.whole(high)
    if let frameCount, frameCount > 0 { words += ", of 0 to \(frameCount - 1) in the video" }
    backdrop.drawHeading("Frame index", words, on: &sheet, baseline: floor - 6)
    backdrop.draw(on: &sheet, top: floor, height: inner)
    for mark in Ticks(from: low, through: high, atMost: 6).marks {
      sheet.line(axis.left, y(mark), axis.right, y(mark), Palette.gridLine)
      let label = TextMetrics.fitted(NumberText.whole(mark), size: 10.5, width: axis.left - 6 - Page.left)
      sheet.text(label, axis.left - 6, y(mark) + 3.7, size: 10.5, anchor: .end)
    }
    backdrop.drawBorder(on: &sheet, top: floor, height: inner)
    var line = StepLine()
    for event in events {
      let x = axis.x(event.timeInMicroseconds)
      if let frame = event.frame { line.addValue(x: x, y: y(Int64(frame))) } else { line.lift(at: x) }
    }
    guard let last = events.last else { return }
    let x = axis.x(last.timeInMicroseconds)
    line.finish(at: x)
    sheet.path(line.path, Palette.knobLine)
    guard let frame = last.frame else { return }
    sheet.circle(x, y(Int64(frame)), radius: 4, Paint(fill: Palette.knob, stroke: "#FFFFFF", width: 1))
    backdrop.drawRightLabels(
      [(NumberText.whole(Int64(frame)), y(Int64(frame)), true)], on: &sheet, top: floor, height: inner)
  }
}
