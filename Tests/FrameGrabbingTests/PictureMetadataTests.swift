import Color
import ColorCodes
import Exif
import Files
import PNG
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// The colour and source metadata of a PNG, with the numbers of ITU-T H.273 and of the PNG specification.
struct PictureMetadataTests {
  private func metadata(
    primaries: Int32 = 1, transfer: Int32 = 1, ratio: (Int32, Int32) = (1, 1), significantBits: Int? = nil,
    hasAlpha: Bool = false, level: PixelOptions.Metadata = .full, of asked: PlannedFrame.Asking? = nil, place: Int = 3,
    knowsIndex: Bool = true, input: Path = "films/clip.mp4", shot: Shot = Shot(), hdr: HDRMetadata = HDRMetadata(),
    choice: ColorChoice = .tagged, guesses: [String] = [], samples: (Int32, Int32)? = nil
  ) throws -> PNGMetadata {
    let spec = ColorSpec(
      matrix: .bt709, isFullRange: false, chromaLocation: .left, primaries: ColorPrimaries(rawValue: primaries),
      transfer: TransferCharacteristics(rawValue: transfer), guesses: guesses,
      samples: samples.map {
        ColorSpec.Samples(
          primaries: ColorPrimaries(rawValue: $0.0), transfer: TransferCharacteristics(rawValue: $0.1))
      })
    let pixels = FrameReport.Pixels(
      width: 160, height: 120, bitDepth: 8, color: spec, hdr: hdr, rotation: 0, isMirrored: false,
      shape: PixelShape(ratio), isDeinterlaced: false)
    let table = try timeline(frames: 250)
    let frame = try #require(
      PlannedFrame(
        asked ?? PlannedFrame.Asking("3"), place: place, in: TimelinePart(table), knowsIndex: knowsIndex,
        knowsTimecode: true))
    return PictureMetadata.make(
      for: frame, input: input, shot: shot, pixels: pixels, significantBits: significantBits, hasAlpha: hasAlpha,
      level: level, color: choice)
  }

  private func color(_ primaries: Int32, _ transfer: Int32) throws -> PNGColor {
    try #require(try metadata(primaries: primaries, transfer: transfer).color)
  }

  @Test(arguments: [(1, 1), (1, 13), (6, 6), (9, 16), (9, 18), (12, 13), (22, 1), (9, 14)] as [(Int32, Int32)])
  func `cICP holds the code points of full-range RGB`(_ primaries: Int32, _ transfer: Int32) throws {
    #expect(
      try color(primaries, transfer).cicp
        == CodingIndependentCodePoints(
          primaries: ColorPrimaries(rawValue: primaries), transfer: TransferCharacteristics(rawValue: transfer),
          matrix: .identity, fullRange: 1))
  }

  @Test(arguments: [ColorChoice.auto, .srgb])
  func `samples of sRGB have no cICP, and others have theirs and not the video's`(choice: ColorChoice) throws {
    // BT.601 of 625 lines taken for sRGB: chunk sRGB, 1/2.2, the primaries of BT.709 and the white of D65.
    let shown = try #require(try metadata(primaries: 5, transfer: 5, choice: choice, samples: (1, 13)).color)
    #expect(
      shown
        == PNGColor(
          sRGBIntent: 0, gamma: 45_455,
          chromaticities: Chromaticities(
            whiteX: 31_270, whiteY: 32_900, redX: 64_000, redY: 33_000, greenX: 30_000, greenY: 60_000, blueX: 15_000,
            blueY: 6_000)))
    // BT.2020 with the curve of sRGB: its own primaries, 1/2.2.
    let wide = try #require(try metadata(primaries: 9, transfer: 14, choice: choice, samples: (9, 13)).color)
    #expect(wide.cicp == CodingIndependentCodePoints(primaries: .bt2020, transfer: .sRGB))
    #expect(wide.sRGBIntent == nil && wide.gamma == 45_455 && wide.chromaticities?.redX == 70_800)
  }

  @Test func `numbers that cICP cannot hold are left out`() throws {
    #expect(try color(300, 1).cicp == nil && color(1, -1).cicp == nil)
    #expect(try color(300, 1).chromaticities == nil)
  }

  @Test func `the sRGB chunk is for sRGB alone`() throws {
    #expect(try color(1, 13).sRGBIntent == 0)
    for (primaries, transfer): (Int32, Int32) in [(1, 1), (12, 13), (9, 13), (1, 4), (1, 16)] {
      #expect(try color(primaries, transfer).sRGBIntent == nil, "\(primaries) \(transfer)")
    }
  }

  @Test func `gAMA is the encoding exponent times 100 000`() throws {
    // 1/2.2 for sRGB (PNG, 11.3.2.5) and for gamma 2.2, 1/2.8, and 1 for linear light.
    #expect(try color(1, 13).gamma == 45_455 && color(4, 4).gamma == 45_455)
    #expect(try color(5, 5).gamma == 35_714 && color(1, 8).gamma == 100_000)
    // The camera curve has four code points; its exponent is between those of gamma 2.2 and 1.8.
    let camera = try #require(try color(1, 1).gamma)
    #expect((45_455..<55_556).contains(camera))
    for transfer: Int32 in [6, 14, 15] { #expect(try color(1, transfer).gamma == camera) }
    // PQ, HLG and logarithms have no exponent.
    for transfer: Int32 in [9, 10, 16, 18] { #expect(try color(9, transfer).gamma == nil, "transfer \(transfer)") }
  }

  /// H.273 table 2: red, green, blue and white, x and y, times 100 000.
  private static let chromaticities: [(Int32, [UInt32])] = [
    (1, [64_000, 33_000, 30_000, 60_000, 15_000, 6_000, 31_270, 32_900]),
    (4, [67_000, 33_000, 21_000, 71_000, 14_000, 8_000, 31_000, 31_600]),
    (5, [64_000, 33_000, 29_000, 60_000, 15_000, 6_000, 31_270, 32_900]),
    (6, [63_000, 34_000, 31_000, 59_500, 15_500, 7_000, 31_270, 32_900]),
    (7, [63_000, 34_000, 31_000, 59_500, 15_500, 7_000, 31_270, 32_900]),
    (8, [68_100, 31_900, 24_300, 69_200, 14_500, 4_900, 31_000, 31_600]),
    (9, [70_800, 29_200, 17_000, 79_700, 13_100, 4_600, 31_270, 32_900]),
    (11, [68_000, 32_000, 26_500, 69_000, 15_000, 6_000, 31_400, 35_100]),
    (12, [68_000, 32_000, 26_500, 69_000, 15_000, 6_000, 31_270, 32_900]),
    (22, [63_000, 34_000, 29_500, 60_500, 15_500, 7_700, 31_270, 32_900]),
  ]

  @Test(arguments: chromaticities)
  func `cHRM holds the primaries and the white point`(_ primaries: Int32, _ xy: [UInt32]) throws {
    let found = try #require(try color(primaries, 1).chromaticities)
    #expect(
      [
        found.redX, found.redY, found.greenX, found.greenY, found.blueX, found.blueY, found.whiteX, found.whiteY,
      ] == xy)
  }

  @Test func `primaries without coordinates have no cHRM`() throws {
    for primaries: Int32 in [2, 3, 10, 13, 99] { #expect(try color(primaries, 1).chromaticities == nil) }
  }

  @Test func `without known colours there are no colour chunks`() throws {
    let kept = try metadata(primaries: 9, transfer: 16, ratio: (4, 3), significantBits: 10, choice: .keep)
    #expect(kept.color == nil && kept.pixelsPerUnit != nil && kept.significantBits != nil && !kept.text.isEmpty)
  }

  // MARK: Light

  private func rational(_ above: Int64, _ below: Int64 = 1) throws -> Rational { try #require(Rational(above, below)) }

  private func point(_ x: Int64, _ y: Int64, of below: Int64 = 50_000) throws -> HDRMetadata.Chromaticity {
    try HDRMetadata.Chromaticity(x: rational(x, below), y: rational(y, below))
  }

  /// P3, D65, 0.005 to 1000 cd/m², with overridable parts.
  private func hdr(
    primaries: [HDRMetadata.Chromaticity]? = nil, white: HDRMetadata.Chromaticity?? = nil,
    luminance: (Rational, Rational)?? = nil, light: (Int, Int)? = nil
  ) throws -> HDRMetadata {
    var hdr = HDRMetadata()
    let p3 = try [point(34_000, 16_000), point(13_250, 34_500), point(7500, 3000)]
    hdr.masteringDisplay = HDRMetadata.MasteringDisplay(
      primaries: primaries ?? p3, white: try white ?? point(15_635, 16_450),
      luminance: try luminance ?? (rational(50, 10_000), rational(1000)))
    hdr.contentLight = light.map { HDRMetadata.ContentLight(greatest: $0.0, greatestAverage: $0.1) }
    return hdr
  }

  private func volume(_ hdr: HDRMetadata, transfer: Int32 = 16) throws -> MasteringColorVolume? {
    try metadata(primaries: 9, transfer: transfer, hdr: hdr).color?.masteringVolume
  }

  @Test func `mDCV is in steps of 0 00002 and of 0 0001`() throws {
    func steps(_ x: UInt16, _ y: UInt16) -> MasteringColorVolume.Chromaticity { .init(x: x, y: y) }
    let expected = MasteringColorVolume(
      red: steps(34_000, 16_000), green: steps(13_250, 34_500), blue: steps(7500, 3000), white: steps(15_635, 16_450),
      greatestLuminance: 10_000_000, leastLuminance: 50)
    #expect(try volume(hdr()) == expected && volume(hdr(), transfer: 18) == expected)
    // Coordinates and luminances between two steps are rounded to the nearer one: 1/3 · 50 000 = 16 666.67.
    #expect(try volume(hdr(white: point(1, 1, of: 3)))?.white == steps(16_667, 16_667))
    #expect(try volume(hdr(luminance: (.zero, rational(2000, 3))))?.greatestLuminance == 6_666_667)
    // Light levels are written for PQ and HLG only.
    for transfer: Int32 in [1, 13, 14] { #expect(try volume(hdr(), transfer: transfer) == nil) }
    #expect(try metadata(transfer: 1, hdr: hdr(light: (800, 300))).color?.contentLight == nil)
  }

  @Test func `an impossible mastering display is left out`() throws {
    let p3 = try [point(34_000, 16_000), point(13_250, 34_500), point(7500, 3000)]
    let strange = try [point(-1, 5), point(5, -1), point(40_000, 10_001), point(.max, 1, of: 1), point(1, .max, of: 1)]
    for color in strange {
      #expect(try volume(hdr(white: color)) == nil)
      for place in 0..<3 {
        var primaries = p3
        primaries[place] = color
        #expect(try volume(hdr(primaries: primaries)) == nil)
      }
    }
    #expect(try volume(hdr(primaries: [])) == nil && volume(hdr(primaries: Array(p3.dropLast()))) == nil)
    #expect(try volume(hdr(white: .some(nil))) == nil && volume(hdr(luminance: .some(nil))) == nil)
    for (least, greatest) in try [
      (rational(5), rational(5)), (rational(6), rational(5)), (rational(-1), rational(5)), (.zero, .zero),
      // 2³¹ steps are one too many for PNG.
      (.zero, rational(2_147_483_648, 10_000)), (.zero, rational(.max)), (rational(1, .max), rational(.max, 3)),
    ] {
      #expect(try volume(hdr(luminance: (least, greatest))) == nil, "\(least) \(greatest)")
    }
    let most = try volume(hdr(luminance: (.zero, rational(2_147_483_647, 10_000))))
    #expect(most?.greatestLuminance == 2_147_483_647 && most?.leastLuminance == 0)
  }

  @Test func `cLLI is in steps of 0 0001, up to its limit`() throws {
    func level(_ greatest: Int, _ average: Int) throws -> ContentLightLevel? {
      try metadata(primaries: 9, transfer: 16, hdr: hdr(light: (greatest, average))).color?.contentLight
    }
    #expect(try level(800, 300) == ContentLightLevel(greatest: 8_000_000, greatestAverage: 3_000_000))
    #expect(try level(0, 300) == ContentLightLevel(greatest: 0, greatestAverage: 3_000_000))
    // 2³¹ − 1 steps are 214 748.3647 cd/m².
    #expect(try level(214_748, 1)?.greatest == 2_147_480_000)
    #expect(try level(214_749, 1) == nil && level(1, 4_294_967_295) == nil && level(.max, .max) == nil)
    #expect(try metadata(primaries: 9, transfer: 16, hdr: hdr()).color?.contentLight == nil)
    // Without cICP these chunks have no meaning.
    let nameless = try metadata(primaries: 300, transfer: 16, hdr: hdr(light: (800, 300))).color
    #expect(nameless?.contentLight == nil && nameless?.masteringVolume == nil)
  }

  @Test func `pHYs holds pixels per unit, the inverse of the ratio`() throws {
    // Pixels of 4:3 are wider than high: 3 across for 4 down.
    #expect(try metadata(ratio: (4, 3)).pixelsPerUnit == PixelAspect(x: 3, y: 4))
    #expect(try metadata(ratio: (8, 9)).pixelsPerUnit == PixelAspect(x: 9, y: 8))
    #expect(try metadata(ratio: (1, 1)).pixelsPerUnit == nil && metadata(ratio: (5, 5)).pixelsPerUnit == nil)
    #expect(try metadata(ratio: (-4, 3)).pixelsPerUnit == nil)
  }

  @Test func `sBIT says how many bits the source had`() throws {
    #expect(try metadata().significantBits == nil)
    #expect(try metadata(significantBits: 10).significantBits == SignificantBits(color: 10, alpha: nil))
    #expect(try metadata(significantBits: 12, hasAlpha: true).significantBits == SignificantBits(color: 12, alpha: 12))
  }

  private func text(_ metadata: PNGMetadata) -> [String: String] {
    Dictionary(metadata.text.map { ($0.keyword, $0.text) }) { first, _ in first }
  }

  @Test func `provenance of a frame by index`() throws {
    // Frame 3 at 3 · 512 ticks of 1/12800 s = 3/25 s.
    #expect(
      try text(metadata()) == [
        "Source": "clip.mp4", "Presentation timestamp": "1536", "Time base": "1/12800", "Time": "3/25",
        "Frame index": "3", "Video colour": "1/1/1 limited",
      ])
  }

  // Primaries, transfer and matrix of H.273, in the order of cICP: those of the video, whatever the samples are.
  @Test(arguments: ColorChoice.allCases)
  func `the video's own colours are told whatever the picture's are`(choice: ColorChoice) throws {
    let pq = try metadata(primaries: 9, transfer: 16, choice: choice, samples: (1, 13))
    #expect(text(pq)["Video colour"] == "9/16/1 limited")
    let guessed = try metadata(primaries: 6, transfer: 1, choice: choice, guesses: ["primaries", "transfer"])
    #expect(text(guessed)["Video colour"] == "6/1/1 limited (guessed: primaries, transfer)")
  }

  @Test func `a frame by time carries its index where the question makes it known`() throws {
    func asking(_ time: String) throws -> PlannedFrame.Asking {
      PlannedFrame.Asking(time, try TimeSpecification(parsing: time), resolved: nil)
    }
    for time in ["0.13s", "5%", "-3s", "end", "start", "pts:1536"] {
      #expect(try text(metadata(of: asking(time), knowsIndex: false))["Frame index"] == nil, "\(time)")
      #expect(try text(metadata(of: asking(time)))["Frame index"] == "3", "\(time)")
    }
    for time in ["3f", "00:00:00:03"] {
      #expect(try text(metadata(of: asking(time), knowsIndex: false))["Frame index"] == "3", "\(time)")
    }
  }

  @Test func `a frame by a gesture carries its index and the gesture's model`() throws {
    let found = try text(metadata(of: PlannedFrame.Asking("drag.json", gestureModel: "uislider")))
    #expect(found["Frame index"] == "3" && found["Gesture model"] == "uislider")
  }

  @Test func `the source's name is escaped`() throws {
    #expect(try text(metadata(input: "a/b\u{1B}c.mp4"))["Source"]?.unicodeScalars.contains("\u{1B}") == false)
    #expect(try text(metadata(input: Path(bytes: [0x2F, 0x61, 0xFF])))["Source"]?.hasPrefix("a") == true)
  }

  @Test func `a frame's date is the shot's plus the frame's time`() throws {
    let shot = Shot(date: CalendarTime(parsing: "2024-02-29T12:30:05+01:00"), make: "Maker")
    // Frame 3 starts at 3/25 s, frame 249 at 9.96 s.
    let (third, last) = try (metadata(place: 3, shot: shot).exif, metadata(place: 249, shot: shot).exif)
    #expect(try third == ExifBlock(shot, time: seconds(3, 25))?.bytes && third != nil)
    #expect(try last == ExifBlock(shot, time: seconds(249, 25))?.bytes && last != third)
    #expect(try metadata().exif == nil)
  }

  @Test func `the metadata option limits what is written`() throws {
    let shot = Shot(make: "Maker")
    #expect(try metadata(level: .full, shot: shot).exif != nil && metadata(level: .none, shot: shot) == PNGMetadata())
    let color = try metadata(ratio: (4, 3), significantBits: 10, level: .color, shot: shot)
    #expect(
      color.exif == nil && color.text.isEmpty && color.color != nil && color.pixelsPerUnit != nil
        && color.significantBits != nil)
    #expect(try metadata(ratio: (4, 3), significantBits: 10, level: .none) == PNGMetadata())
  }
}
