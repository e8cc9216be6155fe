/// A picture in sixels, DEC's graphics of six rows at a time (VT330/VT340 Programmer Reference Manual, chapter 14).
public struct SixelPicture {
  /// Shows a picture at the cursor, pixel by pixel, in 252 fixed colours with ordered dithering of 8 × 8.
  ///
  /// The colours that it uses are defined in it, so it needs nothing that was sent before.
  public static func show(_ picture: RGBPicture) -> [UInt8] {
    let palette = SixelPalette()
    let numbers = numbers(of: picture, palette)
    var output = TerminalBytes()
    output.reserve(numbers.count)
    output.begin("P")
    // Pixels that are not drawn stay as they are; the shape of a pixel is a square.
    output.add("0;1;0q\"1;1;")
    output.add(number: picture.width)
    output.add(";")
    output.add(number: picture.height)
    var isUsed = [Bool](repeating: false, count: 256)
    for number in numbers { isUsed[Int(number)] = true }
    for number in 0..<252 where isUsed[number] { SixelPalette.definition(number, &output) }
    var band = SixelBand(width: picture.width)
    var row = 0
    while row < picture.height {
      if row > 0 { output.add("-") }
      let end = min(row + 6, picture.height)
      band.draw(numbers[row * picture.width..<end * picture.width], &output)
      row = end
    }
    output.end()
    return output.bytes
  }

  private static func numbers(of picture: RGBPicture, _ palette: SixelPalette) -> [UInt8] {
    var numbers: [UInt8] = []
    numbers.reserveCapacity(picture.width * picture.height)
    var place = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        numbers.append(
          palette.color(picture.bytes[place], picture.bytes[place + 1], picture.bytes[place + 2], x: x, y: y))
        place += 3
      }
    }
    return numbers
  }
}
