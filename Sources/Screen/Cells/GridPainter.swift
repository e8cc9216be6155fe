/// Writes what changes a screen into a grid of cells, as few bytes as a simple rule finds.
///
/// Each paint starts and ends with the terminal's own colours, so that other output may come between; the cursor stays
/// where the last glyph was.
public struct GridPainter: Sendable {
  /// Colours of the interface; after a change the next paint writes what it changes.
  public var colors: ColorDepth
  /// Colours of picture cells, which NO_COLOR leaves as they are.
  public var pictureColors: ColorDepth

  private var shown: [Cell] = []
  private var columns = 0
  /// The colours in which `shown` was written.
  private var shownDepths = Depths(colors: .none, pictureColors: .none)

  /// How many colours cells have.
  private struct Depths: Hashable {
    var colors: ColorDepth
    var pictureColors: ColorDepth
  }

  /// A cell as it was written.
  private struct Painted: Hashable {
    var glyph: Unicode.Scalar
    var pen: Pen

    init(_ cell: Cell, _ depths: Depths) {
      let depth = cell.isPicture ? depths.pictureColors : depths.colors
      // A blank has no glyph whose colour could be seen.
      let foreground = cell.glyph == " " && !cell.isReversed ? TerminalColor.standard : cell.foreground
      glyph = cell.glyph
      pen = Pen(
        foreground: Ink(foreground, depth: depth), background: Ink(cell.background, depth: depth),
        isReversed: cell.isReversed)
    }
  }

  /// Makes a painter for a screen of which nothing is known.
  ///
  /// Picture cells may have the same colours unless it is said otherwise, but 24 bits where the interface has none.
  public init(colors: ColorDepth, pictureColors: ColorDepth? = nil) {
    self.colors = colors
    self.pictureColors = pictureColors ?? (colors == .none ? .full : colors)
  }

  /// Forgets what the screen shows: the next paint clears it and draws all.
  public mutating func forget() { shown = [] }

  /// The bytes that make the screen show the grid; none if it does.
  ///
  /// Between two changed cells of a row, unchanged ones are written again if they have the colours just used and fewer
  /// bytes than a movement of the cursor.
  public mutating func paint(_ grid: CellGrid) -> [UInt8] {
    var output = TerminalBytes()
    let depths = Depths(colors: colors, pictureColors: pictureColors)
    if shown.count != grid.cells.count || columns != grid.columns {
      output.control("0m")
      output.control("2J")
      shown = Array(repeating: .blank, count: grid.cells.count)
      columns = grid.columns
    }
    var pen = Pen.plain
    for row in 0..<grid.rows { paintRow(row, grid.cells, depths, &pen, &output) }
    Pen.plain.change(from: pen, &output)
    (shown, shownDepths) = (grid.cells, depths)
    return output.bytes
  }

  /// Whether a place looks otherwise than before; nearly all do not, so that their colours are not computed.
  private func isChanged(_ place: Int, _ cell: Cell, _ depths: Depths) -> Bool {
    if shown[place] == cell, depths == shownDepths { return false }
    return Painted(shown[place], shownDepths) != Painted(cell, depths)
  }

  private func paintRow(
    _ row: Int, _ wanted: [Cell], _ depths: Depths, _ pen: inout Pen, _ output: inout TerminalBytes
  ) {
    let start = row * columns
    let end = start + columns
    /// Where the cursor is, if it is in this row; each row starts with a movement, as behind a last column cursors wait.
    var cursor: Int?
    for place in start..<end where isChanged(place, wanted[place], depths) {
      let cell = Painted(wanted[place], depths)
      if cell.glyph == Cell.covered { continue }
      if let from = cursor, from < place, isCheaper(wanted[from..<place], depths, pen, row: row + 1) {
        for gap in from..<place { output.add(glyph: wanted[gap].glyph) }
      } else if cursor != place {
        output.move(row: row + 1, column: place - start + 1)
      }
      cell.pen.change(from: pen, &output)
      pen = cell.pen
      output.add(glyph: cell.glyph)
      // Of a wide glyph this is its covered half, which cannot be written again: so the cursor is always moved behind
      // it, where terminals disagree about its width.
      cursor = place + 1
    }
  }

  private func isCheaper(_ gap: ArraySlice<Cell>, _ depths: Depths, _ pen: Pen, row: Int) -> Bool {
    // ESC [ row ; column H
    let move = 4 + TerminalBytes.digits(row) + TerminalBytes.digits(gap.endIndex % columns + 1)
    // A glyph has a byte at least, so longer gaps need not be counted.
    guard gap.count < move else { return false }
    var bytes = 0
    for cell in gap {
      if Painted(cell, depths).pen != pen || cell.glyph == Cell.covered { return false }
      bytes += UTF8.width(cell.glyph)
    }
    return bytes < move
  }
}
