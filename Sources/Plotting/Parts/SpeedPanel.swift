import Scrubbing

/// The scrubbing speed over time.
struct SpeedPanel: PlotPart {
  let backdrop: Backdrop
  let events: [PlottedEvent]
  let scale: SpeedScale
  let zones: [SpeedTable.Entry]
  let isCurve: Bool

  private let heading = 20.0

  var height: Double { heading + scale.height + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + heading
    let words = scale.rows == nil ? "on a logarithmic scale" : !zones.isEmpty ? "shaded as the zones above" : ""
    backdrop.drawHeading("Speed", words, on: &sheet, baseline: floor - 6)
    if let rows = scale.rows {
      for speed in rows {
        let middle = scale.y(speed, top: floor)
        let band = Box(
          minX: axis.left, minY: speed == rows.first ? floor : middle - 10, maxX: axis.right,
          maxY: speed == rows.last ? floor + scale.height : middle + 10)
        sheet.rectangle(band, Paint(fill: Palette.tint(speed)))
      }
    }
    backdrop.draw(on: &sheet, top: floor, height: scale.height)
    let style = SpeedWords(scale.labels + zones.map(\.speed))
    for speed in scale.labels {
      let middle = scale.y(speed, top: floor)
      if scale.rows == nil { sheet.line(axis.left, middle, axis.right, middle, Palette.gridLine) }
      let label = TextMetrics.fitted(style.text(speed) + "×", size: 10.5, width: axis.left - 6 - Page.left)
      sheet.text(label, axis.left - 6, middle + 3.7, size: 10.5, anchor: .end)
    }
    backdrop.drawBorder(on: &sheet, top: floor, height: scale.height)
    var line = StepLine()
    for (time, speed, isSlope) in events.speeds(isCurve: isCurve) {
      line.addValue(x: axis.x(time), y: scale.y(speed, top: floor), isSlope: isSlope)
    }
    line.finish(at: events.last.map { axis.x($0.timeInMicroseconds) } ?? axis.left)
    sheet.path(line.path, Palette.speedLine)
  }
}
