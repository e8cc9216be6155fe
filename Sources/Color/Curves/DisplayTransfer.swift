import ColorCodes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much light a sample means on the display that its video was made for.
///
/// Cameras have their own curves, but what matters is what people saw: video is displayed as ITU-R BT.1886 says,
/// whichever camera curve its tag names.
struct DisplayTransfer: Hashable {
  /// The unit of a sample's light.
  enum Scale: Hashable {
    /// The display's white.
    case white
    /// 203 cd/m², the white of ordinary pictures; the light of PQ goes beyond it.
    case nominalWhite
    /// The scene's white, before the display's brightness is applied (HLG).
    case scene
  }

  private let curve: TransferCharacteristics

  /// Takes transfer characteristics; nil for those without a curve in H.273.
  init?(_ transfer: TransferCharacteristics) {
    guard transfer.isDefined else { return nil }
    curve = transfer
  }

  /// The transfer of a picture; one without a curve counts as television's (BT.709).
  init(orTelevision transfer: TransferCharacteristics) { curve = transfer.isDefined ? transfer : .bt709 }

  var scale: Scale { curve == .pq ? .nominalWhite : curve == .hlg ? .scene : .white }

  /// The samples that have a meaning; the wide-gamut curves go below black and above white.
  var samples: ClosedRange<Double> {
    switch curve {
    case .xvYCC: -2...3
    case .bt1361: -0.25...1.15
    default: 0...1
    }
  }

  /// The light of a sample, in units of its scale, where white is 1.
  func light(of sample: Double) -> Double {
    switch curve {
    case .gamma22: pow(sample, 2.2)
    case .gamma28: pow(sample, 2.8)
    case .smpte240M: Self.reproducedLight(of: sample)
    case .linear: sample
    // Logarithms have no black: 0 is the least light that they can express.
    case .log100: pow(10, 2 * (sample - 1))
    case .log316: pow(10, 2.5 * (sample - 1))
    // IEC 61966-2-4 mirrors the curve at black.
    case .xvYCC: sample < 0 ? -pow(-sample, 2.4) : pow(sample, 2.4)
    // BT.1361 mirrors it too, and divides it by four.
    case .bt1361: sample < 0 ? -pow(-4 * sample, 2.4) / 4 : pow(sample, 2.4)
    case .sRGB: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case .pq: PerceptualQuantizer.luminance(of: sample) / ToneCurve.white
    // The maximum is 52.37 cd/m², white is 48 cd/m² (SMPTE ST 428-1, RP 431-2).
    case .smpte428: 52.37 / 48 * pow(sample, 2.6)
    case .hlg: Self.sceneLight(of: sample)
    default: pow(sample, 2.4)
    }
  }

  /// The reference reproducer of SMPTE 240M, with constants chosen so that its two parts meet smoothly.
  private static func reproducedLight(of sample: Double) -> Double {
    let (alpha, beta) = (1.111572195921731, 0.022821585529445)
    return sample < 4 * beta ? sample / 4 : pow((sample + alpha - 1) / alpha, 1 / 0.45)
  }

  /// The inverse of HLG's camera curve (ITU-R BT.2100, table 5).
  private static func sceneLight(of sample: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
  }

  /// The code of sRGB for light from 0 to 1 (IEC 61966-2-1).
  static func sRGBCode(of light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
