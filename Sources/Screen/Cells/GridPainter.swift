/// Writes the difference between the screen and a grid of cells, with few bytes.
///
/// Each paint starts and ends with the terminal's own colours, so that other output may come between; the cursor is
/// left behind the last glyph written.
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

  /// A cell as it was sent to the terminal.
  private struct Painted: Hashable {
    var glyph: Unicode.Scalar
    var pen: Pen

    init(_ cell: Cell, _ depths: Depths) {
      let depth = cell.isPicture ? depths.pictureColors : depths.colors
      // The foreground of a blank is not visible.
      let foreground = cell.glyph == " " && !cell.isReversed ? TerminalColor.standard : cell.foreground
      glyph = cell.glyph
      pen = Pen(
        foreground: Ink(foreground, depth: depth), background: Ink(cell.background, depth: depth),
        isReversed: cell.isReversed)
    }
  }

  /// Makes a painter for a screen whose contents are not known.
  ///
  /// By default picture cells have the depth of the interface, but 24 bits where that has no colours.
  public init(colors: ColorDepth, pictureColors: ColorDepth? = nil) {
    self.colors = colors
    self.pictureColors = pictureColors ?? (colors == .none ? .full : colors)
  }

  /// Forgets what the screen shows: the next paint clears it and draws everything.
  public mutating func forget() { shown = [] }

  /// The bytes that make the screen show the grid; none if it already does.
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

  /// Whether a cell looks different now; equal cells are found first, so that their colours need not be computed.
  private func isChanged(_ place: Int, _ cell: Cell, _ depths: Depths) -> Bool {
    if shown[place] == cell, depths == shownDepths { return false }
    return Painted(shown[place], shownDepths) != Painted(cell, depths)
  }

  private func paintRow(
    _ row: Int, _ wanted: [Cell], _ depths: Depths, _ pen: inout Pen, _ output: inout TerminalBytes
  ) {
    let start = row * columns
    let end = start + columns
    /// The cursor's place, nil before the first glyph of the row: after a last column terminals do not wrap at once.
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
      // After a wide glyph this is its covered half, so the cursor must be moved: terminals disagree about widths.
      cursor = place + 1
    }
  }

  private func isCheaper(_ gap: ArraySlice<Cell>, _ depths: Depths, _ pen: Pen, row: Int) -> Bool {
    // ESC [ row ; column H
    let move = 4 + TerminalBytes.digits(row) + TerminalBytes.digits(gap.endIndex % columns + 1)
    // A glyph has at least one byte, so a longer gap is never cheaper.
    guard gap.count < move else { return false }
    var bytes = 0
    for cell in gap {
      if Painted(cell, depths).pen != pen || cell.glyph == Cell.covered { return false }
      bytes += UTF8.width(cell.glyph)
    }
    return bytes < move
  }
}
