/// A picture in cells that show more than two pixels, in the two colours that come nearest to them.
///
/// A cell is 2 × 4 square pixels of the picture, which are made into 2 × 2 parts (quadrants, Unicode 3.2) or 2 × 3
/// (sextants, Unicode 13) by their areas. Of all ways to divide the parts between two colours that one is taken in which
/// the squares of the differences from the means of both have the least sum.
public struct Mosaic {
  /// The parts of a cell.
  public enum Parts: Hashable, Sendable {
    /// 2 × 2.
    case quadrants
    /// 2 × 3.
    case sextants
  }

  /// The glyphs, by the parts that have the foreground's colour, a bit each, rows from the top; the last part never has it,
  /// since the colours could change places.
  private let glyphs: [Unicode.Scalar]
  /// How much of each of four rows of pixels is in each row of parts, in quarters of a part.
  private let weights: [Int]
  private let levels: [UInt8]

  /// Cells of 2 × 2 parts.
  static let quadrants: [Unicode.Scalar] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛"]

  /// Cells of 2 × 3 parts; the left half has a glyph of its own, which the others leave out.
  static let sextants: [Unicode.Scalar] = (0..<32).map { parts in
    switch parts {
    case 0: " "
    case 0b010101: "▌"
    default: Unicode.Scalar(UInt32(0x1FB00 + parts - (parts < 0b010101 ? 1 : 2))) ?? "?"
    }
  }

  private init(_ parts: Parts, bits: Int) {
    (glyphs, weights) =
      parts == .sextants
      ? (Self.sextants, [3, 1, 0, 0, 0, 2, 2, 0, 0, 0, 1, 3])
      : (Self.quadrants, [2, 2, 0, 0, 0, 0, 2, 2])
    levels = HalfBlocks.levels(bits: bits)
  }

  /// Draws a picture as far as it is inside of the grid, its first pixel in the upper left corner of the cell at a row and
  /// a column, both from 1; beside and below its last pixels a cell goes on with them.
  ///
  /// - Parameters:
  ///   - parts: What a cell is made of.
  ///   - bits: As for ``HalfBlocks/draw(_:into:row:column:bits:isWide:)``.
  public static func draw(
    _ picture: RGBPicture, as parts: Parts, into grid: inout CellGrid, row: Int, column: Int, bits: Int = 8
  ) {
    guard let columns = HalfBlocks.shared((picture.width - 1) / 2 + 1, from: column, most: grid.columns),
      let rows = HalfBlocks.shared((picture.height - 1) / 4 + 1, from: row, most: grid.rows)
    else { return }
    let mosaic = Mosaic(parts, bits: bits)
    var colors: [Color] = []
    for line in rows {
      for place in columns {
        mosaic.gather(picture, place, line, &colors)
        grid[row + line, column + place] = mosaic.cell(colors)
      }
    }
  }

  /// A sum of colours.
  private struct Color {
    var red = 0
    var green = 0
    var blue = 0

    mutating func add(_ other: Color, times factor: Int) {
      red += other.red * factor
      green += other.green * factor
      blue += other.blue * factor
    }

    /// The square of its length.
    var square: Int { red * red + green * green + blue * blue }
  }

  /// The parts of a cell, in quarters of 255.
  private func gather(_ picture: RGBPicture, _ column: Int, _ line: Int, _ parts: inout [Color]) {
    parts.removeAll(keepingCapacity: true)
    for first in stride(from: 0, to: weights.count, by: 4) {
      for side in 0..<2 {
        let x = min(2 * column + side, picture.width - 1)
        var part = Color()
        for row in 0..<4 where weights[first + row] > 0 {
          let place = 3 * (min(4 * line + row, picture.height - 1) * picture.width + x)
          part.add(
            Color(
              red: Int(picture.bytes[place]), green: Int(picture.bytes[place + 1]),
              blue: Int(picture.bytes[place + 2])), times: weights[first + row])
        }
        parts.append(part)
      }
    }
  }

  private func cell(_ parts: [Color]) -> Cell {
    let count = parts.count
    var all = Color()
    for part in parts { all.add(part, times: 1) }
    // Of k of n parts with the sum A, where S is the sum of all, the squares of the differences are least where
    // |n A − k S|² ÷ k (n − k) is greatest. From each division to the next, one part changes its side.
    var (best, greatest) = (0, 0)
    var (chosen, number, sum) = (0, 0, Color())
    for step in 1..<1 << (count - 1) {
      let place = step.trailingZeroBitCount
      chosen ^= 1 << place
      let sign = chosen >> place & 1 == 1 ? 1 : -1
      number += sign
      sum.add(parts[place], times: sign * count)
      sum.add(all, times: -sign)
      // 360 is a multiple of all that it is divided by: 3 and 4 of four parts, 5, 8 and 9 of six.
      let score = sum.square * (360 / (number * (count - number)))
      // Of equal ones the one with the smallest number; 0 if all parts have one colour.
      if score > greatest || score == greatest && chosen < best { (greatest, best) = (score, chosen) }
    }
    var (ink, inked) = (Color(), 0)
    for place in parts.indices where best >> place & 1 == 1 {
      ink.add(parts[place], times: 1)
      inked += 1
    }
    all.add(ink, times: -1)
    let background = color(all, of: count - inked)
    guard inked > 0 else { return Cell(glyph: " ", background: background, isPicture: true) }
    return Cell(glyph: glyphs[best], foreground: color(ink, of: inked), background: background, isPicture: true)
  }

  /// The mean of so many parts.
  private func color(_ sum: Color, of count: Int) -> TerminalColor {
    func part(_ value: Int) -> UInt8 { levels[min((value + 2 * count) / (4 * count), 255)] }
    return .rgb(part(sum.red), part(sum.green), part(sum.blue))
  }
}
