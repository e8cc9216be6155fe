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
  }

  /// The output size for a picture of this size, whose pixels have this shape.
  ///
  /// A side that follows from the other keeps the aspect ratio of the whole picture, and a fractional side is rounded,
  /// half up, to one pixel at least. To make pixels square, the picture is stretched along one side, never compressed.
  /// If both sides are given, the shape of a pixel changes so that the aspect ratio stays exact.
  ///
  /// - Throws: `PictureTooLarge` for a picture over the limits whose size changes.
  func answer(width: Int, height: Int, shape: PixelShape) throws(PictureTooLarge) -> Answer {
    // The picture at a scale of 1, in exact fractions: wide pixels are stretched horizontally, high
    // ones vertically.
    let isWide = shape.width >= shape.height
    let across = Side(width, stretched: isSquare && isWide, shape.width, shape.height)
    let down = Side(height, stretched: isSquare && !isWide, shape.height, shape.width)
    var (newWidth, newHeight) = (width, height)
    var newShape = isSquare ? .square : shape
    switch request {
    case .stored: (newWidth, newHeight) = (across.scaled(1, 1), down.scaled(1, 1))
    case .millionths(let part):
      (newWidth, newHeight) = (across.scaled(part, 1_000_000), down.scaled(part, 1_000_000))
    case .width(let given): (newWidth, newHeight) = (given, down.following(given, across))
    case .height(let given): (newWidth, newHeight) = (across.following(given, down), given)
    case .size(let givenWidth, let givenHeight):
      (newWidth, newHeight) = (givenWidth, givenHeight)
      if !isSquare {
        newShape = shape.fitting(from: (width, height), to: (givenWidth, givenHeight))
      }
    }
    guard newWidth != width || newHeight != height else {
      return Answer(width: width, height: height, shape: newShape)
    }
    let (area, overflows) = Int64(newWidth).multipliedReportingOverflow(by: Int64(newHeight))
    guard !overflows, area <= pixelLimit, newWidth <= Self.sideLimit, newHeight <= Self.sideLimit else {
      throw PictureTooLarge(width: newWidth, height: newHeight, allowed: pixelLimit)
    }
    return Answer(width: newWidth, height: newHeight, shape: newShape)
  }

  /// The same for a picture that has to fit into a size, which is its own answer if it has the shape of the others.
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
  func following(_ given: Int, _ other: Side) -> Int {
    let top = numerator.multipliedReportingOverflow(by: other.denominator)
    let bottom = other.numerator.multipliedReportingOverflow(by: denominator)
    let whole = top.partialValue.multipliedReportingOverflow(by: UInt128(given.magnitude))
    return Self.rounded((whole.partialValue, top.overflow || whole.overflow), bottom)
  }

  /// Half up, to 1 at least; an overflow counts as over any limit.
  private static func rounded(
    _ top: (partialValue: UInt128, overflow: Bool), _ bottom: (partialValue: UInt128, overflow: Bool)
  ) -> Int {
    guard !top.overflow, !bottom.overflow, bottom.partialValue > 0 else { return .max }
    let (quotient, rest) = top.partialValue.quotientAndRemainder(dividingBy: bottom.partialValue)
    return Int(clamping: max(1, quotient + (rest >= bottom.partialValue - rest ? 1 : 0)))
  }
}
