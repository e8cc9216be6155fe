import LibC

/// The curve of SMPTE ST 2084 (ITU-R BT.2100, table 4) between codes from 0 to 1 and light of 0 to 10 000 cd/m².
enum PerceptualQuantizer {
  /// The brightest light that it can express, in cd/m².
  static let greatestLuminance = 10_000.0

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// The light in cd/m² of a code.
  static func luminance(of code: Double) -> Double {
    let root = pow(code, 1 / m2)
    return greatestLuminance * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The code of a light in cd/m².
  static func code(of luminance: Double) -> Double {
    let root = pow(luminance / greatestLuminance, m1)
    return pow((c1 + c2 * root) / (1 + c3 * root), m2)
  }
}
