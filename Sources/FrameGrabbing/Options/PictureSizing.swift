import Video

/// The requested size of pictures and the shape of their pixels, to be applied to each frame's size.
public struct PictureSizing: Hashable, Sendable {
  /// Which sides are given; sides are those of the written picture, after rotation.
  public enum Request: Hashable, Sendable {
    /// Every pixel as it is stored.
    case stored
    /// Width in pixels; the height follows.
    case width(Int)
    /// Height in pixels; the width follows.
    case height(Int)
    /// Both sides, even if that changes the aspect ratio.
    case size(width: Int, height: Int)
    /// Millionths of both sides; 1 000 000 keeps the size.
    case millionths(Int64)
  }

  /// How a picture of another shape fills a size of which both sides are given.
  public enum Fit: Hashable, Sendable {
    /// It takes the size's shape.
    case stretch
    /// It keeps its own, as large as the size allows.
    case inside
    /// It keeps its own and fills the size; what is too much is cut off, one half on each side.
    case cover
  }

  /// The part of the picture that is kept before its size changes; nil for all of it.
  public var crop: PictureCrop?
  /// How a size of which both sides are given is filled; all but `stretch` make square pixels.
  public var fit = Fit.stretch
  /// Which sides are given.
  public var request = Request.stored
  /// Whether pixels are made square, instead of keeping the shape given by the video.
  public var isSquare = false
  /// The most pixels of a picture whose size changes.
  public var pixelLimit: Int64 = 67_108_864
  /// The most pixels along a side of such a picture.
  public static let sideLimit = PictureTooLarge.sideLimit

  /// Keeps pictures as they are.
  public init() {}

  /// A picture's size, and the width of one of its pixels divided by the height.
  struct Answer: Equatable {
    let width: Int
    let height: Int
    let shape: PixelShape
    /// The part that is cut out first, and the size of the whole picture at that step; nil if all is kept.
    var cut: (crop: PictureCrop, whole: PictureSize)?
    /// The size to which that is scaled; if it is larger than asked for, its middle is kept.
    var scaled: PictureSize

    init(width: Int, height: Int, shape: PixelShape, scaled: PictureSize? = nil) {
      (self.width, self.height, self.shape) = (width, height, shape)
      self.scaled = scaled ?? PictureSize(width: width, height: height)
    }

    static func == (one: Answer, other: Answer) -> Bool {
      (one.width, one.height, one.shape, one.scaled) == (other.width, other.height, other.shape, other.scaled)
        && one.cut?.crop == other.cut?.crop && one.cut?.whole == other.cut?.whole
    }

    /// Where the middle of the scaled picture begins.
    var middle: (x: Int, y: Int) { ((scaled.width - width) / 2, (scaled.height - height) / 2) }
    /// The larger of the pictures on the way to the result.
    var largest: PictureSize {
      guard let whole = cut?.whole else { return scaled }
      return whole.width.multipliedFullWidth(by: whole.height) > scaled.width.multipliedFullWidth(by: scaled.height)
        ? whole : scaled
    }
  }

  /// The output size for a picture of this size, whose pixels have this shape.
  ///
  /// A side that follows from the other keeps the aspect ratio of the whole picture, and a fractional side is rounded,
  /// half up, to one pixel at least. To make pixels square, the picture is stretched along one side, never compressed.
  /// If both sides are given, the shape of a pixel changes so that the aspect ratio stays exact, unless `fit` keeps it.
  ///
  /// - Throws: `PictureTooLarge` for a picture over the limits whose size changes.
  func answer(width: Int, height: Int, shape: PixelShape) throws(PictureTooLarge) -> Answer {
    if let crop {
      var whole = PictureSizing()
      (whole.isSquare, whole.pixelLimit) = (true, pixelLimit)
      let upright = try whole.answer(width: width, height: height, shape: shape)
      var rest = self
      rest.crop = nil
      var answer = try rest.answer(width: crop.width, height: crop.height, shape: .square)
      answer.cut = (crop, upright.scaled)
      return answer
    }
    let isSquare = isSquare || fit != .stretch
    // The picture at a scale of 1, in exact fractions: wide pixels are stretched horizontally, high
    // ones vertically.
    let isWide = shape.width >= shape.height
    let across = Side(width, stretched: isSquare && isWide, shape.width, shape.height)
    let down = Side(height, stretched: isSquare && !isWide, shape.height, shape.width)
    var (newWidth, newHeight) = (width, height)
    var newShape = isSquare ? .square : shape
    var kept: PictureSize?
    switch request {
    case .stored: (newWidth, newHeight) = (across.scaled(1, 1), down.scaled(1, 1))
    case .millionths(let part):
      (newWidth, newHeight) = (across.scaled(part, 1_000_000), down.scaled(part, 1_000_000))
    case .width(let given): (newWidth, newHeight) = (given, down.following(given, across))
    case .height(let given): (newWidth, newHeight) = (across.following(given, down), given)
    case .size(let givenWidth, let givenHeight) where fit != .stretch:
      if fit == .inside {
        let (below, beside) = (down.following(givenWidth, across), across.following(givenHeight, down))
        (newWidth, newHeight) = below <= givenHeight ? (givenWidth, below) : (min(beside, givenWidth), givenHeight)
      } else {
        // Rounded up, since what is too much is cut off.
        kept = PictureSize(width: givenWidth, height: givenHeight)
        let needed = across.following(givenHeight, down, isUp: true)
        (newWidth, newHeight) =
          needed > givenWidth ? (needed, givenHeight) : (givenWidth, down.following(givenWidth, across, isUp: true))
      }
    case .size(let givenWidth, let givenHeight):
      (newWidth, newHeight) = (givenWidth, givenHeight)
      if !isSquare {
        newShape = shape.fitting(from: (width, height), to: (givenWidth, givenHeight))
      }
    }
    let scaled = PictureSize(width: newWidth, height: newHeight)
    let answer = Answer(
      width: kept?.width ?? newWidth, height: kept?.height ?? newHeight, shape: newShape, scaled: scaled)
    guard newWidth != width || newHeight != height else { return answer }
    let (area, overflows) = Int64(newWidth).multipliedReportingOverflow(by: Int64(newHeight))
    guard !overflows, area <= pixelLimit, newWidth <= Self.sideLimit, newHeight <= Self.sideLimit else {
      throw PictureTooLarge(width: newWidth, height: newHeight, allowed: pixelLimit)
    }
    return answer
  }

  /// The size for a picture that must fit into a tile: its own if that is the tile's size, else as large as fits.
  ///
  /// - Throws: `PictureTooLarge` as above.
  func answer(width: Int, height: Int, shape: PixelShape, fitting size: PictureSize) throws(PictureTooLarge) -> Answer {
    if let own = try? answer(width: width, height: height, shape: shape), own.width == size.width,
      own.height == size.height
    {
      return own
    }
    var sizing = self
    sizing.request = .width(size.width)
    if let fitting = try? sizing.answer(width: width, height: height, shape: shape), fitting.height <= size.height {
      return fitting
    }
    sizing.request = .height(size.height)
    let fitting = try sizing.answer(width: width, height: height, shape: shape)
    return fitting.width <= size.width ? fitting : Answer(width: size.width, height: size.height, shape: .square)
  }
}

/// A side in pixels as an exact fraction.
private struct Side {
  private let numerator: UInt128
  private let denominator: UInt128

  init(_ length: Int, stretched: Bool, _ by: Int32, _ over: Int32) {
    numerator = UInt128(length.magnitude) * (stretched ? UInt128(by.magnitude) : 1)
    denominator = stretched ? UInt128(over.magnitude) : 1
  }

  /// The side times a fraction.
  func scaled(_ part: Int64, _ whole: Int64) -> Int {
    Self.rounded(
      numerator.multipliedReportingOverflow(by: UInt128(part.magnitude)),
      denominator.multipliedReportingOverflow(by: UInt128(whole.magnitude)))
  }

  /// This side when the other one is scaled to a given length.
  func following(_ given: Int, _ other: Side, isUp: Bool = false) -> Int {
    let top = numerator.multipliedReportingOverflow(by: other.denominator)
    let bottom = other.numerator.multipliedReportingOverflow(by: denominator)
    let whole = top.partialValue.multipliedReportingOverflow(by: UInt128(given.magnitude))
    return Self.rounded((whole.partialValue, top.overflow || whole.overflow), bottom, isUp: isUp)
  }

  /// Half up, or all up, to 1 at least; an overflow counts as over any limit.
  private static func rounded(
    _ top: (partialValue: UInt128, overflow: Bool), _ bottom: (partialValue: UInt128, overflow: Bool),
    isUp: Bool = false
  ) -> Int {
    guard !top.overflow, !bottom.overflow, bottom.partialValue > 0 else { return .max }
    let (quotient, rest) = top.partialValue.quotientAndRemainder(dividingBy: bottom.partialValue)
    return Int(clamping: max(1, quotient + (isUp ? min(rest, 1) : rest >= bottom.partialValue - rest ? 1 : 0)))
  }
}
