import ColorCodes
import PNG
import TestSupport
import Testing

struct MetadataTests {
  /// BT.709's white and primaries times 100 000 (ITU-R BT.709, 1).
  static let bt709 = Chromaticities(
    whiteX: 31270, whiteY: 32900, redX: 64000, redY: 33000, greenX: 30000, greenY: 60000, blueX: 15000, blueY: 6000)

  private func decode(
    _ metadata: PNGMetadata, channels: PNGImage.Channels = .rgb, bitDepth: PNGImage.BitDepth = .eight
  ) throws -> StoredPNG {
    let picture = try Picture(7, 5, channels, bitDepth, .random)
    let decoded = try StoredPNG(PNGEncoder().encode(picture.image, pixels: picture.pixels, metadata: metadata))
    #expect(firstDifference(decoded.samples, picture.stored) == nil)
    return decoded
  }

  /// A directory without fields: "MM", 42, its place, the number of fields, no next directory (TIFF 6.0, section 2).
  private static let exif: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  @Test func `all metadata is between the header and the pixels, in order, once`() throws {
    let decoded = try decode(
      PNGMetadata(
        pixelsPerUnit: PixelAspect(x: 3, y: 4),
        color: PNGColor(
          cicp: CodingIndependentCodePoints(primaries: .bt709, transfer: .sRGB), sRGBIntent: 0, gamma: 45455,
          chromaticities: Self.bt709),
        significantBits: SignificantBits(color: 5), exif: Self.exif,
        text: [PNGText(keyword: "Source", text: "clip.mp4"), PNGText(keyword: "Frame", text: "375")]))
    #expect(
      decoded.order
        == ["IHDR", "cICP", "sRGB", "gAMA", "cHRM", "sBIT", "pHYs", "eXIf", "iTXt", "iTXt", "IDAT", "IEND"])
    // Contents by PNG, third edition, 11.3.2 to 11.3.4; 45455 is 0x0000B18F.
    #expect(decoded.contents("cICP") == [[1, 13, 0, 1]])
    #expect(decoded.contents("sRGB") == [[0]])
    #expect(decoded.contents("gAMA") == [[0, 0, 0xB1, 0x8F]])
    // 31270 = 0x7A26, 32900 = 0x8084, 64000 = 0xFA00, 33000 = 0x80E8, 30000 = 0x7530, 60000 = 0xEA60,
    // 15000 = 0x3A98, 6000 = 0x1770.
    #expect(
      decoded.contents("cHRM") == [
        [
          0, 0, 0x7A, 0x26, 0, 0, 0x80, 0x84, 0, 0, 0xFA, 0x00, 0, 0, 0x80, 0xE8, 0, 0, 0x75, 0x30, 0, 0, 0xEA, 0x60,
          0, 0, 0x3A, 0x98, 0, 0, 0x17, 0x70,
        ]
      ])
    #expect(decoded.contents("sBIT") == [[5, 5, 5]])
    #expect(decoded.contents("pHYs") == [[0, 0, 0, 3, 0, 0, 0, 4, 0]])
    #expect(decoded.contents("eXIf") == [Self.exif])
    #expect(
      decoded.contents("iTXt") == [
        Array("Source".utf8) + [0, 0, 0, 0, 0] + Array("clip.mp4".utf8),
        Array("Frame".utf8) + [0, 0, 0, 0, 0] + Array("375".utf8),
      ])
  }

  @Test func `the light levels of HDR are after cICP`() throws {
    func point(_ x: UInt16, _ y: UInt16) -> MasteringColorVolume.Chromaticity { .init(x: x, y: y) }
    // P3 and D65 in steps of 0.00002; 1000 and 0.005 cd/m², 800 and 300 cd/m² in steps of 0.0001.
    let volume = MasteringColorVolume(
      red: point(34_000, 16_000), green: point(13_250, 34_500), blue: point(7500, 3000), white: point(15_635, 16_450),
      greatestLuminance: 10_000_000, leastLuminance: 50)
    let decoded = try decode(
      PNGMetadata(
        color: PNGColor(
          cicp: CodingIndependentCodePoints(primaries: .bt2020, transfer: .pq), masteringVolume: volume,
          contentLight: ContentLightLevel(greatest: 8_000_000, greatestAverage: 3_000_000),
          chromaticities: Self.bt709)), bitDepth: .sixteen)
    #expect(decoded.order == ["IHDR", "cICP", "mDCV", "cLLI", "cHRM", "IDAT", "IEND"])
    // Red, green, blue, white, greatest and least (PNG, third edition, 11.3.2.7), in hexadecimal 84D0 3E80, 33C2 86C4,
    // 1D4C 0BB8, 3D13 4042, 00989680, 00000032.
    #expect(
      decoded.contents("mDCV") == [
        [
          0x84, 0xD0, 0x3E, 0x80, 0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x3D, 0x13, 0x40, 0x42, 0, 0x98,
          0x96, 0x80, 0, 0, 0, 0x32,
        ]
      ])
    // 8 000 000 is 0x007A1200, 3 000 000 is 0x002DC6C0.
    #expect(decoded.contents("cLLI") == [[0, 0x7A, 0x12, 0, 0, 0x2D, 0xC6, 0xC0]])
  }

  @Test func `no metadata gives no chunks`() throws {
    #expect(try decode(PNGMetadata()).order == ["IHDR", "IDAT", "IEND"])
    #expect(try decode(PNGMetadata(color: PNGColor())).order == ["IHDR", "IDAT", "IEND"])
  }

  @Test(arguments: PNGImage.Channels.allCases)
  func `grey and colour alike carry cICP`(channels: PNGImage.Channels) throws {
    let color = PNGColor(cicp: CodingIndependentCodePoints(primaries: .bt2020, transfer: .hlg, fullRange: 0))
    let decoded = try decode(PNGMetadata(color: color), channels: channels, bitDepth: .sixteen)
    #expect(decoded.order == ["IHDR", "cICP", "IDAT", "IEND"])
    #expect(decoded.contents("cICP") == [[9, 18, 0, 0]])
  }

  @Test func `colours that libpng considers inconsistent are written as given`() throws {
    // Gamma 1/2.6 beside sRGB, and the CIE XYZ primaries of SMPTE ST 428-1, blue at (0, 0).
    let xyz = Chromaticities(
      whiteX: 33333, whiteY: 33333, redX: 100_000, redY: 0, greenX: 0, greenY: 100_000, blueX: 0, blueY: 0)
    let decoded = try decode(
      PNGMetadata(color: PNGColor(sRGBIntent: 3, gamma: 38462, chromaticities: xyz)))
    #expect(decoded.order == ["IHDR", "sRGB", "gAMA", "cHRM", "IDAT", "IEND"])
    #expect(decoded.contents("sRGB") == [[3]])
    // 38462 = 0x963E; 33333 = 0x8235; 100000 = 0x0186A0.
    #expect(decoded.contents("gAMA") == [[0, 0, 0x96, 0x3E]])
    #expect(
      decoded.contents("cHRM").first.map { $0.prefix(12) } == [0, 0, 0x82, 0x35, 0, 0, 0x82, 0x35, 0, 1, 0x86, 0xA0])
  }

  @Test func `significant bits are written per channel`() throws {
    // sBIT has one byte for each channel, alpha's last (PNG, 11.3.2.6).
    let expected: [(PNGImage.Channels, Int?, [UInt8])] = [
      (.gray, nil, [10]), (.gray, 1, [10]), (.rgb, nil, [10, 10, 10]), (.grayAlpha, 8, [10, 8]),
      (.grayAlpha, nil, [10, 16]), (.rgba, 12, [10, 10, 10, 12]), (.rgba, nil, [10, 10, 10, 16]),
    ]
    for (channels, alpha, content) in expected {
      let metadata = PNGMetadata(significantBits: SignificantBits(color: 10, alpha: alpha))
      #expect(try decode(metadata, channels: channels, bitDepth: .sixteen).contents("sBIT") == [content])
    }
  }

  @Test func `the largest integers are kept`() throws {
    let decoded = try decode(
      PNGMetadata(
        pixelsPerUnit: PixelAspect(x: 0x7FFF_FFFF, y: 1), color: PNGColor(gamma: 0x7FFF_FFFF),
        significantBits: SignificantBits(color: 8)))
    #expect(decoded.contents("pHYs") == [[0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1, 0]])
    #expect(decoded.contents("gAMA") == [[0x7F, 0xFF, 0xFF, 0xFF]])
  }

  @Test func `texts are UTF-8 with Latin-1 keywords`() throws {
    let decoded = try decode(
      PNGMetadata(text: [
        PNGText(keyword: "Caf\u{E9} \u{A1}", text: "日本 é 🎬\nsecond line"),
        PNGText(keyword: "Empty", text: ""),
        PNGText(keyword: "Empty", text: "a\0b"),
      ]))
    // é is E9 and ¡ is A1 in Latin-1; NUL becomes U+FFFD, EF BF BD in UTF-8.
    #expect(
      decoded.contents("iTXt") == [
        Array("Caf".utf8) + [0xE9, 0x20, 0xA1, 0, 0, 0, 0, 0] + Array("日本 é 🎬\nsecond line".utf8),
        Array("Empty".utf8) + [0, 0, 0, 0, 0],
        Array("Empty".utf8) + [0, 0, 0, 0, 0, 0x61, 0xEF, 0xBF, 0xBD, 0x62],
      ])
  }

  @Test func `a long text is one chunk`() throws {
    let text = String(repeating: "0123456789", count: 100_000)
    let decoded = try decode(PNGMetadata(text: [PNGText(keyword: "Long", text: text)]))
    #expect(decoded.contents("iTXt").map(\.count) == [4 + 5 + 1_000_000])
  }

  @Test func `a keyword of 79 characters is the longest`() throws {
    let longest = String(repeating: "\u{FF}", count: 79)
    let decoded = try decode(PNGMetadata(text: [PNGText(keyword: longest, text: "x")]))
    #expect(
      decoded.contents("iTXt") == [
        [UInt8](repeating: 0xFF, count: 79) + [0, 0, 0, 0, 0] + Array("x".utf8)
      ])
  }
}
