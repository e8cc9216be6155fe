import Screen
import TestSupport
import Testing

struct PainterTests {
  private static let colors: [TerminalColor] = [.standard, .rgb(1, 2, 3), .rgb(255, 0, 0), .rgb(8, 8, 8)]

  private static func cell(_ numbers: inout SeededNumbers) -> Cell {
    let glyphs = Array("  ab▀━日語".unicodeScalars)
    return Cell(
      glyph: glyphs[numbers.below(glyphs.count)], foreground: colors[numbers.below(colors.count)],
      background: colors[numbers.below(colors.count)], isReversed: numbers.below(4) == 0,
      isPicture: numbers.below(2) == 0)
  }

  /// Changes some cells, or nearly all.
  private static func change(_ grid: inout CellGrid, _ numbers: inout SeededNumbers) {
    for _ in 0..<numbers.below(numbers.below(2) == 0 ? 4 : 60) {
      grid[1 + numbers.below(grid.rows), 1 + numbers.below(grid.columns)] = cell(&numbers)
    }
  }

  /// What a terminal shows for a grid in 24-bit colours, and where it differs; a blank's own colour cannot be seen.
  private static func differences(_ screen: ModelScreen, _ grid: CellGrid) -> [String] {
    func text(_ color: TerminalColor) -> String {
      switch color {
      case .standard: ""
      case .rgb(let red, let green, let blue): "2;\(red);\(green);\(blue)"
      }
    }
    var faults: [String] = []
    for row in 1...grid.rows {
      for column in 1...grid.columns {
        let (cell, place) = (grid[row, column], screen[row, column])
        let isUnseen = cell.glyph == " " && !cell.isReversed
        let isSame =
          place.glyph == cell.glyph && place.isReversed == cell.isReversed
          && place.background == text(cell.background) && (isUnseen || place.foreground == text(cell.foreground))
        if !isSame { faults.append("\(row), \(column): \(place) for \(cell)") }
      }
    }
    return faults
  }

  @Test func `whatever was there, the bytes make the grid`() throws {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<60 {
      var grid = CellGrid(columns: 1 + numbers.below(12), rows: 1 + numbers.below(6))
      var painter = GridPainter(colors: .full)
      var screen = ModelScreen(
        columns: grid.columns, rows: grid.rows, filledWith: ModelScreen.Place(glyph: "#", background: "5;9"))
      for _ in 0..<20 {
        Self.change(&grid, &numbers)
        if numbers.below(10) == 0 { painter.forget() }
        try screen.write(painter.paint(grid))
        #expect(Self.differences(screen, grid) == [])
        #expect(painter.paint(grid) == [], "nothing has changed")
      }
    }
  }

  @Test func `a changed cell costs a movement, its colours and its glyph`() {
    var grid = CellGrid(columns: 80, rows: 24)
    var painter = GridPainter(colors: .full)
    #expect(painter.paint(grid) == Array("\u{1B}[0m\u{1B}[2J".utf8))
    grid[3, 7] = Cell(glyph: "x")
    #expect(painter.paint(grid) == Array("\u{1B}[3;7Hx".utf8))
    grid[24, 80] = Cell(glyph: "▀", foreground: .rgb(1, 20, 255), background: .rgb(0, 0, 0))
    #expect(painter.paint(grid) == Array("\u{1B}[24;80H\u{1B}[38;2;1;20;255;48;2;0;0;0m▀\u{1B}[0m".utf8))
    grid[3, 7] = .blank
    #expect(painter.paint(grid) == Array("\u{1B}[3;7H ".utf8))
  }

  @Test func `colours are written only when they change`() {
    var grid = CellGrid(columns: 10, rows: 1)
    var painter = GridPainter(colors: .full)
    _ = painter.paint(grid)
    let red = Cell(glyph: "r", foreground: .rgb(9, 0, 0))
    grid[1, 1] = red
    grid[1, 2] = red
    grid[1, 3] = Cell(glyph: "b", foreground: .rgb(9, 0, 0), background: .rgb(0, 0, 9))
    grid[1, 4] = Cell(glyph: "s", background: .rgb(0, 0, 9))
    grid[1, 5] = Cell(glyph: "R", isReversed: true)
    grid[1, 6] = Cell(glyph: "T", foreground: .rgb(9, 0, 0))
    let expected =
      "\u{1B}[1;1H\u{1B}[38;2;9;0;0mrr\u{1B}[48;2;0;0;9mb\u{1B}[39ms\u{1B}[7;49mR\u{1B}[27;38;2;9;0;0mT\u{1B}[0m"
    #expect(painter.paint(grid) == Array(expected.utf8))
  }

  @Test func `short gaps are written again and long ones jumped over`() {
    var grid = CellGrid(columns: 40, rows: 1)
    grid.write("abcdefghijklmnopqrst", row: 1, column: 1)
    var painter = GridPainter(colors: .full)
    _ = painter.paint(grid)
    // ESC [ 1 ; 7 H has six bytes: a gap of five glyphs is cheaper, one of six is not.
    grid[1, 1] = Cell(glyph: "A")
    grid[1, 7] = Cell(glyph: "G")
    #expect(painter.paint(grid) == Array("\u{1B}[1;1HAbcdefG".utf8))
    grid[1, 1] = Cell(glyph: "a")
    grid[1, 8] = Cell(glyph: "H")
    #expect(painter.paint(grid) == Array("\u{1B}[1;1Ha\u{1B}[1;8HH".utf8))
    // Colours in between cost more than the movement.
    grid[1, 9] = Cell(glyph: "i", isReversed: true)
    _ = painter.paint(grid)
    grid[1, 8] = Cell(glyph: "h")
    grid[1, 10] = Cell(glyph: "J")
    #expect(painter.paint(grid) == Array("\u{1B}[1;8Hh\u{1B}[1;10HJ".utf8))
  }

  @Test func `without colours only the picture has some`() {
    var grid = CellGrid(columns: 2, rows: 1)
    grid[1, 1] = Cell(glyph: "▀", foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6), isPicture: true)
    grid[1, 2] = Cell(glyph: "x", foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6), isReversed: true)
    var painter = GridPainter(colors: .none)
    #expect(
      painter.paint(grid)
        == Array("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[38;2;1;2;3;48;2;4;5;6m▀\u{1B}[7;39;49mx\u{1B}[0m".utf8))
    // 4, 5, 6 is nearest to 8, 8, 8 of the grays: 16 + 9 + 4 = 29 against 16 + 25 + 36 = 77 for black; 1, 2, 3 to black.
    painter.pictureColors = .indexed256
    #expect(painter.paint(grid) == Array("\u{1B}[1;1H\u{1B}[38;5;16;48;5;232m▀\u{1B}[0m".utf8))
  }

  @Test func `256 colours are the nearest ones`() {
    // xterm's palette: a cube of these levels from 16, and grays 8, 18 … 238 from 232.
    let levels = [0, 95, 135, 175, 215, 255]
    var palette: [[Int]] = []
    for red in levels { for green in levels { for blue in levels { palette.append([red, green, blue]) } } }
    for step in 0..<24 { palette.append(Array(repeating: 8 + 10 * step, count: 3)) }
    func distance(_ one: [Int], _ other: [Int]) -> Int {
      zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<400 {
      let isGray = numbers.below(3) == 0
      let red = numbers.below(256)
      let wanted = isGray ? [red, red, red] : [red, numbers.below(256), numbers.below(256)]
      var grid = CellGrid(columns: 1, rows: 1)
      grid[1, 1] = Cell(
        glyph: "x", foreground: .rgb(UInt8(clamping: wanted[0]), UInt8(clamping: wanted[1]), UInt8(clamping: wanted[2]))
      )
      var painter = GridPainter(colors: .indexed256)
      let text = String(decoding: painter.paint(grid), as: UTF8.self)
      let index = text.split(separator: "38;5;").last.flatMap { Int($0.prefix { $0 != "m" }) } ?? 0
      let found = distance(palette[index - 16], wanted)
      #expect(found == palette.map { distance($0, wanted) }.min(), "\(wanted) is written as \(index)")
    }
  }

  @Test func `another size is drawn anew`() throws {
    var painter = GridPainter(colors: .full)
    var grid = CellGrid(columns: 4, rows: 3)
    grid.write("abc", row: 2, column: 1)
    _ = painter.paint(grid)
    // As many cells in another shape.
    var other = CellGrid(columns: 3, rows: 4)
    other.write("abc", row: 2, column: 1)
    var screen = ModelScreen(columns: 3, rows: 4, filledWith: ModelScreen.Place(glyph: "#"))
    try screen.write(painter.paint(other))
    #expect(Self.differences(screen, other) == [])
  }
}
