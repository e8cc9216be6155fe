import TestSupport

/// A fixture picture drawn from the description of the layout, block by block, without the reader's arithmetic.
struct DrawnPicture {
  static let width = 160
  static let height = 120
  private(set) var pixels: [(UInt8, UInt8, UInt8)]

  init(number: UInt8, check: UInt8? = nil) {
    pixels = (0..<Self.width * Self.height).map { place in
      (UInt8(90 + place % Self.width / 3), 128, UInt8(90 + place / Self.width / 2))
    }
    let check = check ?? Self.table[Int(number ^ 0xFF)]
    for (row, byte) in [number, ~number, check, ~check].enumerated() {
      for column in 0..<8 {
        let isWhite = byte & (0x80 >> UInt8(column)) != 0
        fill(x: 16 * column, y: 16 + 16 * row, isWhite ? (255, 255, 255) : (0, 0, 0))
      }
    }
    fill(x: 0, y: 0, (254, 0, 0))
    fill(x: 144, y: 0, (0, 0, 254))
    fill(x: 0, y: 104, (0, 254, 0))
  }

  /// Fills a square from this pixel on, 16 pixels wide by default.
  mutating func fill(x: Int, y: Int, side: Int = 16, _ color: (UInt8, UInt8, UInt8)) {
    for row in y..<y + side {
      for column in x..<x + side { pixels[row * Self.width + column] = color }
    }
  }

  /// A picture of another size, with each pixel read at the position that the closure gives.
  func picture(
    width: Int = Self.width, height: Int = Self.height, alpha: UInt8 = 255,
    from place: (_ x: Int, _ y: Int) -> (Int, Int) = { ($0, $1) }
  ) -> DecodedPNG? {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = place(x, y)
        let pixel = pixels[row * Self.width + column]
        samples += [pixel.0, pixel.1, pixel.2, alpha]
      }
    }
    return DecodedPNG(width: width, height: height, samples: samples)
  }

  /// The picture in another orientation.
  func picture(_ orientation: CornerMarks.Orientation) -> DecodedPNG? {
    let (right, bottom) = (Self.width - 1, Self.height - 1)
    return switch orientation {
    case .upright: picture()
    case .turned180: picture { (right - $0, bottom - $1) }
    case .flippedHorizontally: picture { (right - $0, $1) }
    case .flippedVertically: picture { ($0, bottom - $1) }
    case .turned90: picture(width: Self.height, height: Self.width) { ($1, bottom - $0) }
    case .turned270: picture(width: Self.height, height: Self.width) { (right - $1, $0) }
    case .transposed: picture(width: Self.height, height: Self.width) { ($1, $0) }
    case .transversed: picture(width: Self.height, height: Self.width) { (right - $1, bottom - $0) }
    }
  }

  /// Remainders of byte · x⁸ by x⁸ + x² + x + 1, by long division over the bits as polynomials.
  private static let table: [UInt8] = (0..<256).map { byte in
    var dividend = byte << 8
    for degree in stride(from: 15, through: 8, by: -1) where dividend >> degree & 1 == 1 {
      dividend ^= 0b1_0000_0111 << (degree - 8)
    }
    return UInt8(dividend)
  }
}
