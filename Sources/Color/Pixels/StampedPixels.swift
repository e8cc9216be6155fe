import Memory

/// A line of digits in the lower left corner of a picture: white on a black box.
///
/// A glyph has 5 by 7 dots, each a square of pixels, with one dot of space between glyphs and around them.
public struct StampedPixels {
  private let glyphs: [[UInt8]]
  private let dot: Int

  /// Digits, colons, points and signs, of dots so many pixels wide; nil for other characters.
  public init?(_ text: String, dot: Int) {
    glyphs = text.utf8.compactMap { Self.rows[$0] }
    self.dot = dot
    guard glyphs.count == text.utf8.count else { return nil }
  }

  /// The rows of each glyph from the top; the highest of a row's five bits is the leftmost dot.
  private static let rows: [UInt8: [UInt8]] = [
    UInt8(ascii: "0"): [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    UInt8(ascii: "1"): [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    UInt8(ascii: "2"): [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
    UInt8(ascii: "3"): [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    UInt8(ascii: "4"): [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    UInt8(ascii: "5"): [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    UInt8(ascii: "6"): [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    UInt8(ascii: "7"): [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    UInt8(ascii: "8"): [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    UInt8(ascii: "9"): [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    UInt8(ascii: ":"): [0b00000, 0b01100, 0b01100, 0b00000, 0b01100, 0b01100, 0b00000],
    UInt8(ascii: "."): [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100],
    UInt8(ascii: "-"): [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000],
  ]

  /// Dots across and down.
  private var columns: Int { 6 * glyphs.count + 1 }
  private static let lines = 9

  /// The same picture with the line in it; as it is if there is no room, or if it has opacity or more than 8 bits.
  ///
  /// - Throws: `ColorError` when memory runs out.
  public func drawn(on bitmap: Bitmap) throws(ColorError) -> Bitmap {
    guard dot > 0, columns <= bitmap.width / dot, Self.lines <= bitmap.height / dot, !bitmap.channels.hasAlpha,
      bitmap.bitDepth == .eight
    else { return bitmap }
    let (pixels, count) = (bitmap.pixels, bitmap.pixels.count)
    let copy = try AlignedBuffer.forPicture(byteCount: count)
    pixels.withUnsafeBytes { if let start = $0.baseAddress { copy.bytes.copyMemory(from: start, byteCount: count) } }
    draw(on: copy.bytes, width: bitmap.width, height: bitmap.height, pixelBytes: bitmap.channels.count)
    return Bitmap(
      width: bitmap.width, height: bitmap.height, channels: bitmap.channels, bitDepth: bitmap.bitDepth,
      pixels: SharedBytes(copy, count: count), significantBits: bitmap.significantBits, color: bitmap.color,
      isDeinterlaced: bitmap.isDeinterlaced) ?? bitmap
  }

  private func isWhite(column: Int, line: Int) -> Bool {
    let (glyph, place) = column.quotientAndRemainder(dividingBy: 6)
    guard place > 0, (1...7).contains(line) else { return false }
    return glyphs[glyph][line - 1] >> UInt8(5 - place) & 1 == 1
  }

  /// Draws it over rows without padding, of samples of 8 bits, into which it has to fit.
  private func draw(on pixels: UnsafeMutableRawPointer, width: Int, height: Int, pixelBytes: Int) {
    for line in 0..<(Self.lines * dot) {
      let row = pixels + (height - Self.lines * dot + line) * width * pixelBytes
      for column in 0..<(columns * dot) {
        let code: UInt8 = isWhite(column: column / dot, line: line / dot) ? 255 : 0
        (row + column * pixelBytes).initializeMemory(as: UInt8.self, repeating: code, count: pixelBytes)
      }
    }
  }
}
