/// What red, green, blue and white are, as a number of ITU-T H.273 (table 2).
///
/// A file may hold any number: one without a name is kept as it is.
public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
  /// The number of the standard; FFmpeg counts the same way (`AVColorPrimaries`).
  public let rawValue: Int32

  /// Takes any number, known or not.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// High-definition television (ITU-R BT.709), and sRGB.
  public static var bt709: Self { Self(1) }
  /// The file does not say, or the reader knows from elsewhere.
  public static var unspecified: Self { Self(2) }
  /// Television with 525 lines, of 1953 (ITU-R BT.470, System M).
  public static var bt470M: Self { Self(4) }
  /// Television with 625 lines (ITU-R BT.470, System B/G; BT.601).
  public static var bt470BG: Self { Self(5) }
  /// Television with 525 lines (SMPTE ST 170; BT.601).
  public static var smpte170M: Self { Self(6) }
  /// Early high-definition television (SMPTE ST 240), with the colours of SMPTE ST 170.
  public static var smpte240M: Self { Self(7) }
  /// Film with the filters of Illuminant C.
  public static var film: Self { Self(8) }
  /// Ultra-high-definition television (ITU-R BT.2020, BT.2100).
  public static var bt2020: Self { Self(9) }
  /// CIE 1931 XYZ (SMPTE ST 428-1).
  public static var smpte428: Self { Self(10) }
  /// Digital cinema's projectors, P3 with the white of DCI (SMPTE RP 431-2).
  public static var smpte431: Self { Self(11) }
  /// P3 with the white of D65, Display P3 (SMPTE EG 432-1).
  public static var smpte432: Self { Self(12) }
  /// Television's phosphors (EBU Tech. 3213-E).
  public static var ebu3213: Self { Self(22) }

  /// Whether the standard defines chromaticities for the number: neither "unspecified" nor a reserved number.
  public var isDefined: Bool {
    [.bt709, .ebu3213].contains(self) || (Self.bt470M.rawValue...Self.smpte432.rawValue).contains(rawValue)
  }
}
