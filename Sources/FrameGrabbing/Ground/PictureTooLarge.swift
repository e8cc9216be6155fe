/// That a picture would be larger than is allowed.
public struct PictureTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
  /// Pixels across that it would have, `Int.max` when they cannot be counted.
  public let width: Int
  /// Pixels down that it would have, `Int.max` when they cannot be counted.
  public let height: Int
  /// The most pixels that it may have.
  public let allowed: Int64

  /// The most pixels across or down of any picture.
  static let sideLimit = 65_535

  /// The fault in plain words, a fragment in lower case.
  public var description: String {
    let limit = Self.sideLimit
    if width > limit || height > limit {
      let side = width > limit ? "width" : "height"
      return "the picture's \(side) would be \(Self.count(max(width, height))) pixels, and \(limit) are the most;"
        + " ask for a smaller size"
    }
    return "the picture would be \(width)×\(height), over the limit of \(allowed) pixels; --max-pixels allows more"
  }

  private static func count(_ pixels: Int) -> String { pixels == .max ? "countless" : String(pixels) }
}
