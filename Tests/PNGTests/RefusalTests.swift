import ColorCodes
import PNG
import Testing

struct RefusalTests {
  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (1, -1), (0x8000_0000, 1), (1, 0x8000_0000), (Int.max, Int.max)])
  func `sizes outside PNG's range are rejected`(width: Int, height: Int) {
    #expect(throws: PNGError.sizeOutOfRange(width: width, height: height)) {
      try PNGImage(width: width, height: height, channels: .rgb, bitDepth: .eight)
    }
  }

  @Test func `rows shorter than their pixels are rejected`() throws {
    // 5 pixels × 4 samples × 2 bytes.
    #expect(throws: PNGError.rowTooShort(bytesPerRow: 39, needed: 40)) {
      try PNGImage(width: 5, height: 2, channels: .rgba, bitDepth: .sixteen, bytesPerRow: 39)
    }
    #expect(throws: PNGError.rowTooShort(bytesPerRow: -40, needed: 40)) {
      try PNGImage(width: 5, height: 2, channels: .rgba, bitDepth: .sixteen, bytesPerRow: -40)
    }
    let image = try PNGImage(width: 5, height: 2, channels: .rgba, bitDepth: .sixteen)
    #expect(image.bytesPerRow == 40)
    #expect(image.byteCount == 80)
  }

  @Test func `a size in bytes that overflows is rejected`() {
    #expect(throws: PNGError.tooManyBytes(width: 1, height: 3)) {
      try PNGImage(width: 1, height: 3, channels: .gray, bitDepth: .eight, bytesPerRow: Int.max / 2)
    }
  }

  @Test func `a buffer must cover every row`() throws {
    let image = try PNGImage(width: 3, height: 4, channels: .rgb, bitDepth: .eight, bytesPerRow: 12)
    for count in [0, 1, 47] {
      #expect(throws: PNGError.pixelsTooShort(count: count, needed: 48)) {
        try PNGEncoder().encode(image, pixels: [UInt8](repeating: 0, count: count))
      }
    }
    #expect(throws: PNGError.pixelsTooShort(count: 0, needed: 48)) {
      try PNGEncoder().encode(image, pixels: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(
      try PNGEncoder().encode(image, pixels: [UInt8](repeating: 0, count: 48))
        == PNGEncoder().encode(image, pixels: [UInt8](repeating: 0, count: 50)))
  }

  @Test func `a huge picture without its pixels is rejected`() throws {
    let image = try PNGImage(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, channels: .gray, bitDepth: .eight)
    #expect(throws: PNGError.pixelsTooShort(count: 1, needed: 0x7FFF_FFFF * 0x7FFF_FFFF)) {
      try PNGEncoder().encode(image, pixels: [0])
    }
  }

  private func refusal(
    of metadata: PNGMetadata, channels: PNGImage.Channels = .rgb, bitDepth: PNGImage.BitDepth = .eight
  ) throws -> PNGError? {
    let picture = try Picture(2, 2, channels, bitDepth, .flat)
    do {
      _ = try PNGEncoder().encode(picture.image, pixels: picture.pixels, metadata: metadata)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", PNGError.KeywordFault.empty),
    (String(repeating: "k", count: 80), .tooLong),
    (" Source", .misplacedSpace),
    ("Source ", .misplacedSpace),
    (" ", .misplacedSpace),
    ("So  urce", .misplacedSpace),
    ("So\0urce", .unprintable),
    ("So\nurce", .unprintable),
    ("So\u{7F}urce", .unprintable),
    ("So\u{A0}urce", .unprintable),
    ("So\u{9F}urce", .unprintable),
    ("e\u{301}", .unprintable),
    ("Œuvre", .unprintable),
  ])
  func `keywords that break the rules are rejected`(keyword: String, fault: PNGError.KeywordFault) throws {
    #expect(
      try refusal(of: PNGMetadata(text: [PNGText(keyword: keyword, text: "x")])) == .badKeyword(keyword, fault))
  }

  @Test func `values that a chunk cannot hold are rejected`() throws {
    func expect(
      _ metadata: PNGMetadata, _ field: String, _ value: Int64, _ lowest: Int64, _ highest: Int64,
      bitDepth: PNGImage.BitDepth = .eight, channels: PNGImage.Channels = .rgb,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(
        try refusal(of: metadata, channels: channels, bitDepth: bitDepth)
          == .valueOutOfRange(field: field, value: value, lowest: lowest, highest: highest),
        sourceLocation: sourceLocation)
    }
    func code(matrix: MatrixCoefficients = .identity, fullRange: UInt8 = 1) -> PNGMetadata {
      PNGMetadata(
        color: PNGColor(
          cicp: CodingIndependentCodePoints(
            primaries: .bt709, transfer: .bt709, matrix: matrix, fullRange: fullRange)))
    }
    var chromaticities = MetadataTests.bt709
    chromaticities.blueY = 0x8000_0000
    let most: Int64 = 0x7FFF_FFFF

    try expect(code(matrix: .bt709), "cICP matrix", 1, 0, 0)
    try expect(code(fullRange: 2), "cICP full-range flag", 2, 0, 1)
    try expect(PNGMetadata(color: PNGColor(sRGBIntent: 4)), "sRGB rendering intent", 4, 0, 3)
    try expect(PNGMetadata(color: PNGColor(gamma: 0)), "gAMA", 0, 1, most)
    try expect(PNGMetadata(color: PNGColor(gamma: 0x8000_0000)), "gAMA", most + 1, 1, most)
    try expect(PNGMetadata(color: PNGColor(chromaticities: chromaticities)), "cHRM", most + 1, 0, most)
    try expect(PNGMetadata(pixelsPerUnit: PixelAspect(x: 0, y: 1)), "pHYs x", 0, 1, most)
    try expect(PNGMetadata(pixelsPerUnit: PixelAspect(x: 1, y: 0x8000_0000)), "pHYs y", most + 1, 1, most)
    try expect(PNGMetadata(significantBits: SignificantBits(color: 0)), "sBIT", 0, 1, 8)
    try expect(PNGMetadata(significantBits: SignificantBits(color: 9)), "sBIT", 9, 1, 8)
    try expect(PNGMetadata(significantBits: SignificantBits(color: 17)), "sBIT", 17, 1, 16, bitDepth: .sixteen)
    try expect(
      PNGMetadata(significantBits: SignificantBits(color: 8, alpha: 0)), "sBIT alpha", 0, 1, 8, channels: .rgba)
    try expect(PNGMetadata(significantBits: SignificantBits(color: .min)), "sBIT", .min, 1, 8)
  }

  @Test(arguments: [-1, 256, 65_537, .min, .max] as [Int32])
  func `colour numbers that do not fit in a byte are not code points`(number: Int32) {
    let (primaries, transfer) = (ColorPrimaries(rawValue: number), TransferCharacteristics(rawValue: number))
    #expect(CodingIndependentCodePoints(primaries: primaries, transfer: .bt709) == nil)
    #expect(CodingIndependentCodePoints(primaries: .bt709, transfer: transfer) == nil)
  }

  @Test(arguments: [[], [0x4D, 0x4D], Array("Exif\0\0MM\0*".utf8), Array("MM*\0".utf8), Array("II\0*".utf8)])
  func `bytes that are not an Exif block are rejected`(bytes: [UInt8]) throws {
    #expect(try refusal(of: PNGMetadata(exif: bytes)) == .badExif)
  }

  @Test func `error messages continue a sentence`() {
    #expect(
      PNGError.sizeOutOfRange(width: 0, height: 3).description
        == "picture size out of range: 0x3; a PNG has 1 to 2147483647 pixels each way")
    #expect(
      PNGError.pixelsTooShort(count: 47, needed: 48).description
        == "pixels missing: 47 bytes are there, the picture has 48")
    // Escape, C1's control sequence introducer, right-to-left override.
    #expect(
      PNGError.badKeyword("a\u{1B}[2J\n\u{9B}\u{202E}é", .unprintable).description
        == #"PNG keyword refused: "a\u{1B}[2J\u{A}\u{9B}\u{202E}é" has a character that is not printable Latin-1"#)
    #expect(PNGError.badKeyword(String(repeating: "k", count: 5000), .tooLong).description.count < 200)
    #expect(
      PNGError.valueOutOfRange(field: "cICP matrix", value: 1, lowest: 0, highest: 0).description
        == "PNG value out of range: cICP matrix is 1, only 0 is allowed")
    #expect(
      PNGError.libraryFailed(message: "Invalid IHDR data", warnings: "").description
        == #"PNG not written: libpng says "Invalid IHDR data""#)
    #expect(
      PNGError.libraryFailed(message: "Invalid IHDR data", warnings: "Image width is zero").description
        == #"PNG not written: libpng says "Invalid IHDR data", after warning "Image width is zero""#)
  }
}
