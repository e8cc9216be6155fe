/// The background of every panel over time: its border, the grid, and faint lines at strokes and pulses.
struct Backdrop {
  let axis: TimeAxis
  private let gridLines: [Double]
  private let strokeEdges: [Double]
  private let pulseLines: [Double]

  /// With more lines than this none are drawn, since they would only blur into grey.
  private static let mostLines = 60

  init(axis: TimeAxis, strokes: [Stroke], pulses: [Pulse]) {
    self.axis = axis
    gridLines = axis.ticks(labelSize: 10.5).marks.map(axis.x)
    let hasFewStrokes = strokes.count <= Backdrop.mostLines / 2
    strokeEdges = hasFewStrokes ? strokes.flatMap { [axis.x($0.start), axis.x($0.end)] } : []
    pulseLines = pulses.count <= Backdrop.mostLines ? pulses.map { axis.x($0.time) } : []
  }

  /// Writes the backdrop of a panel, without its border.
  func draw(on sheet: inout Markup, top: Double, height: Double) {
    var grid = PathData()
    for x in gridLines {
      grid.move(x, top)
      grid.vertical(top + height)
    }
    sheet.path(grid, Palette.gridLine)
    drawMarks(on: &sheet, top: top, height: height)
  }

  /// Writes only the lines of strokes and pulses.
  func drawMarks(on sheet: inout Markup, top: Double, height: Double) {
    var edges = PathData()
    for x in strokeEdges {
      edges.move(x, top)
      edges.vertical(top + height)
    }
    sheet.path(edges, Paint(stroke: Palette.edge, width: 0.9))
    var pulses = PathData()
    for x in pulseLines {
      pulses.move(x, top)
      pulses.vertical(top + height)
    }
    sheet.path(pulses, Paint(stroke: Palette.pulse, width: 1, dash: "1 3"))
  }

  /// Writes the border of a panel.
  func drawBorder(on sheet: inout Markup, top: Double, height: Double) {
    sheet.rectangle(Box(minX: axis.left, minY: top, maxX: axis.right, maxY: top + height), Palette.frame)
  }

  /// Writes the heading of a panel, on a line that ends at `baseline`.
  func drawHeading(_ name: String, _ words: String, on sheet: inout Markup, baseline: Double) {
    sheet.text(name, axis.left, baseline, size: 12, isBold: true)
    let start = axis.left + TextMetrics.width(name, size: 12, isBold: true) + 8
    sheet.text(
      TextMetrics.fitted(words, size: 11, width: axis.right - start), start, baseline, color: Palette.quiet)
  }

  /// Writes labels in the right margin, moved apart where they would overlap; a bold one is the final value.
  func drawRightLabels(
    _ labels: [(text: String, y: Double, isBold: Bool)], on sheet: inout Markup, top: Double, height: Double
  ) {
    let ordered = labels.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }.map(\.element)
    let places = LabelSpacing.places(ordered.map(\.y), gap: 13, low: top, high: top + height)
    for (label, y) in zip(ordered, places) {
      let size = label.isBold ? 12.0 : 10
      sheet.text(
        TextMetrics.fitted(label.text, size: size, width: 80, isBold: label.isBold), axis.right + 8, y + size * 0.35,
        size: size, isBold: label.isBold, color: label.isBold ? Palette.knob : Palette.quiet)
    }
  }
}
