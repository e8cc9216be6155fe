/// The wanted contents of a screen: rows of cells, counted from 1 as terminals do.
public struct CellGrid: Hashable, Sendable {
  /// The most cells, more than any window has, so that a made-up size costs no memory.
  static let mostCells = 1 << 20

  /// Cells across, 1 to 10 000.
  public let columns: Int
  /// Cells down, from 1; fewer than asked for if all would be more than 2²⁰ cells.
  public let rows: Int
  private(set) var cells: [Cell]

  /// Makes a grid of blanks; a size out of range is limited to it.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), 10_000)
    self.rows = min(max(1, rows), Self.mostCells / self.columns)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a row and a column, both from 1; outside of the grid a blank, and setting it does nothing.
  ///
  /// If half of a wide glyph is overwritten, the other half becomes blank; a wide glyph in the last column becomes `?`.
  public subscript(row: Int, column: Int) -> Cell {
    get { index(row, column).map { cells[$0] } ?? .blank }
    set { set(newValue, row, column) }
  }

  /// Writes text on one row, cut at the edges of the grid, in the terminal's own colours; returns the column behind it.
  ///
  /// Combining marks and invisible characters are left out; control characters and unprintable ones become `?`.
  @discardableResult
  public mutating func write(_ text: String, row: Int, column: Int, reversed: Bool = false) -> Int {
    var column = column
    for cell in Self.cells(of: text, reversed: reversed) {
      if column > columns { break }
      self[row, column] = cell
      column += 1
    }
    return column
  }

  /// Sets all cells of a rectangle, or of the whole grid, as far as they are inside.
  public mutating func fill(
    row: Int = 1, column: Int = 1, rows: Int = .max, columns: Int = .max, with cell: Cell = .blank
  ) {
    for line in Self.range(row, rows, self.rows) {
      for place in Self.range(column, columns, self.columns) { self[line, place] = cell }
    }
  }

  /// The cells of a text, one for each column.
  static func cells(of text: String, reversed: Bool) -> [Cell] {
    text.unicodeScalars.flatMap { scalar -> [Cell] in
      switch GlyphWidth.columns(scalar) {
      case 0: []
      case 1: [Cell(glyph: scalar, isReversed: reversed)]
      case 2: [Cell(glyph: scalar, isReversed: reversed), Cell(glyph: Cell.covered, isReversed: reversed)]
      default: [Cell(glyph: "?", isReversed: reversed)]
      }
    }
  }

  private static func range(_ first: Int, _ count: Int, _ most: Int) -> Range<Int> {
    let (end, isHuge) = first.addingReportingOverflow(max(0, count))
    let low = min(max(1, first), most + 1)
    return low..<max(low, min(isHuge ? Int.max : end, most + 1))
  }

  private func index(_ row: Int, _ column: Int) -> Int? {
    guard (1...rows).contains(row), (1...columns).contains(column) else { return nil }
    return (row - 1) * columns + column - 1
  }

  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    guard let place = index(row, column) else { return }
    if cell.isCovered {
      // The second half of a wide glyph is set with its first half; anywhere else it has no glyph to show.
      if !cells[place].isCovered { set(Cell(glyph: " ", isReversed: cell.isReversed), row, column) }
      return
    }
    uncover(place, row)
    var cell = cell
    let width = GlyphWidth.columns(cell.glyph)
    if width == 2, column < columns {
      uncover(place + 1, row)
      cells[place + 1] = cell
      cells[place + 1].glyph = Cell.covered
    } else if width != 1 {
      cell.glyph = "?"
    }
    cells[place] = cell
  }

  /// Blanks the other half of a wide glyph of which this place is a part.
  private mutating func uncover(_ place: Int, _ row: Int) {
    if cells[place].isCovered {
      cells[place - 1].glyph = " "
      cells[place].glyph = " "
    } else if place + 1 < row * columns, cells[place + 1].isCovered {
      cells[place + 1].glyph = " "
    }
  }
}
