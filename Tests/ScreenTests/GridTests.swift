import Screen
import Testing

struct GridTests {
  private static func row(_ row: Int, of grid: CellGrid) -> String {
    String(String.UnicodeScalarView((1...grid.columns).map { grid[row, $0].glyph }))
  }

  @Test func `rows and columns are counted from 1`() {
    var grid = CellGrid(columns: 3, rows: 2)
    grid[1, 1] = Cell(glyph: "a")
    grid[2, 3] = Cell(glyph: "z", foreground: .rgb(1, 2, 3), isReversed: true)
    #expect(Self.row(1, of: grid) == "a  " && Self.row(2, of: grid) == "  z")
    #expect(grid[2, 3] == Cell(glyph: "z", foreground: .rgb(1, 2, 3), isReversed: true))
  }

  @Test func `outside there are blanks, and nothing can be set`() {
    var grid = CellGrid(columns: 3, rows: 2)
    let before = grid
    for (row, column) in [(0, 1), (1, 0), (3, 1), (1, 4), (-1, -1), (Int.min, Int.max), (Int.max, Int.min)] {
      grid[row, column] = Cell(glyph: "x")
      #expect(grid[row, column] == .blank)
    }
    #expect(grid == before)
  }

  @Test func `a size beyond reason becomes a possible one`() {
    for (columns, rows) in [(0, 0), (-1, 5), (Int.max, Int.max), (10_000, 10_000), (1, Int.max), (Int.min, 1)] {
      let grid = CellGrid(columns: columns, rows: rows)
      #expect(grid.columns >= 1 && grid.rows >= 1 && grid.columns * grid.rows <= 1 << 20)
    }
  }

  @Test func `text is cut at the edges`() {
    var grid = CellGrid(columns: 5, rows: 1)
    #expect(grid.write("abcdefg", row: 1, column: 3) == 6)
    #expect(Self.row(1, of: grid) == "  abc")
    #expect(grid.write("vwxyz", row: 1, column: -2) == 3)
    #expect(Self.row(1, of: grid) == "yzabc")
    grid.write("q", row: 2, column: 1)
    grid.write("q", row: 1, column: 6)
    grid.write("q", row: 1, column: Int.max)
    grid.write("qq", row: 1, column: Int.min)
    #expect(Self.row(1, of: grid) == "yzabc")
    #expect(grid.write("R", row: 1, column: 1, reversed: true) == 2)
    #expect(grid[1, 1] == Cell(glyph: "R", isReversed: true) && grid[1, 2] == Cell(glyph: "z"))
  }

  @Test func `no control gets into a grid`() {
    var grid = CellGrid(columns: 9, rows: 1)
    grid.write("a\u{1B}[\u{9B}\u{7F}\n\u{2028}\u{FFFF}b", row: 1, column: 1)
    #expect(Self.row(1, of: grid) == "a?[?????b")
    grid[1, 1] = Cell(glyph: "\u{1B}")
    grid[1, 2] = Cell(glyph: "\0")
    grid[1, 3] = Cell(glyph: "\u{301}")
    #expect(Self.row(1, of: grid) == "? ??????b")
  }

  @Test func `marks that join a letter and invisible characters are left out`() {
    var grid = CellGrid(columns: 4, rows: 1)
    #expect(grid.write("e\u{301}\u{202E}x\u{200B}", row: 1, column: 1) == 3)
    #expect(Self.row(1, of: grid) == "ex  ")
  }

  @Test func `a wide glyph takes two cells and is never halved`() {
    var grid = CellGrid(columns: 6, rows: 1)
    #expect(grid.write("日本", row: 1, column: 1) == 5)
    #expect(Self.row(1, of: grid) == "日\0本\0  ")
    // Over the second half of the first, and over the first half of the second.
    grid.write("xy", row: 1, column: 2)
    #expect(Self.row(1, of: grid) == " xy   ")
    grid.write("語", row: 1, column: 2)
    grid.write("語", row: 1, column: 3)
    #expect(Self.row(1, of: grid) == "  語\0  ")
    grid.write("語", row: 1, column: 2)
    #expect(Self.row(1, of: grid) == " 語\0   ")
    // In the last column there is no room for it.
    grid.write("a語", row: 1, column: 5)
    #expect(Self.row(1, of: grid) == " 語\0 a?")
    // Of one that begins to the left of the grid nothing is shown.
    grid.write("語b", row: 1, column: 0)
    #expect(grid[1, 1].glyph == " " && grid[1, 2].glyph == "b" && grid[1, 3].glyph == " ")
  }

  @Test func `a rectangle is filled as far as it is inside`() {
    var grid = CellGrid(columns: 4, rows: 3)
    grid.fill(row: 2, column: 3, rows: 5, columns: 1, with: Cell(glyph: "x"))
    #expect((1...3).map { Self.row($0, of: grid) } == ["    ", "  x ", "  x "])
    grid.fill(row: -1, column: -1, rows: 3, columns: 4, with: Cell(glyph: "y"))
    #expect((1...3).map { Self.row($0, of: grid) } == ["yy  ", "  x ", "  x "])
    grid.fill(row: 4, rows: 1, with: Cell(glyph: "z"))
    grid.fill(column: Int.max, columns: Int.max, with: Cell(glyph: "z"))
    grid.fill(row: 1, rows: -1, with: Cell(glyph: "z"))
    #expect((1...3).map { Self.row($0, of: grid) } == ["yy  ", "  x ", "  x "])
    grid.fill()
    #expect(grid == CellGrid(columns: 4, rows: 3))
  }
}
