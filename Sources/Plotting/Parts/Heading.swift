/// The title at the left, and the outcome at the right if there is one.
struct Heading: PlotPart {
  private let title: String
  private let lines: [String]
  private let summary: Summary?

  private static let width = Page.right - Page.left
  private static let pitch = 15.0

  init(title: String, subtitle: String, summary: Summary? = nil) {
    let outcome = summary.map {
      24 + min(max(TextMetrics.width($0.outcome, size: 19, isBold: true), TextMetrics.width($0.detail, size: 12)), 400)
    }
    let width = Heading.width - (outcome ?? 0)
    self.title = TextMetrics.fitted(title, size: 19, width: width, isBold: true)
    // The outcome is beside its first line only. The other lines have room for all that names can be.
    lines = TextMetrics.wrapped(subtitle, size: 12, width: width, others: Heading.width, lines: 6)
    self.summary = summary
  }

  var height: Double { 60 + Double(max(0, lines.count - 2)) * Heading.pitch }

  func draw(on sheet: inout Markup, top: Double) {
    sheet.text(title, Page.left, top + 18, size: 19, isBold: true)
    for (index, line) in lines.enumerated() {
      sheet.text(line, Page.left, top + 36 + Double(index) * Heading.pitch, size: 12, color: Palette.quiet)
    }
    guard let summary else { return }
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
