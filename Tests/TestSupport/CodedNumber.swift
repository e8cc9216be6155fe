/// The number that each picture of the corpus carries in black and white blocks, as draw-pictures.pl draws it.
///
/// The picture is ten blocks wide and nine high. From its left edge, one block below the top, there are six rows of
/// eight: the number's high byte, most significant bit first and white for 1; the same inverted; its low byte; that
/// inverted; the CRC-8 of both; that inverted. Since the blocks are off centre, a mirrored or rotated picture has no
/// number.
public enum CodedNumber {
  /// The number in an upright picture of any size, 0…65535.
  ///
  /// Nil if any of the 48 blocks is not clearly black or white overall, or if the rows contradict each other.
  public static func read(from picture: DecodedPNG) -> Int? {
    let rows = (0..<6).compactMap { row($0, of: picture) }
    guard rows.count == 6, rows[1] == ~rows[0], rows[3] == ~rows[2], rows[5] == ~rows[4],
      rows[4] == crc(of: [rows[0], rows[2]])
    else { return nil }
    return Int(rows[0]) << 8 | Int(rows[2])
  }

  /// The CRC-8: polynomial x⁸ + x² + x + 1, start value 0xFF, not reflected.
  public static func crc(of bytes: [UInt8]) -> UInt8 {
    bytes.reduce(0xFF) { rest, byte in
      (0..<8).reduce(rest ^ byte) { rest, _ in rest << 1 ^ (rest & 0x80 == 0 ? 0 : 0x07) }
    }
  }

  private static func row(_ row: Int, of picture: DecodedPNG) -> UInt8? {
    byte { isWhite(column: $0, row: row, of: picture) }
  }

  /// Eight blocks as the bits of a byte, the first one the highest; nil when one of them is nil.
  static func byte(_ block: (Int) -> Bool?) -> UInt8? {
    var byte: UInt8 = 0
    for column in 0..<8 {
      guard let isWhite = block(column) else { return nil }
      byte = byte << 1 | (isWhite ? 1 : 0)
    }
    return byte
  }

  private static func isWhite(column: Int, row: Int, of picture: DecodedPNG) -> Bool? {
    // In units of a quarter of a block the picture is 40 by 36: the middle half of the block.
    let columns = (4 * column + 1) * picture.width / 40..<(4 * column + 3) * picture.width / 40
    let rows = (4 * row + 5) * picture.height / 36..<(4 * row + 7) * picture.height / 36
    var sum = 0
    var count = 0
    for y in rows {
      for x in columns {
        guard let pixel = picture.pixel(x: x, y: y), pixel.alpha == 255 else { return nil }
        sum += Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)
        count += 3
      }
    }
    guard count > 0, sum < 60 * count || sum > 195 * count else { return nil }
    return sum > 195 * count
  }
}
