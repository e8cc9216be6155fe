import Screen
import Testing

struct LabelLineTests {
  private static func text(_ line: LabelLine, _ width: Int) -> String {
    String(String.UnicodeScalarView(line.cells(width: width).map(\.glyph)))
  }

  /// In the order of the screen; the frame comes first, then speed, `≈ shows`, time, timecode, model.
  private static let line = LabelLine([
    ("frame 735", 6, false), ("24.500 s", 3, false), ("00:00:24:15", 2, false), ("speed 1/4", 5, true),
    ("≈ shows 700", 4, false), ("slider", 1, false),
  ])

  @Test func `all parts stand in order, two blanks apart`() {
    // 9 + 8 + 11 + 9 + 11 + 6 glyphs and 5 gaps of 2: 64.
    let whole = "frame 735  24.500 s  00:00:24:15  speed 1/4  ≈ shows 700  slider"
    #expect(Self.text(Self.line, 64) == whole)
    #expect(Self.text(Self.line, 67) == whole + "   ")
  }

  @Test func `parts of the lowest priority are left out first`() {
    #expect(Self.text(Self.line, 63).hasPrefix("frame 735  24.500 s  00:00:24:15  speed 1/4  ≈ shows 700 "))
    #expect(Self.text(Self.line, 56) == "frame 735  24.500 s  00:00:24:15  speed 1/4  ≈ shows 700")
    #expect(Self.text(Self.line, 55).hasPrefix("frame 735  24.500 s  speed 1/4  ≈ shows 700 "))
    #expect(Self.text(Self.line, 42).hasPrefix("frame 735  speed 1/4  ≈ shows 700 "))
    #expect(Self.text(Self.line, 32).hasPrefix("frame 735  speed 1/4 "))
    #expect(Self.text(Self.line, 19).hasPrefix("frame 735 "))
    #expect(Self.text(Self.line, 9) == "frame 735")
  }

  @Test func `the last part is cut`() {
    #expect(Self.text(Self.line, 8) == "frame 73")
    #expect(Self.text(Self.line, 1) == "f")
    #expect(Self.text(Self.line, 0) == "")
    #expect(Self.text(Self.line, -1) == "")
  }

  @Test func `of equal priorities the one to the right goes`() {
    let line = LabelLine([("aa", 1, false), ("bb", 1, false), ("cc", 1, false)])
    #expect(Self.text(line, 9) == "aa  bb   ")
    #expect(Self.text(line, 5) == "aa   ")
  }

  @Test func `empty parts take no room`() {
    #expect(Self.text(LabelLine([("", 9, false), ("a", 1, false), ("", 9, false), ("b", 1, false)]), 4) == "a  b")
    #expect(Self.text(LabelLine([]), 3) == "   ")
  }

  @Test func `reverse video is that of the part, not of the gaps`() {
    let reversed = Self.line.cells(width: 64).map(\.isReversed)
    // `speed 1/4` stands behind 9 + 2 + 8 + 2 + 11 + 2 = 34 cells and has 9.
    #expect(reversed == (0..<64).map { (34..<43).contains($0) })
  }

  @Test func `wide glyphs count twice and are not halved`() {
    let line = LabelLine([("日本", 2, false), ("x", 1, false)])
    #expect(Self.text(line, 7) == "日\0本\0  x")
    #expect(Self.text(line, 6) == "日\0本\0  ")
    #expect(Self.text(line, 3) == "日\0 ")
    var grid = CellGrid(columns: 7, rows: 1)
    for (column, cell) in line.cells(width: 7).enumerated() { grid[1, column + 1] = cell }
    var written = CellGrid(columns: 7, rows: 1)
    written.write("日本  x", row: 1, column: 1)
    #expect(grid == written)
  }
}
