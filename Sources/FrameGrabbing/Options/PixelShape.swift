/// The width of a pixel divided by its height, as a fraction of positive numbers that a PNG can hold.
struct PixelShape: Hashable {
  let width: Int32
  let height: Int32

  static let square = PixelShape(width: 1, height: 1)

  /// The ratio of a video; an invalid one counts as square.
  init(_ ratio: (width: Int32, height: Int32)) {
    let isSound = ratio.width > 0 && ratio.height > 0
    self.init(width: isSound ? ratio.width : 1, height: isSound ? ratio.height : 1)
  }

  private init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// The same rotated by a quarter turn.
  var turned: PixelShape { PixelShape(width: height, height: width) }

  /// The shape of the pixels after a picture was resized without keeping its aspect ratio.
  ///
  /// It is exact if the lowest terms have 31 bits, which those of real pictures have; else it is the nearest with such
  /// terms. Sizes have at most 31 bits.
  func fitting(from old: (width: Int, height: Int), to new: (width: Int, height: Int)) -> PixelShape {
    func term(_ shape: Int32, _ old: Int, _ new: Int) -> UInt128 {
      UInt128(shape.magnitude) * UInt128(UInt32(clamping: old)) * UInt128(UInt32(clamping: new))
    }
    return Self.nearest(term(width, old.width, new.height), term(height, old.height, new.width))
  }

  /// The convergents of the continued fraction are the best approximations; the last that fits is taken.
  private static func nearest(_ numerator: UInt128, _ denominator: UInt128) -> PixelShape {
    var (a, b) = (numerator, denominator)
    var (before, last): ((UInt128, UInt128), (UInt128, UInt128)) = ((0, 1), (1, 0))
    while b > 0 {
      let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
      let limit = UInt128(Int32.max)
      // The quotient is checked first, so that the products cannot overflow.
      guard quotient <= limit, quotient * last.0 + before.0 <= limit, quotient * last.1 + before.1 <= limit else {
        break
      }
      (before, last) = (last, (quotient * last.0 + before.0, quotient * last.1 + before.1))
      (a, b) = (b, rest)
    }
    // A ratio whose first term is over the limit has no convergent that fits; the other term would be 0.
    if last.0 == 0 { return PixelShape(width: 1, height: .max) }
    if last.1 == 0 { return PixelShape(width: .max, height: 1) }
    return PixelShape(width: Int32(clamping: last.0), height: Int32(clamping: last.1))
  }
}
