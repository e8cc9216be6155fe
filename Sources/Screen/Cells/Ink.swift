/// A colour as it is written to the terminal.
enum Ink: Hashable {
  case standard
  case rgb(UInt8, UInt8, UInt8)
  case indexed(UInt8)

  init(_ color: TerminalColor, depth: ColorDepth) {
    switch (color, depth) {
    case (.standard, _), (_, .none): self = .standard
    case (.rgb(let red, let green, let blue), .full): self = .rgb(red, green, blue)
    case (.rgb(let red, let green, let blue), .indexed256): self = .indexed(Self.nearest(red, green, blue))
    }
  }

  /// The levels of the colour cube; its colours have the numbers 16 + 36 red + 6 green + blue.
  static let levels = [0, 95, 135, 175, 215, 255]

  /// The nearest colour, by the sum of squares, of the cube and the grays 232 to 255 (8, 18 … 238); the cube wins a
  /// tie.
  static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let (red, green, blue) = (Int(red), Int(green), Int(blue))
    // The gray that is nearest to the mean is also the nearest by squares.
    let step = min(max(0, (red + green + blue - 9) / 30), 23)
    let gray = 8 + 10 * step
    let fromGray = square(red - gray) + square(green - gray) + square(blue - gray)
    let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
    let fromCube = square(red - levels[r]) + square(green - levels[g]) + square(blue - levels[b])
    return UInt8(clamping: fromGray < fromCube ? 232 + step : 16 + 36 * r + 6 * g + b)
  }

  /// The midpoints between the levels are 47.5, 115, 155, 195 and 235; a midpoint counts as the lower level.
  private static func nearestLevel(_ value: Int) -> Int {
    value < 48 ? 0 : value < 116 ? 1 : min(5, (value - 36) / 40)
  }

  private static func square(_ number: Int) -> Int { number * number }
}
