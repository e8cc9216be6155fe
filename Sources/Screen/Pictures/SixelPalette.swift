/// The 252 fixed colours of sixel pictures: 6 × 7 × 6 levels of red, green and blue, as eyes see green best.
struct SixelPalette {
  static let levels = [6, 7, 6]

  /// The level for each of 64 thresholds and each value, `[threshold * 256 + value]`, already multiplied by its place
  /// value in the number of the colour.
  private let red: [UInt8]
  private let green: [UInt8]
  private let blue: [UInt8]

  init() {
    red = Self.table(levels: 6, place: 42)
    green = Self.table(levels: 7, place: 6)
    blue = Self.table(levels: 6, place: 1)
  }

  /// The number of the colour for a pixel at a place, 0 to 251.
  func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8, x: Int, y: Int) -> UInt8 {
    let row = Self.threshold[(y & 7) << 3 | x & 7] << 8
    return self.red[row | Int(red)] &+ self.green[row | Int(green)] &+ self.blue[row | Int(blue)]
  }

  /// `#number;2;red;green;blue` in percent.
  static func definition(_ number: Int, _ output: inout TerminalBytes) {
    output.add("#")
    output.add(number: number)
    output.add(";2;")
    output.add(number: percent(number / 42, of: 5))
    output.add(";")
    output.add(number: percent(number / 6 % 7, of: 6))
    output.add(";")
    output.add(number: percent(number % 6, of: 5))
  }

  private static func percent(_ level: Int, of most: Int) -> Int { (level * 200 + most) / (2 * most) }

  private static func table(levels: Int, place: Int) -> [UInt8] {
    (0..<64).flatMap { threshold in
      (0..<256).map { value in
        // Ordered dithering: the nearer a value is to the upper level, the more thresholds choose that level.
        let scaled = value * (levels - 1)
        let isUpper = scaled % 255 * 128 > (2 * threshold + 1) * 255
        return UInt8(clamping: (scaled / 255 + (isUpper ? 1 : 0)) * place)
      }
    }
  }

  /// Bayer's 8 × 8 matrix: the bits of x ⊕ y and of y, interleaved and reversed.
  private static let threshold: [Int] = (0..<64).map { place in
    let (y, x) = (place >> 3, place & 7)
    return (0..<3).reduce(0) { sum, bit in
      let both = ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
      return sum | both << (2 * (2 - bit))
    }
  }
}
