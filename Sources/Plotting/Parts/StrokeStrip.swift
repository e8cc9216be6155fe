/// When the finger was down, and the events that are not touches.
struct StrokeStrip: PlotPart {
  let backdrop: Backdrop
  let strokes: [Stroke]
  let marks: [(time: Int64, kind: EventKind)]

  private var hasMarks: Bool { !marks.isEmpty }
  private let row = 20.0

  var height: Double { row + (hasMarks ? row : 0) + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    backdrop.draw(on: &sheet, top: top, height: height - 12)
    sheet.text("finger down", axis.left - 6, top + 13.5, size: 10.5, anchor: .end)
    var tracked = PathData()
    var ignored = PathData()
    // Bars that begin in the same pixel are merged into the longest of them.
    var longest: [Int: (left: Double, right: Double)] = [:]
    for stroke in strokes {
      let left = axis.x(stroke.start)
      let key = Int(left) * 2 + (stroke.isTracked ? 1 : 0)
      let old = longest[key] ?? (left, left)
      longest[key] = (min(left, old.left), max(axis.x(stroke.end), old.right))
    }
    for (key, bar) in longest.sorted(by: { $0.key < $1.key }) {
      let box = Box(
        minX: bar.left, minY: top + 4.5, maxX: min(max(bar.right, bar.left + 1.2), axis.right), maxY: top + 15.5)
      if key % 2 == 1 { tracked.rectangle(box) } else { ignored.rectangle(box) }
    }
    sheet.path(ignored, Paint(fill: "#FFFFFF", stroke: Palette.quiet, width: 1, dash: "2 3"))
    sheet.path(tracked, Paint(fill: "#F3C9A8", stroke: Palette.finger, width: 1))
    drawNumbers(on: &sheet, top: top)
    if hasMarks {
      sheet.text("other events", axis.left - 6, top + row + 13.5, size: 10.5, anchor: .end)
      drawMarks(on: &sheet, middle: top + row + 10)
    }
    backdrop.drawBorder(on: &sheet, top: top, height: height - 12)
  }

  /// Writes a line for each event that is not a touch, and its letter where there is room.
  private func drawMarks(on sheet: inout Markup, middle: Double) {
    let places = marks.map { backdrop.axis.x($0.time) }
    var lines = PathData()
    var taken: Set<Int> = []
    for x in places where taken.insert(Int(x)).inserted {
      lines.move(x, middle - 8)
      lines.vertical(middle + 8)
    }
    sheet.path(lines, Paint(stroke: Palette.ink, width: 1))
    var free = -Double.infinity
    for (x, mark) in zip(places, marks) {
      guard x >= free, let letter = mark.kind.mark?.letter else { continue }
      StrokeStrip.drawMark(letter, on: &sheet, x, middle)
      free = x + 15
    }
  }

  private func drawNumbers(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    guard strokes.count > 1 else { return }
    var free = -Double.infinity
    for (index, stroke) in strokes.enumerated() {
      let left = axis.x(stroke.start)
      let right = axis.x(stroke.end)
      let width = TextMetrics.width(String(index + 1), size: 10, isBold: true)
      guard left >= free, right - left >= width + 4 else { continue }
      sheet.text(String(index + 1), (left + right) / 2, top + 13.6, size: 10, anchor: .middle, isBold: true)
      free = right
    }
  }

  /// Writes a letter in a circle.
  static func drawMark(_ letter: String, on sheet: inout Markup, _ x: Double, _ y: Double) {
    sheet.circle(x, y, radius: 6.5, Paint(fill: "#FFFFFF", stroke: Palette.ink, width: 1))
    sheet.text(letter, x, y + 3.5, size: 10, anchor: .middle, isBold: true)
  }
}
