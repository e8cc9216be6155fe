import ColorCodes

/// Which colours pictures are output in, and how files are tagged.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// As browsers and players show the video: ordinary video counts as sRGB without conversion; wider primaries, PQ and
  /// HLG keep the video's own colours.
  case auto
  /// The video's own, whatever it is.
  case tagged
  /// As ``auto``, but colours other than sRGB are converted to it, for viewers that support nothing else.
  case srgb
  /// As ``auto``, but files are not tagged.
  case keep

  /// The meaning of the samples of a video's pictures. CIE XYZ is always converted, since no viewer shows it.
  ///
  /// Ordinary video is gray or has the primaries of a television set, and a transfer; browsers and players take both
  /// for those of the screen.
  func samples(of spec: ColorSpec, isGray: Bool, isXYZ: Bool, peak: Int?) -> ColorSpec.Samples {
    if self == .tagged, !isXYZ { return spec.samples }
    let isSRGB = DisplayTransfer(spec.transfer).isSRGB
    if isSRGB, isGray || Self.television.contains(spec.primaries) {
      return ColorSpec.Samples(primaries: .bt709, transfer: .sRGB)
    }
    if self == .srgb || isXYZ {
      return ColorSpec.Samples(primaries: .bt709, transfer: .sRGB, isConverted: true, peakLuminance: peak)
    }
    return ColorSpec.Samples(primaries: spec.primaries, transfer: isSRGB ? .sRGB : spec.transfer)
  }

  private static let television: [ColorPrimaries] = [
    .bt709, .bt470M, .bt470BG, .smpte170M, .smpte240M, .ebu3213,
  ]
}
