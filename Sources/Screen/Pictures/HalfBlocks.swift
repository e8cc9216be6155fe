/// Draws a picture in cells of two pixels each, one above the other.
public struct HalfBlocks {
  /// Draws a picture, cut to the grid; its first pixel is the upper half of the cell at a row and a column, both from
  /// 1.
  ///
  /// A cell is ▀ in the colour of its upper pixel on the colour of the lower one; below an odd last row the background
  /// is the terminal's.
  ///
  /// Red, green and blue have 1 to 8 `bits` each; with 5, more cells stay the same from picture to picture and need not
  /// be written again. With `isWide`, for terminals that give ▀ two columns, a cell is a blank on the mean of both
  /// pixels.
  public static func draw(
    _ picture: RGBPicture, into grid: inout CellGrid, row: Int, column: Int, bits: Int = 8, isWide: Bool = false
  ) {
    let levels = levels(bits: bits)
    func color(_ x: Int, _ y: Int) -> TerminalColor {
      let place = 3 * (y * picture.width + x)
      return .rgb(
        levels[Int(picture.bytes[place])], levels[Int(picture.bytes[place + 1])], levels[Int(picture.bytes[place + 2])])
    }
    func mean(_ x: Int, _ y: Int) -> TerminalColor {
      let upper = 3 * (y * picture.width + x)
      let lower = y + 1 < picture.height ? upper + 3 * picture.width : upper
      func part(_ number: Int) -> UInt8 {
        levels[(Int(picture.bytes[upper + number]) + Int(picture.bytes[lower + number]) + 1) / 2]
      }
      return .rgb(part(0), part(1), part(2))
    }
    guard let columns = shared(picture.width, from: column, most: grid.columns),
      let rows = shared((picture.height - 1) / 2 + 1, from: row, most: grid.rows)
    else { return }
    for line in rows {
      for place in columns {
        let cell =
          isWide
          ? Cell(glyph: " ", background: mean(place, 2 * line), isPicture: true)
          : Cell(
            glyph: "▀", foreground: color(place, 2 * line),
            background: 2 * line + 1 < picture.height ? color(place, 2 * line + 1) : .standard, isPicture: true)
        grid[row + line, column + place] = cell
      }
    }
  }

  /// The indices of `count` cells that are inside the grid (places 1 to `most`) if the first cell is at `first`.
  static func shared(_ count: Int, from first: Int, most: Int) -> Range<Int>? {
    guard first <= most, first > -count else { return nil }
    return max(0, 1 - first)..<min(count, most - first + 1)
  }

  /// For each value of 8 bits the nearest of 2^bits levels.
  static func levels(bits: Int) -> [UInt8] {
    let most = (1 << min(max(1, bits), 8)) - 1
    return (0...255).map { value in
      let level = (value * most + 127) / 255
      return UInt8(clamping: (level * 255 + most / 2) / most)
    }
  }
}
