/// One of a terminal's two screens: its cells, its cursor and its pictures.
public struct TerminalPage: Hashable, Sendable {
  /// Cells in a row.
  public private(set) var columns: Int
  /// Rows.
  public private(set) var rows: Int
  /// Where the next character goes, counted from 1.
  public private(set) var row = 1
  /// Where the next character goes, counted from 1.
  public private(set) var column = 1
  /// Whether the last column was just written, so that the next character goes to the next row.
  public private(set) var isAtEnd = false
  /// How characters are written.
  public var pen = TerminalPen()
  private var cells: [TerminalCell]
  private var serial = 0

  /// An empty screen.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(columns, 1), max(rows, 1))
    cells = Array(repeating: TerminalCell(), count: self.columns * self.rows)
  }

  /// The cell at a place counted from 1; a blank outside the screen.
  public subscript(row: Int, column: Int) -> TerminalCell {
    guard (1...rows).contains(row), (1...columns).contains(column) else { return TerminalCell() }
    return cells[(row - 1) * columns + column - 1]
  }

  /// The text of a row without blanks at its end; empty outside the screen.
  public func text(row: Int) -> String {
    let glyphs = (1...columns).compactMap { self[row, $0].glyph }
    let last = glyphs.lastIndex { $0 != " " }
    return String(String.UnicodeScalarView(last.map { glyphs[...$0] } ?? []))
  }

  /// All rows, without empty ones at the end.
  public var text: String {
    var lines = (1...rows).map(text(row:))
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Moves the cursor; false if the place is not on the screen.
  mutating func move(row: Int, column: Int) -> Bool {
    isAtEnd = false
    (self.row, self.column) = (min(max(row, 1), rows), min(max(column, 1), columns))
    return (self.row, self.column) == (row, column)
  }

  /// Writes a character; false if that needed a new row.
  mutating func write(_ glyph: Unicode.Scalar, width: Int) -> Bool {
    guard width > 0 else { return true }
    var fits = true
    serial += 1
    if isAtEnd || column + width > columns + 1 {
      carriageReturn()
      lineFeed()
      fits = false
    }
    for place in 0..<width where column + place <= columns {
      let index = (row - 1) * columns + column - 1 + place
      cells[index].glyph = place == 0 ? glyph : nil
      cells[index].pen = pen
      cells[index].serial = serial
    }
    isAtEnd = column + width > columns
    column = min(column + width, columns)
    return fits
  }

  mutating func carriageReturn() { (column, isAtEnd) = (1, false) }

  /// Down a row, or everything up a row at the bottom.
  mutating func lineFeed() {
    isAtEnd = false
    if row < rows {
      row += 1
    } else {
      cells.removeFirst(columns)
      cells += Array(repeating: TerminalCell(), count: columns)
    }
  }

  /// Blanks from the cursor to the end of its row, in the colour of the pen.
  mutating func clearToEnd() {
    var blank = TerminalPen()
    blank.background = pen.background
    for column in column...columns {
      let index = (row - 1) * columns + column - 1
      cells[index] = TerminalCell(" ", blank)
    }
  }

  /// Blanks everywhere; the cursor stays.
  mutating func clear() {
    var blank = TerminalPen()
    blank.background = pen.background
    cells = Array(repeating: TerminalCell(" ", blank), count: columns * rows)
  }

  /// Changes the size; what is still on the screen stays where it is.
  mutating func resize(columns: Int, rows: Int) {
    var resized = TerminalPage(columns: columns, rows: rows)
    for row in 1...min(rows, self.rows) {
      for column in 1...min(columns, self.columns) {
        resized.cells[(row - 1) * columns + column - 1] = self[row, column]
      }
    }
    (resized.pen, resized.serial) = (pen, serial)
    (resized.row, resized.column) = (min(row, rows), min(column, columns))
    self = resized
  }
}
