#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much light a sample stands for on the display that its video was made for.
///
/// Cameras have curves of their own, but what counts is what people saw: video is shown as ITU-R BT.1886 says,
/// whichever of the camera curves it names.
struct DisplayTransfer: Hashable {
  /// What the light of a sample is measured by.
  enum Scale: Hashable {
    /// The display's white.
    case white
    /// 203 cd/m², the white of ordinary pictures; the light of PQ goes beyond it.
    case nominalWhite
    /// The scene's white, before it is known how bright the display is (HLG).
    case scene
  }

  /// Transfer characteristics (ITU-T H.273, table 3).
  let number: Int32

  /// Looks a number of H.273 up; nil for those that name no transfer.
  init?(number: Int32) {
    switch number {
    case 1, 4...18: self.number = number
    default: return nil
    }
  }

  /// The transfer of a picture, whatever its number: one that names none counts as that of television.
  init(orTelevision number: Int32) { self = Self(number: number) ?? Self(known: 1) }

  private init(known number: Int32) { self.number = number }

  /// Whether the transfer is made for more light than ordinary white.
  static func isHDR(_ number: Int32) -> Bool { number == 16 || number == 18 }

  var scale: Scale { number == 16 ? .nominalWhite : number == 18 ? .scene : .white }

  /// The samples that have a meaning: those of the wide-gamut curves go below black and above white.
  var samples: ClosedRange<Double> {
    switch number {
    case 11: -2...3
    case 12: -0.25...1.15
    default: 0...1
    }
  }

  /// The light of a sample; white is 1 of its scale.
  func light(of sample: Double) -> Double {
    switch number {
    case 4: pow(sample, 2.2)
    case 5: pow(sample, 2.8)
    case 7: Self.reproducedLight(of: sample)
    case 8: sample
    // Logarithms have no black: 0 stands for the least light they tell.
    case 9: pow(10, 2 * (sample - 1))
    case 10: pow(10, 2.5 * (sample - 1))
    // IEC 61966-2-4 mirrors the curve at black.
    case 11: sample < 0 ? -pow(-sample, 2.4) : pow(sample, 2.4)
    // BT.1361 mirrors it too, and makes it smaller by four.
    case 12: sample < 0 ? -pow(-4 * sample, 2.4) / 4 : pow(sample, 2.4)
    case 13: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case 16: PerceptualQuantizer.luminance(of: sample) / ToneCurve.white
    // Of 52.37 cd/m² at most, white has 48 (SMPTE ST 428-1, RP 431-2).
    case 17: 52.37 / 48 * pow(sample, 2.6)
    case 18: Self.sceneLight(of: sample)
    default: pow(sample, 2.4)
    }
  }

  /// The reference reproducer of SMPTE 240M, whose constants are such that its two parts meet without a corner.
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
