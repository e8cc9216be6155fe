/// Why the value moved, over time: a row for the finger and a row for the slider, each stretch with its sum.
struct StretchStrip: PlotPart {
  /// A row with a bracket and a label for each stretch.
  private struct Row {
    let words: String
    let brackets: [(left: Double, right: Double)]
    let labels: [(lines: [String], middle: Double)]

    /// With room for the lines of its highest label.
    var height: Double { 12 + Double(labels.map(\.lines.count).max() ?? 0) * StretchStrip.pitch }
  }

  let backdrop: Backdrop
  private let words: String
  private let rows: [Row]

  private static let heading = 20.0
  private static let size = 9.5
  private static let pitch = 11.5
  /// The room between two labels.
  private static let gap = 6.0

  /// Makes the strip; nil without stretches. `words` are the sums of them all.
  init?(backdrop: Backdrop, stretches: [PlottedStretch], words: String) {
    guard !stretches.isEmpty else { return nil }
    (self.backdrop, self.words) = (backdrop, words)
    rows = [("by the finger", true), ("by the slider", false)].compactMap { words, isByFinger in
      let own = stretches.filter { $0.isByFinger == isByFinger }
      return own.isEmpty ? nil : StretchStrip.row(words, own, on: backdrop.axis)
    }
  }

  private static func row(_ words: String, _ stretches: [PlottedStretch], on axis: TimeAxis) -> Row {
    let ordered = stretches.sorted { ($0.from, $0.through) < ($1.from, $1.through) }
    var brackets: [(left: Double, right: Double)] = []
    var labels: [(lines: [String], middle: Double)] = []
    var (taken, free, end): (Set<Int>, Double, Double) = ([], axis.left, axis.left)
    for (index, stretch) in ordered.enumerated() {
      let left = axis.x(stretch.from)
      let right = max(left, axis.x(stretch.through))
      // A bracket that begins and ends in the same pixels as another one shows nothing.
      if taken.insert(Int(left) * 10_000 + Int(right)).inserted { brackets.append((left, right)) }
      // The label's room is below its own bracket and the gap after it.
      let next = index + 1 < ordered.count ? axis.x(ordered[index + 1].from) : axis.right
      let (low, high) = (max(free, min(end, left)) + gap / 2, min(max(next, right), axis.right) - gap / 2)
      let fitting = stretch.labels.lazy.map { ($0, width(of: $0)) }.first { !$0.0.isEmpty && $0.1 <= high - low }
      if let (lines, width) = fitting {
        let middle = min(max((left + right) / 2, low + width / 2), high - width / 2)
        labels.append((lines, middle))
        free = middle + width / 2 + gap / 2
      }
      end = max(end, right)
    }
    return Row(words: words, brackets: brackets, labels: labels)
  }

  private static func width(of lines: [String]) -> Double {
    lines.map { TextMetrics.width($0, size: size) }.max() ?? 0
  }

  var height: Double { rows.reduce(StretchStrip.heading + 12) { $0 + $1.height } }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + StretchStrip.heading
    backdrop.drawHeading("Why", words, on: &sheet, baseline: floor - 6)
    // Labels are read more easily without a grid.
    backdrop.drawBorder(on: &sheet, top: floor, height: height - StretchStrip.heading - 12)
    var y = floor
    for row in rows {
      sheet.text(row.words, axis.left - 6, y + 11.5, size: 10.5, anchor: .end)
      var path = PathData()
      for bracket in row.brackets {
        path.move(bracket.left, y + 8)
        path.vertical(y + 4)
        path.horizontal(bracket.right)
        path.vertical(y + 8)
      }
      sheet.path(path, Paint(stroke: Palette.ink, width: 1))
      for label in row.labels {
        for (number, line) in label.lines.enumerated() {
          sheet.text(
            line, label.middle, y + 17 + Double(number) * StretchStrip.pitch, size: StretchStrip.size, anchor: .middle)
        }
      }
      y += row.height
    }
  }
}
