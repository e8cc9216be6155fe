/// Which part of the code range samples use, as FFmpeg numbers it (`AVColorRange`); ITU-T H.273 has a flag for it.
///
/// A file may hold any number: one without a name is kept as it is.
public struct VideoRange: RawRepresentable, Hashable, Sendable {
  /// FFmpeg's number.
  public let rawValue: Int32

  /// Takes any number, known or not.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The file does not say.
  public static var unspecified: Self { Self(0) }
  /// 16 to 235 for luma and 16 to 240 for chroma, of 8 bits.
  public static var limited: Self { Self(1) }
  /// All codes, 0 to 255 of 8 bits.
  public static var full: Self { Self(2) }
}
