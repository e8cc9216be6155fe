/// The number that each picture of the fixture clips carries in black and white blocks.
///
/// The picture is ten blocks wide and seven and a half high. From its left edge, one block below the top, there are
/// four rows of eight: the number's bits, most significant first and white for 1; the same inverted; its CRC-8; that
/// inverted. Since the blocks are off centre, a mirrored or rotated picture has no number.
public enum BurntNumber {
  /// The number in an upright picture of any size, 0…255.
  ///
  /// Nil if any of the 32 blocks is not clearly black or white over its whole middle, or if the rows contradict each
  /// other: then the picture is a blend, smeared, composed of several, mirrored, rotated or not from the fixtures.
  public static func read(from picture: DecodedPNG) -> Int? {
    guard
      let number = row(0, of: picture), let inverted = row(1, of: picture),
      let check = row(2, of: picture), let invertedCheck = row(3, of: picture),
      inverted == ~number, invertedCheck == ~check, check == crc(of: number)
    else { return nil }
    return Int(number)
  }

  /// The CRC-8 of one byte: polynomial x⁸ + x² + x + 1, start value 0xFF, not reflected.
  public static func crc(of byte: UInt8) -> UInt8 {
    CodedNumber.crc(of: [byte])
  }

  /// The middle half of the block in this column and row, both counted from 0, as pixels of a picture of this size.
  static func middle(column: Int, row: Int, width: Int, height: Int) -> (x: Range<Int>, y: Range<Int>) {
    // In units of a quarter of a block the picture is 40 by 30.
    let x = (4 * column + 1) * width / 40..<(4 * column + 3) * width / 40
    let y = (4 * row + 5) * height / 30..<(4 * row + 7) * height / 30
    return (x, y)
  }

  private static func row(_ row: Int, of picture: DecodedPNG) -> UInt8? {
    CodedNumber.byte { isWhite(column: $0, row: row, of: picture) }
  }

  /// Whether the block is white, or nil if it is not clearly white or black.
  ///
  /// A tenth of another picture, or a few wrong pixels, are enough for nil.
  private static func isWhite(column: Int, row: Int, of picture: DecodedPNG) -> Bool? {
    let (columns, rows) = middle(column: column, row: row, width: picture.width, height: picture.height)
    var sum = 0
    var count = 0
    var darkest = 255
    var lightest = 0
    for y in rows {
      for x in columns {
        guard let pixel = picture.pixel(x: x, y: y), pixel.alpha == 255 else { return nil }
        let samples = [Int(pixel.red), Int(pixel.green), Int(pixel.blue)]
        for sample in samples {
          sum += sample
          count += 1
          darkest = min(darkest, sample)
          lightest = max(lightest, sample)
        }
      }
    }
    guard count > 0 else { return nil }
    if lightest < 80, sum < 24 * count { return false }
    if darkest > 175, sum > 231 * count { return true }
    return nil
  }
}
