import Video

/// A part of the upright picture in square pixels.
public struct PictureCrop: Hashable, Sendable {
  let width: Int
  let height: Int
  let x: Int
  let y: Int

  /// Makes a part; nil if it has no pixels or begins outside of any picture.
  public init?(width: Int, height: Int, x: Int, y: Int) {
    guard width > 0, height > 0, x >= 0, y >= 0 else { return nil }
    (self.width, self.height, self.x, self.y) = (width, height, x, y)
  }

  /// Whether a picture of this size has all of it.
  func isInside(_ size: PictureSize) -> Bool {
    x <= size.width && y <= size.height && width <= size.width - x && height <= size.height - y
  }
}

extension PictureCrop: CustomStringConvertible {
  /// As it is typed.
  public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
