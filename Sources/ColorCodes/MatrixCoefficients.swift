/// How luma and chroma are computed from red, green and blue, as a number of ITU-T H.273 (table 4).
///
/// A file may hold any number: one without a name is kept as it is.
public struct MatrixCoefficients: RawRepresentable, Hashable, Sendable {
  /// The number of the standard; FFmpeg counts the same way (`AVColorSpace`).
  public let rawValue: Int32

  /// Takes any number, known or not.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Red, green and blue themselves, or X, Y and Z.
  public static var identity: Self { Self(0) }
  /// High-definition television (ITU-R BT.709).
  public static var bt709: Self { Self(1) }
  /// The file does not say, or the reader knows from elsewhere.
  public static var unspecified: Self { Self(2) }
  /// Television with 525 lines, of 1953 (United States, FCC).
  public static var fcc: Self { Self(4) }
  /// Television with 625 lines (ITU-R BT.470, System B/G; BT.601).
  public static var bt470BG: Self { Self(5) }
  /// Television with 525 lines (SMPTE ST 170; BT.601), the same equations as for 625 lines.
  public static var smpte170M: Self { Self(6) }
  /// Early high-definition television (SMPTE ST 240).
  public static var smpte240M: Self { Self(7) }
  /// Sums and differences without multiplications (YCgCo).
  public static var ycgco: Self { Self(8) }
  /// Ultra-high-definition television with non-constant luminance (ITU-R BT.2020, BT.2100).
  public static var bt2020: Self { Self(9) }
  /// Ultra-high-definition television with constant luminance (ITU-R BT.2020).
  public static var bt2020ConstantLuminance: Self { Self(10) }
  /// Y′D′zD′x of digital cinema (SMPTE ST 2085).
  public static var smpte2085: Self { Self(11) }
  /// Non-constant luminance with the weights of the video's own primaries.
  public static var ofPrimaries: Self { Self(12) }
  /// Constant luminance with the weights of the video's own primaries.
  public static var ofPrimariesConstantLuminance: Self { Self(13) }
  /// ICtCp, whose equations depend on the transfer (ITU-R BT.2100).
  public static var ictcp: Self { Self(14) }
  /// IPT-PQ-C2, the base layer of Dolby Vision that only its own players can show (profile 5).
  public static var iptC2: Self { Self(15) }
}
