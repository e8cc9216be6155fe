/// How samples represent light, as a number of ITU-T H.273 (table 3).
///
/// A file may hold any number: one without a name is kept as it is.
public struct TransferCharacteristics: RawRepresentable, Hashable, Sendable {
  /// The number of the standard; FFmpeg counts the same way (`AVColorTransferCharacteristic`).
  public let rawValue: Int32

  /// Takes any number, known or not.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// High-definition television (ITU-R BT.709).
  public static var bt709: Self { Self(1) }
  /// The file does not say, or the reader knows from elsewhere.
  public static var unspecified: Self { Self(2) }
  /// A display's exponent of 2.2 (ITU-R BT.470, System M).
  public static var gamma22: Self { Self(4) }
  /// A display's exponent of 2.8 (ITU-R BT.470, System B/G).
  public static var gamma28: Self { Self(5) }
  /// Standard television (SMPTE ST 170; ITU-R BT.601), the same curve as BT.709.
  public static var smpte170M: Self { Self(6) }
  /// Early high-definition television (SMPTE ST 240).
  public static var smpte240M: Self { Self(7) }
  /// Samples are proportional to light.
  public static var linear: Self { Self(8) }
  /// A logarithm over a range of 100 to 1.
  public static var log100: Self { Self(9) }
  /// A logarithm over a range of 100 · √10 to 1.
  public static var log316: Self { Self(10) }
  /// xvYCC, with samples beyond black and white (IEC 61966-2-4).
  public static var xvYCC: Self { Self(11) }
  /// Extended colours of television (ITU-R BT.1361), with samples beyond black and white.
  public static var bt1361: Self { Self(12) }
  /// sRGB (IEC 61966-2-1).
  public static var sRGB: Self { Self(13) }
  /// Ultra-high-definition television with 10 bits (ITU-R BT.2020), the same curve as BT.709.
  public static var bt2020TenBits: Self { Self(14) }
  /// Ultra-high-definition television with 12 bits (ITU-R BT.2020), the same curve as BT.709.
  public static var bt2020TwelveBits: Self { Self(15) }
  /// PQ, light in cd/m² (SMPTE ST 2084; ITU-R BT.2100).
  public static var pq: Self { Self(16) }
  /// Digital cinema (SMPTE ST 428-1).
  public static var smpte428: Self { Self(17) }
  /// HLG, light of the scene (ITU-R BT.2100; ARIB STD-B67).
  public static var hlg: Self { Self(18) }

  /// Whether the standard defines a curve for the number: from BT.709 to HLG, except "unspecified" and two reserved
  /// numbers.
  public var isDefined: Bool {
    self == .bt709 || (Self.gamma22.rawValue...Self.hlg.rawValue).contains(rawValue)
  }

  /// Whether the curve goes beyond reference white: PQ and HLG do.
  public var isHDR: Bool { self == .pq || self == .hlg }
}
