import Screen
import TestSupport
import Testing

struct HalfBlockTests {
  private static func picture(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws -> RGBPicture {
    try #require(RGBPicture(width: width, height: height, bytes: bytes))
  }

  /// Red and green above, blue and white below.
  private static func four() throws -> RGBPicture {
    try picture(2, 2, [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
  }

  @Test func `2 by 2 pixels are two cells, byte by byte`() throws {
    var grid = CellGrid(columns: 4, rows: 2)
    HalfBlocks.draw(try Self.four(), into: &grid, row: 2, column: 3)
    #expect(
      grid[2, 3] == Cell(glyph: "▀", foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255), isPicture: true))
    var painter = GridPainter(colors: .full)
    // ▀ is U+2580: E2 96 80.
    let cells =
      Array("\u{1B}[38;2;255;0;0;48;2;0;0;255m".utf8) + [0xE2, 0x96, 0x80]
      + Array("\u{1B}[38;2;0;255;0;48;2;255;255;255m".utf8) + [0xE2, 0x96, 0x80] + Array("\u{1B}[0m".utf8)
    #expect(painter.paint(grid) == Array("\u{1B}[0m\u{1B}[2J\u{1B}[2;3H".utf8) + cells)
  }

  @Test func `below an odd last row is the terminal's background`() throws {
    var grid = CellGrid(columns: 1, rows: 2)
    HalfBlocks.draw(try Self.picture(1, 3, [1, 1, 1, 2, 2, 2, 3, 3, 3]), into: &grid, row: 1, column: 1)
    #expect(grid[1, 1] == Cell(glyph: "▀", foreground: .rgb(1, 1, 1), background: .rgb(2, 2, 2), isPicture: true))
    #expect(grid[2, 1] == Cell(glyph: "▀", foreground: .rgb(3, 3, 3), background: .standard, isPicture: true))
  }

  @Test func `where the block is wide, a blank has the mean of both pixels`() throws {
    var grid = CellGrid(columns: 1, rows: 2)
    let picture = try Self.picture(1, 3, [10, 0, 255, 20, 1, 255, 7, 8, 9])
    HalfBlocks.draw(picture, into: &grid, row: 1, column: 1, bits: 8, isWide: true)
    // Half values round up.
    #expect(grid[1, 1] == Cell(glyph: " ", background: .rgb(15, 1, 255), isPicture: true))
    #expect(grid[2, 1] == Cell(glyph: " ", background: .rgb(7, 8, 9), isPicture: true))
  }

  @Test func `5 bits are the nearest of 32 levels`() throws {
    for value in UInt8(0)...255 {
      var grid = CellGrid(columns: 1, rows: 1)
      HalfBlocks.draw(try Self.picture(1, 1, [value, 255 - value, 0]), into: &grid, row: 1, column: 1, bits: 5)
      guard case .rgb(let red, let green, 0) = grid[1, 1].foreground else {
        Issue.record("\(grid[1, 1])")
        continue
      }
      let levels = (0...31).map { (Double($0) * 255 / 31).rounded() }
      #expect(levels.contains(Double(red)) && levels.contains(Double(green)))
      // Levels are 8.2 apart, so the nearest is at most 4.1 away, and half more with its rounding.
      #expect(abs(Int(red) - Int(value)) <= 4 && abs(Int(green) - 255 + Int(value)) <= 4)
    }
  }

  @Test func `a picture is cut at the edges of the grid`() throws {
    let picture = try Self.four()
    for (row, column) in [
      (0, 0), (3, 3), (-1, 1), (1, -1), (1, -2), (-2, 1), (Int.min, 1), (1, Int.max), (Int.max, Int.min),
    ] {
      var grid = CellGrid(columns: 2, rows: 2)
      HalfBlocks.draw(picture, into: &grid, row: row, column: column)
      #expect(grid == CellGrid(columns: 2, rows: 2))
    }
    var grid = CellGrid(columns: 2, rows: 2)
    HalfBlocks.draw(picture, into: &grid, row: 1, column: 0)
    #expect(grid[1, 1].foreground == .rgb(0, 255, 0) && grid[1, 2] == .blank)
    HalfBlocks.draw(picture, into: &grid, row: 2, column: 2)
    #expect(grid[2, 2].foreground == .rgb(255, 0, 0))
  }

  @Test func `a picture has exactly its bytes`() {
    #expect(RGBPicture(width: 1, height: 1, bytes: [0, 0, 0]) != nil)
    for (width, height, count) in [
      (1, 1, 2), (1, 1, 4), (0, 1, 0), (1, 0, 0), (-1, -1, 3), (Int.max, 1, 0), (Int.max / 3, Int.max, 0),
      (Int.min, 1, 0),
    ] {
      #expect(RGBPicture(width: width, height: height, bytes: Array(repeating: 0, count: count)) == nil)
    }
  }

  @Test func `half the size is the mean of four pixels`() throws {
    // Red of the four: 0 1 2 3 gives 6/4, rounded 2; green 255 four times; blue 0 0 0 1 gives 0. The fifth column and the
    // third row are left over.
    let rows: [[[UInt8]]] = [
      [[0, 255, 0], [1, 255, 0], [9, 9, 9], [11, 9, 9], [77, 7, 7]],
      [[2, 255, 0], [3, 255, 1], [9, 9, 9], [11, 9, 9], [77, 7, 7]],
      [[5, 5, 5], [5, 5, 5], [5, 5, 5], [5, 5, 5], [5, 5, 5]],
    ]
    let picture = try #require(RGBPicture(width: 5, height: 3, bytes: rows.flatMap { $0.flatMap { $0 } }))
    #expect(picture.halved == RGBPicture(width: 2, height: 1, bytes: [2, 255, 0, 10, 9, 9]))
    let line = try #require(RGBPicture(width: 1, height: 2, bytes: [1, 2, 3, 4, 5, 6]))
    #expect(line.halved == line)
  }
}
