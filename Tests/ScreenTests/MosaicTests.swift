import TestSupport
import Testing

@testable import Screen

/// Pictures in quadrants and sextants.
struct MosaicTests {
  /// One cell of gray pixels, two in each of four rows.
  private func cell(_ values: [UInt8], as view: Mosaic.Parts, bits: Int = 8) throws -> Cell {
    let picture = try #require(RGBPicture(width: 2, height: 4, bytes: values.flatMap { [$0, $0, $0] }))
    var grid = CellGrid(columns: 1, rows: 1)
    Mosaic.draw(picture, as: view, into: &grid, row: 1, column: 1, bits: bits)
    return grid[1, 1]
  }

  private func gray(_ glyph: Unicode.Scalar, _ foreground: UInt8, _ background: UInt8) -> Cell {
    Cell(
      glyph: glyph, foreground: .rgb(foreground, foreground, foreground),
      background: .rgb(background, background, background), isPicture: true)
  }

  @Test func `one colour is a blank`() throws {
    for view in [Mosaic.Parts.quadrants, .sextants] {
      let blank = Cell(glyph: " ", background: .rgb(77, 77, 77), isPicture: true)
      #expect(try cell(Array(repeating: 77, count: 8), as: view) == blank)
    }
  }

  @Test func `two colours along the edges of parts are exact`() throws {
    #expect(try cell([9, 200, 9, 200, 9, 200, 9, 200], as: .quadrants) == gray("▌", 9, 200))
    #expect(try cell([9, 200, 9, 200, 9, 200, 9, 200], as: .sextants) == gray("▌", 9, 200))
    #expect(try cell([50, 50, 50, 50, 7, 7, 7, 7], as: .quadrants) == gray("▀", 50, 7))
    // The lower right part is the background.
    #expect(try cell([0, 255, 0, 255, 255, 0, 255, 0], as: .quadrants) == gray("▞", 255, 0))
    #expect(try cell([3, 0, 3, 0, 0, 0, 0, 0], as: .quadrants) == gray("▘", 3, 0))
    #expect(try cell([0, 0, 0, 0, 0, 3, 0, 3], as: .quadrants) == gray("▛", 0, 3))
  }

  @Test func `four rows of pixels are three of sextants by their areas`() throws {
    // The upper two rows: parts of 255, 127.5 and 0. 255 alone or 0 alone leave the same differences, and of these the
    // first division counts; (127.5 + 0) / 2 = 63.75.
    #expect(try cell([255, 255, 255, 255, 0, 0, 0, 0], as: .sextants) == gray("\u{1FB02}", 255, 64))
    // The first row only is 3/4 of the upper parts: 191.25.
    #expect(try cell([255, 255, 0, 0, 0, 0, 0, 0], as: .sextants) == gray("\u{1FB02}", 191, 0))
    // Only the lowest row: the background, and the upper four parts are the foreground (sextants 1 to 4).
    #expect(try cell([0, 0, 0, 0, 0, 0, 255, 255], as: .sextants) == gray("\u{1FB0E}", 0, 191))
  }

  @Test func `fewer bits round the two means`() throws {
    // Of 0 and 255 that which is nearer to 64.
    #expect(try cell([255, 255, 255, 255, 0, 0, 0, 0], as: .sextants, bits: 1) == gray("\u{1FB02}", 255, 0))
  }

  @Test func `each division has the glyph of Unicode's name`() {
    #expect(Mosaic.sextants.count == 32 && Mosaic.quadrants.count == 8)
    for (parts, glyph) in Mosaic.sextants.enumerated() {
      let digits = (1...6).filter { parts >> ($0 - 1) & 1 == 1 }.map(String.init).joined()
      let name = parts == 0 ? "SPACE" : digits == "135" ? "LEFT HALF BLOCK" : "BLOCK SEXTANT-\(digits)"
      #expect(glyph.properties.name == name && GlyphWidth.columns(glyph) == 1)
    }
    let names = [
      "SPACE", "QUADRANT UPPER LEFT", "QUADRANT UPPER RIGHT", "UPPER HALF BLOCK", "QUADRANT LOWER LEFT",
      "LEFT HALF BLOCK", "QUADRANT UPPER RIGHT AND LOWER LEFT", "QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER LEFT",
    ]
    #expect(Mosaic.quadrants.map(\.properties.name) == names)
  }

  /// The sum of squared differences of parts from their mean, with fractions as doubles.
  private func error(_ parts: [[Double]]) -> Double {
    var sum = 0.0
    for channel in 0..<3 {
      let values = parts.map { $0[channel] }
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      for value in values { sum += (value - mean) * (value - mean) }
    }
    return sum
  }

  /// The parts of a cell of 2 × 4 pixels; each row of parts has so much of each row of pixels.
  private func parts(_ bytes: [UInt8], _ rows: [[Double]]) -> [[Double]] {
    var parts: [[Double]] = []
    for weights in rows {
      for side in 0..<2 {
        var part = [0.0, 0, 0]
        for row in 0..<4 {
          for channel in 0..<3 { part[channel] += weights[row] * Double(bytes[3 * (2 * row + side) + channel]) }
        }
        parts.append(part)
      }
    }
    return parts
  }

  @Test(arguments: [Mosaic.Parts.quadrants, .sextants])
  func `no other two colours come nearer`(view: Mosaic.Parts) throws {
    var numbers = SeededNumbers(seed: 21)
    let sixths = [[0.75, 0.25, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0.25, 0.75]]
    let rows = view == .sextants ? sixths : [[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]]
    let glyphs = view == .sextants ? Mosaic.sextants : Mosaic.quadrants
    for _ in 0..<60 {
      let bytes = (0..<24).map { _ in UInt8(clamping: numbers.below(256)) }
      let picture = try #require(RGBPicture(width: 2, height: 4, bytes: bytes))
      var grid = CellGrid(columns: 1, rows: 1)
      Mosaic.draw(picture, as: view, into: &grid, row: 1, column: 1)
      let parts = parts(bytes, rows)
      var least = Double.infinity
      for chosen in 0..<1 << parts.count {
        let (ins, outs) = (
          parts.indices.filter { chosen >> $0 & 1 == 1 }, parts.indices.filter { chosen >> $0 & 1 == 0 }
        )
        least = min(least, error(ins.map { parts[$0] }) + error(outs.map { parts[$0] }))
      }
      let chosen = try #require(glyphs.firstIndex(of: grid[1, 1].glyph))
      let inks = [grid[1, 1].background, grid[1, 1].foreground]
      var found = 0.0
      for (number, part) in parts.enumerated() {
        guard case .rgb(let red, let green, let blue) = inks[chosen >> number & 1] else { continue }
        for (value, ink) in zip(part, [red, green, blue]) { found += (value - Double(ink)) * (value - Double(ink)) }
      }
      // Each of three channels of each part is rounded by half a code at most.
      #expect(found >= least - 1e-6 && found <= least + 0.25 * 3 * Double(parts.count))
    }
  }

  @Test func `a picture goes on to the edges of its last cells, and is cut at those of the grid`() throws {
    // 3 × 5 pixels are 2 × 2 cells; the last column and row are those of the third pixel and the fifth.
    let values: [UInt8] = [1, 1, 50] + [1, 1, 50] + [1, 1, 50] + [1, 1, 50] + [90, 90, 90]
    let picture = try #require(RGBPicture(width: 3, height: 5, bytes: values.flatMap { [$0, $0, $0] }))
    var grid = CellGrid(columns: 3, rows: 3)
    Mosaic.draw(picture, as: .sextants, into: &grid, row: 2, column: 2)
    func blank(_ value: UInt8) -> Cell { Cell(glyph: " ", background: .rgb(value, value, value), isPicture: true) }
    #expect(grid[2, 2] == blank(1) && grid[2, 3] == blank(50) && grid[3, 2] == blank(90) && grid[3, 3] == blank(90))
    #expect(grid[1, 1] == .blank && grid[2, 1] == .blank)
    grid.fill()
    Mosaic.draw(picture, as: .quadrants, into: &grid, row: 0, column: 0)
    #expect(grid[1, 1] == blank(90) && grid[1, 2] == .blank && grid[2, 1] == .blank)
  }

  @Test func `only changed cells are written`() throws {
    var bytes = [UInt8](repeating: 5, count: 3 * 8 * 8)
    var painter = GridPainter(colors: .full)
    var grid = CellGrid(columns: 4, rows: 2)
    func draw() throws {
      let picture = try #require(RGBPicture(width: 8, height: 8, bytes: bytes))
      Mosaic.draw(picture, as: .sextants, into: &grid, row: 1, column: 1)
    }
    try draw()
    _ = painter.paint(grid)
    #expect(painter.paint(grid).isEmpty)
    // In the second cell of the second row the upper left part, and half of the one below.
    for row in 4...5 { for channel in 0..<3 { bytes[3 * (8 * row + 2) + channel] = 205 } }
    try draw()
    // Parts of 205, 105 and four of 5: 155 for two leaves 2 · 50², and 205 alone 5 parts of mean 25 with 80² + 4 · 20².
    // 155 × 2 it is, 🬄 (sextants 1 and 3, U+1FB04: F0 9F AC 84).
    let glyph: [UInt8] = [0xF0, 0x9F, 0xAC, 0x84]
    let before = Array("\u{1B}[2;2H\u{1B}[38;2;155;155;155;48;2;5;5;5m".utf8)
    #expect(painter.paint(grid) == before + glyph + Array("\u{1B}[0m".utf8))
  }
}
