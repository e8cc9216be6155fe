import ColorCodes

/// Which colours pictures are output in, and how files are tagged.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// As browsers and players show the video: ordinary video is sRGB as it is stored, wider primaries, PQ and HLG are
  /// the video's own.
  case auto
  /// The video's own, whatever it is.
  case tagged
  /// As ``auto``, but what is not sRGB is converted to it, for viewers that know nothing else.
  case srgb
  /// As ``auto``, but files are not tagged.
  case keep

  /// What the samples of a video's colours become; those of CIE XYZ, which no viewer shows, are always converted.
  ///
  /// Ordinary video has the primaries of a television set, which browsers and players take for those of the screen, or
  /// none because it is gray, and a transfer that they take for the screen's.
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
