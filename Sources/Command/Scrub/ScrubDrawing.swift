import FrameGrabbing
import Scrubbing
import Screen

/// Draws everything but the picture.
struct ScrubDrawing {
  let layout: ScreenLayout
  /// Whether the terminal draws ▀ and line characters two columns wide.
  let isWide: Bool

  func draw(_ contents: ScrubContents, into grid: inout CellGrid) {
    // Clears the slider's row: a picture made for a larger screen may reach into it.
    if !layout.isOnlyLabel { grid.fill(row: layout.sliderRow) }
    draw(contents.label, row: layout.labelRow, into: &grid)
    guard !layout.isOnlyLabel else {
      if isWide { narrow(&grid) }
      return
    }
    if let slider = contents.slider {
      drawRuler(slider, into: &grid)
      drawSlider(slider, into: &grid)
      for place in contents.keyframeCells {
        grid[layout.marksRow, layout.left + 1 + place] = Cell(glyph: isWide ? "'" : "╵")
      }
    }
    if contents.showsHelp { drawHelp(into: &grid) }
    if let prompt = contents.prompt {
      prompt.draw(into: &grid, row: layout.hintRow, column: layout.left + 1)
    } else {
      draw(contents.hint, row: layout.hintRow, into: &grid)
    }
    if isWide { narrow(&grid) }
  }

  /// Replaces characters that are two columns wide where ▀ is, so that no line gets too long.
  private func narrow(_ grid: inout CellGrid) {
    for row in 1...layout.rows {
      for column in 1...layout.columns where !grid[row, column].isPicture {
        if let glyph = Self.narrowGlyphs[grid[row, column].glyph] { grid[row, column].glyph = glyph }
      }
    }
  }

  private static let narrowGlyphs: [Unicode.Scalar: Unicode.Scalar] = [
    "←": "<", "→": ">", "↑": "^", "↓": "v", "⇧": "^", "≈": "~", "×": "x", "–": "-", "…": ".",
  ]

  private func draw(_ line: LabelLine, row: Int, into grid: inout CellGrid) {
    let left = layout.isOnlyLabel ? 0 : layout.left
    for (place, cell) in line.cells(width: layout.columns - left).enumerated() {
      grid[row, left + 1 + place] = cell
    }
  }

  /// Marks, for each speed, the lowest row whose middle is at its vertical distance.
  private func drawRuler(_ slider: LiveSlider, into grid: inout CellGrid) {
    // If only touches below the slider change the speed, the rows above it need no marks.
    guard slider.configuration.speeds.entries.count > 1, slider.configuration.side != .below else { return }
    let entries = slider.configuration.speeds.entries
    let rows = layout.rulerRows(distances: entries.map(\.distance), lastDistance: entries.last?.distance ?? 0)
    for (words, row) in zip(ScrubLabel.words(forRuler: entries.map(\.speed)), rows) {
      guard let row else { continue }
      let text = words.prefix(layout.pictureLeft - 1)
      grid.write(
        String(repeating: " ", count: layout.pictureLeft - 1 - text.count) + text + (isWide ? "+" : "┤"), row: row,
        column: 1)
    }
  }

  private func drawSlider(_ slider: LiveSlider, into grid: inout CellGrid) {
    let knob = layout.sliderCell(at: slider.configuration.thumbCentre(at: slider.value))
    for place in 0..<layout.sliderCells {
      let glyph: Unicode.Scalar =
        place == knob ? (isWide ? "#" : "┃") : place < knob ? (isWide ? "=" : "━") : (isWide ? "-" : "─")
      grid[layout.sliderRow, layout.left + 1 + place] = Cell(glyph: glyph, isReversed: false)
    }
  }

  // MARK: Help

  /// What the keys do.
  static let help = [
    "drag          from the knob, or from the picture: the higher, the slower",
    "← → , . h l   one frame; with ⇧ (< > H L) ten; the wheel one",
    "↑ ↓           one second on, back",
    "PgUp PgDn     5 % of the range on, back",
    "[ ]           keyframe before, behind",
    "Home End 0-9  first frame, last frame, tenths of the range",
    "g             go to a time: 12.5s, 375f, 50%, -1s, 00:00:12:15",
    "Space         play, stop",
    "Backspace     back to where the last jump, drag or play began, and again",
    "Enter  s      save and leave; save and go on",
    "r             keep what was dragged as a gesture file",
    "m  z  Z       next slider; zoom it in; out",
    "v  Ctrl-L     next view; paint anew",
    "q  Ctrl-C     leave; Ctrl-Z stops",
    "?  Esc        close this",
  ]

  private func drawHelp(into grid: inout CellGrid) {
    let column = layout.pictureLeft + 1
    for (number, line) in Self.help.prefix(max(0, layout.pictureRows)).enumerated() {
      grid.write(line, row: 1 + number, column: column)
    }
  }
}
