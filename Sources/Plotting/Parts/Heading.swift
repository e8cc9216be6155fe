/// The title at the left and the outcome at the right.
struct Heading: PlotPart {
  /// Its height in pixels, the same for any text.
  static let height = 60.0

  let title: String
  let subtitle: String
  let summary: Summary

  var height: Double { Heading.height }

  func draw(on sheet: inout Markup, top: Double) {
    let outcomeWidth = min(TextMetrics.width(summary.outcome, size: 19, isBold: true), 400)
    let detailWidth = min(TextMetrics.width(summary.detail, size: 12), 400)
    let width = Page.right - Page.left - max(outcomeWidth, detailWidth) - 24
    sheet.text(
      TextMetrics.fitted(title, size: 19, width: width, isBold: true), Page.left, top + 18, size: 19, isBold: true)
    for (index, line) in TextMetrics.wrapped(subtitle, size: 12, width: width, lines: 2).enumerated() {
      sheet.text(line, Page.left, top + 36 + Double(index) * 15, size: 12, color: Palette.quiet)
    }
    sheet.text(
      TextMetrics.fitted(summary.outcome, size: 19, width: 404, isBold: true), Page.right, top + 18, size: 19,
      anchor: .end, isBold: true, color: summary.isRefused ? Palette.fault : Palette.knob)
    sheet.text(
      TextMetrics.fitted(summary.detail, size: 12, width: 404), Page.right, top + 36, size: 12, anchor: .end,
      color: Palette.quiet)
  }
}

/// Notes on what the picture leaves out, in small print at the bottom.
struct Notes {
  private let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  var height: Double { Double(lines.count) * 14 + (lines.isEmpty ? 0 : 4) }

  func draw(on sheet: inout Markup, top: Double) {
    for (index, line) in lines.enumerated() {
      sheet.text(line, Page.left, top + 12 + Double(index) * 14, size: 10.5, color: Palette.quiet)
    }
  }
}
