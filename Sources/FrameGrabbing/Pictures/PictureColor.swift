import Color
import ColorCodes
import PNG
import Timeline
import Video

/// The colour chunks of a PNG.
enum PictureColor {
  /// Samples of sRGB are told by sRGB, which all readers know, others by cICP, which is exact; gAMA and cHRM are for old
  /// readers; mDCV and cLLI accompany PQ and HLG.
  static func make(_ samples: ColorSpec.Samples, _ hdr: HDRMetadata, _ choice: ColorChoice) -> PNGColor {
    var color = PNGColor()
    if samples.isSRGB { color.sRGBIntent = 0 }
    if !samples.isSRGB || choice == .tagged {
      color.cicp = CodingIndependentCodePoints(primaries: samples.primaries, transfer: samples.transfer)
    }
    color.chromaticities = chromaticities(samples.primaries)
    color.gamma = gamma(samples.transfer)
    if color.cicp != nil, samples.transfer.isHDR {
      color.masteringVolume = hdr.masteringDisplay.flatMap { volume($0) }
      color.contentLight = hdr.contentLight.flatMap { level($0) }
    }
    return color
  }

  /// The encoding exponent times 100 000; nil for curves that no exponent approximates (PQ, HLG, logarithms).
  private static func gamma(_ transfer: TransferCharacteristics) -> UInt32? {
    switch transfer {
    case .sRGB, .gamma22: 45455
    case .gamma28: 35714
    case .linear: 100_000
    // The camera curve of BT.709, BT.601 and BT.2020 is closest to an exponent of 1 / 1.961.
    case .bt709, .smpte170M, .smpte240M, .bt2020TenBits, .bt2020TwelveBits: 50994
    default: nil
    }
  }

  /// H.273 table 2, as CIE 1931 coordinates times 100 000; nil for CIE XYZ, whose blue has y = 0, by which readers
  /// divide.
  private static func chromaticities(_ code: ColorPrimaries) -> Chromaticities? {
    guard let primaries = PrimaryChromaticities(of: code), primaries.blue.y > 0 else { return nil }
    func steps(_ coordinate: Double) -> UInt32 { UInt32((coordinate * 100_000).rounded()) }
    return Chromaticities(
      whiteX: steps(primaries.white.x), whiteY: steps(primaries.white.y), redX: steps(primaries.red.x),
      redY: steps(primaries.red.y), greenX: steps(primaries.green.x), greenY: steps(primaries.green.y),
      blueX: steps(primaries.blue.x), blueY: steps(primaries.blue.y))
  }

  // MARK: Light

  /// The mastering display; nil when a part of it is missing or impossible.
  private static func volume(_ display: HDRMetadata.MasteringDisplay) -> MasteringColorVolume? {
    guard display.primaries.count == 3, let white = display.white.flatMap({ point($0) }),
      let luminance = display.luminance, luminance.least < luminance.greatest,
      let greatest = steps(luminance.greatest), let least = steps(luminance.least)
    else { return nil }
    let primaries = display.primaries.compactMap { point($0) }
    guard primaries.count == 3 else { return nil }
    return MasteringColorVolume(
      red: primaries[0], green: primaries[1], blue: primaries[2], white: white, greatestLuminance: greatest,
      leastLuminance: least)
  }

  /// The coordinates of a possible colour, in steps of 0.00002.
  private static func point(_ color: HDRMetadata.Chromaticity) -> MasteringColorVolume.Chromaticity? {
    guard color.x >= .zero, color.y >= .zero, let sum = color.x.adding(color.y), sum <= Rational(1),
      let x = rounded(color.x, times: 50_000), let y = rounded(color.y, times: 50_000)
    else { return nil }
    return UInt16(exactly: x).flatMap { x in
      UInt16(exactly: y).map { MasteringColorVolume.Chromaticity(x: x, y: $0) }
    }
  }

  /// The light levels; nil when they are out of PNG's range.
  private static func level(_ light: HDRMetadata.ContentLight) -> ContentLightLevel? {
    guard let greatest = steps(Rational(Int64(light.greatest))),
      let average = steps(Rational(Int64(light.greatestAverage)))
    else { return nil }
    return ContentLightLevel(greatest: greatest, greatestAverage: average)
  }

  /// Luminance in steps of 0.0001 cd/m², if it fits PNG's integers.
  private static func steps(_ luminance: Rational) -> UInt32? {
    rounded(luminance, times: 10_000).flatMap { UInt32(exactly: $0) }.flatMap { $0 <= 0x7FFF_FFFF ? $0 : nil }
  }

  private static func rounded(_ value: Rational, times factor: Int64) -> Int64? {
    guard let half = Rational(1, 2) else { return nil }
    return value.multiplied(by: Rational(factor))?.adding(half)?.floor
  }
}
