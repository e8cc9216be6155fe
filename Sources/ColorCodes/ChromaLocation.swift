/// Where chroma samples are sited among luma samples, as FFmpeg numbers it (`AVChromaLocation`): one more than ITU-T
/// H.273's Chroma420SampleLocType.
///
/// A file may hold any number: one without a name is kept as it is.
public struct ChromaLocation: RawRepresentable, Hashable, Sendable {
  /// FFmpeg's number.
  public let rawValue: Int32

  /// Takes any number, known or not.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// The file does not say, or chroma is not subsampled.
  public static var unspecified: Self { Self(0) }
  /// At the left samples of luma, between their rows (MPEG-2, H.264).
  public static var left: Self { Self(1) }
  /// In the middle of its samples of luma (JPEG, MPEG-1).
  public static var center: Self { Self(2) }
  /// At the upper left sample of luma (BT.2020).
  public static var topLeft: Self { Self(3) }
  /// At the upper samples of luma, between their columns.
  public static var top: Self { Self(4) }
  /// At the lower left sample of luma.
  public static var bottomLeft: Self { Self(5) }
  /// At the lower samples of luma, between their columns.
  public static var bottom: Self { Self(6) }

  /// Whether the number has a meaning: those from left to bottom do.
  public var isDefined: Bool { (Self.left.rawValue...Self.bottom.rawValue).contains(rawValue) }

  /// The number of H.273, which counts from the left as 0; unspecified is 0 too.
  public var numberOfH273: Int32 { max(rawValue, Self.left.rawValue) - Self.left.rawValue }
}
