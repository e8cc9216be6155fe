/// Draws a picture in cells of more than two pixels, each with the two colours that fit them best.
///
/// A cell covers 2 × 4 square pixels, which are averaged by area to 2 × 2 parts (quadrants, Unicode 3.2) or 2 × 3
/// (sextants, Unicode 13). The parts are divided into two groups so that the squared differences from the mean of each
/// group have the least sum.
public struct Mosaic {
  /// The parts of a cell.
  public enum Parts: Hashable, Sendable {
    /// 2 × 2.
    case quadrants
    /// 2 × 3.
    case sextants
  }

  /// The glyphs, indexed by a bit for each part in the foreground's colour, rows from the top; the last part is never
  /// one of them, since the two colours can be swapped.
  private let glyphs: [Unicode.Scalar]
  /// For each row of parts, the share of each of four rows of pixels, in quarters.
  private let weights: [Int]
  private let levels: [UInt8]

  /// Cells of 2 × 2 parts.
  static let quadrants: [Unicode.Scalar] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛"]

  /// Cells of 2 × 3 parts; Unicode's sextants leave out the left half, which is ▌.
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

  /// Draws a picture, cut to the grid; its first pixel is in the upper left corner of the cell at a row and a column,
  /// both from 1. Cells at the right and lower edges repeat the last pixels.
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

    /// The squared length of the colour as a vector.
    var square: Int { red * red + green * green + blue * blue }
  }

  /// The colours of a cell's parts, times 4, because the weights of a part add up to 4.
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
    // With k of n parts in one group, A its sum and S the sum of all, the squared differences are least where |n A − k
    // S|² ÷ k (n − k) is greatest. Gray code: each step moves one part to the other group.
    var (best, greatest) = (0, 0)
    var (chosen, number, sum) = (0, 0, Color())
    for step in 1..<1 << (count - 1) {
      let place = step.trailingZeroBitCount
      chosen ^= 1 << place
      let sign = chosen >> place & 1 == 1 ? 1 : -1
      number += sign
      sum.add(parts[place], times: sign * count)
      sum.add(all, times: -sign)
      // 360 is divisible by every k (n − k): 3 and 4 for four parts, 5, 8 and 9 for six.
      let score = sum.square * (360 / (number * (count - number)))
      // A tie goes to the smallest number; 0 means that all parts have one colour.
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

  /// The mean colour of a number of parts.
  private func color(_ sum: Color, of count: Int) -> TerminalColor {
    func part(_ value: Int) -> UInt8 { levels[min((value + 2 * count) / (4 * count), 255)] }
    return .rgb(part(sum.red), part(sum.green), part(sum.blue))
  }
}
