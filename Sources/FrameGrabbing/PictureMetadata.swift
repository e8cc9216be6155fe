import Color
import Exif
import Files
import PNG
import Timeline

/// What a PNG says besides its pixels: colour, the shape of a pixel, how it was shot, and where the picture comes from.
///
/// Nothing in it depends on when or where it is made: the same input gives the same bytes.
enum PictureMetadata {
  static func make(
    for frame: PlannedFrame, input: Path, shot: Shot, pixels: FrameReport.Pixels, significantBits: Int?,
    hasAlpha: Bool, level: GrabOptions.Metadata
  ) -> PNGMetadata {
    guard level != .none else { return PNGMetadata() }
    return PNGMetadata(
      pixelsPerUnit: aspect(pixels.sampleAspectRatio), color: color(pixels.color),
      significantBits: significantBits.map { SignificantBits(color: $0, alpha: hasAlpha ? $0 : nil) },
      exif: level == .full ? ExifBlock(shot, time: frame.interval?.start)?.bytes : nil,
      text: level == .full ? provenance(of: frame, input: input) : [])
  }

  /// A pixel that is twice as wide as high has half as many of them on a unit across.
  private static func aspect(_ ratio: (width: Int32, height: Int32)) -> PixelAspect? {
    guard ratio.width != ratio.height, let x = UInt32(exactly: ratio.height), let y = UInt32(exactly: ratio.width)
    else {
      return nil
    }
    return PixelAspect(x: x, y: y)
  }

  private static func provenance(of frame: PlannedFrame, input: Path) -> [PNGText] {
    var text = [
      PNGText(keyword: "Source", text: printable(input.lastComponent.bytes)),
      PNGText(keyword: "Presentation timestamp", text: String(frame.timestamp)),
      PNGText(keyword: "Time base", text: frame.timeBase.secondsPerTick.description),
    ]
    if let start = frame.interval?.start { text.append(PNGText(keyword: "Time", text: start.description)) }
    // A moment given by time does not pay for its index, so its picture never carries one.
    if !frame.isByTime, let index = frame.index { text.append(PNGText(keyword: "Frame index", text: String(index))) }
    if let model = frame.gestureModel { text.append(PNGText(keyword: "Gesture model", text: model)) }
    return text
  }

  // MARK: Colour

  /// cICP says it exactly; sRGB, gAMA and cHRM say it to readers that do not know cICP.
  private static func color(_ spec: ColorSpec) -> PNGColor {
    var color = PNGColor()
    if let primaries = UInt8(exactly: spec.primaries), let transfer = UInt8(exactly: spec.transfer) {
      color.cicp = CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
    }
    color.chromaticities = chromaticities(spec.primaries)
    color.gamma = gamma(spec.transfer)
    if spec.primaries == 1, spec.transfer == 13 { color.sRGBIntent = 0 }
    return color
  }

  /// The exponent that encodes light, times 100 000; nil for curves that no exponent comes near (PQ, HLG, logarithms).
  private static func gamma(_ transfer: Int32) -> UInt32? {
    switch transfer {
    case 13, 4: 45455
    case 5: 35714
    case 8: 100_000
    // The camera curve of BT.709, BT.601 and BT.2020 lies closest to an exponent of 1 / 1.961.
    case 1, 6, 7, 14, 15: 50994
    default: nil
    }
  }

  /// H.273 table 2, as CIE 1931 coordinates times 100 000.
  private static func chromaticities(_ primaries: Int32) -> Chromaticities? {
    func set(
      _ red: (UInt32, UInt32), _ green: (UInt32, UInt32), _ blue: (UInt32, UInt32), _ white: (UInt32, UInt32)
    ) -> Chromaticities {
      Chromaticities(
        whiteX: white.0, whiteY: white.1, redX: red.0, redY: red.1, greenX: green.0, greenY: green.1, blueX: blue.0,
        blueY: blue.1)
    }
    let d65: (UInt32, UInt32) = (31270, 32900)
    let c: (UInt32, UInt32) = (31000, 31600)
    switch primaries {
    case 1: return set((64000, 33000), (30000, 60000), (15000, 6000), d65)
    case 4: return set((67000, 33000), (21000, 71000), (14000, 8000), c)
    case 5: return set((64000, 33000), (29000, 60000), (15000, 6000), d65)
    case 6, 7: return set((63000, 34000), (31000, 59500), (15500, 7000), d65)
    case 8: return set((68100, 31900), (24300, 69200), (14500, 4900), c)
    case 9: return set((70800, 29200), (17000, 79700), (13100, 4600), d65)
    case 11: return set((68000, 32000), (26500, 69000), (15000, 6000), (31400, 35100))
    case 12: return set((68000, 32000), (26500, 69000), (15000, 6000), d65)
    case 22: return set((63000, 34000), (29500, 60500), (15500, 7700), d65)
    default: return nil
    }
  }
}
