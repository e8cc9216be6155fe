/// Maps bright light to what a dimmer display can show, and leaves dark light unchanged (ITU-R BT.2390, the EETF of
/// section 5.4.1, with black at 0 on both displays).
struct ToneCurve: Hashable {
  /// Reference white of HDR video, in cd/m² (ITU-R BT.2408).
  static let white = 203.0

  /// The light that becomes white, in cd/m².
  let peak: Double

  /// Makes a curve for pictures that reach `peak` cd/m²; 203 or less leaves all light unchanged.
  init(peak: Double) {
    self.peak = min(max(peak, Self.white), PerceptualQuantizer.greatestLuminance)
  }

  /// The mapped light, at most 203; both in cd/m².
  func mapped(_ luminance: Double) -> Double {
    guard luminance < peak else { return Self.white }
    let top = PerceptualQuantizer.code(of: peak)
    let greatest = PerceptualQuantizer.code(of: Self.white) / top
    let knee = 1.5 * greatest - 0.5
    let code = PerceptualQuantizer.code(of: luminance) / top
    guard code >= knee, knee < 1 else { return luminance }
    let t = (code - knee) / (1 - knee)
    let (squared, cubed) = (t * t, t * t * t)
    let bent =
      (2 * cubed - 3 * squared + 1) * knee + (cubed - 2 * squared + t) * (1 - knee)
      + (3 * squared - 2 * cubed) * greatest
    return PerceptualQuantizer.luminance(of: bent * top)
  }
}
