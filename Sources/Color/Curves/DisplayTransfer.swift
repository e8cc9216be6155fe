import ColorCodes
import LibC

/// The light that a display shows for a sample.
///
/// Browsers and players send the samples of ordinary video to the screen as they are, whichever camera curve their tag
/// names, so all transfers for displays that end at white count as that of sRGB.
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

  /// Takes transfer characteristics; any without a curve of their own count as those of sRGB.
  init(_ transfer: TransferCharacteristics) {
    curve =
      switch transfer {
      case .linear, .pq, .smpte428, .hlg: transfer
      default: .sRGB
      }
  }

  /// Whether samples are sent to an ordinary screen as they are.
  var isSRGB: Bool { curve == .sRGB }

  var scale: Scale { curve == .pq ? .nominalWhite : curve == .hlg ? .scene : .white }

  /// The light of a sample from 0 to 1, in units of its scale, where white is 1.
  func light(of sample: Double) -> Double {
    switch curve {
    case .linear: sample
    case .pq: PerceptualQuantizer.luminance(of: sample) / ToneCurve.white
    // The maximum is 52.37 cd/m², white is 48 cd/m² (SMPTE ST 428-1, RP 431-2).
    case .smpte428: 52.37 / 48 * pow(sample, 2.6)
    case .hlg: Self.sceneLight(of: sample)
    default: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }
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
