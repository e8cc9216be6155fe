/// The error of a picture that is larger than allowed.
public struct PictureTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture's width in pixels, `Int.max` when it cannot be computed.
  public let width: Int
  /// The picture's height in pixels, `Int.max` when it cannot be computed.
  public let height: Int
  /// The most pixels allowed.
  public let allowed: Int64

  /// The largest width or height of any picture, in pixels.
  static let sideLimit = 65_535

  /// The error message, a fragment in lower case.
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
