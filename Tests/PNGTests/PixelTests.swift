import CLibPNG
import ColorCodes
import PNG
import TestSupport
import Testing

/// A pixel format.
struct Format: CustomTestStringConvertible {
  var channels: PNGImage.Channels
  var bitDepth: PNGImage.BitDepth

  static let all = PNGImage.Channels.allCases.flatMap { channels in
    PNGImage.BitDepth.allCases.map { Format(channels: channels, bitDepth: $0) }
  }
  static let eightBits = all.filter { $0.bitDepth == .eight }

  /// Its colour type in a PNG (PNG, 11.2.1).
  var colorType: Int {
    switch channels {
    case .gray: 0
    case .grayAlpha: 4
    case .rgb: 2
    case .rgba: 6
    }
  }

  var testDescription: String { "\(channels) \(bitDepth.bits) bits" }
}

struct PixelTests {
  static let smallSizes = [(1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (17, 13), (64, 3)]

  private func expectExact(_ picture: Picture, _ format: Format, _ compression: PNGCompression) throws {
    let decoded = try StoredPNG(PNGEncoder(compression: compression).encode(picture.image, pixels: picture.pixels))
    #expect(decoded.width == picture.image.width)
    #expect(decoded.height == picture.image.height)
    #expect(decoded.bitDepth == format.bitDepth.bits)
    #expect(decoded.colorType == format.colorType)
    #expect(decoded.order == ["IHDR", "IDAT", "IEND"])
    #expect(
      firstDifference(decoded.samples, picture.stored) == nil,
      "\(picture.image.width)x\(picture.image.height), \(picture.image.bytesPerRow) bytes a row, \(compression)")
  }

  @Test(arguments: Format.all, Content.allCases)
  func `small pictures are decoded exactly`(format: Format, content: Content) throws {
    for (width, height) in Self.smallSizes {
      for padding in [0, 1, 6] {
        let picture = try Picture(width, height, format.channels, format.bitDepth, content, padding: padding)
        for compression in PNGCompression.allCases {
          try expectExact(picture, format, compression)
        }
      }
    }
  }

  @Test(arguments: Format.all, Content.allCases)
  func `larger pictures are decoded exactly`(format: Format, content: Content) throws {
    try expectExact(Picture(300, 200, format.channels, format.bitDepth, content, padding: 20), format, .fast)
  }

  @Test(arguments: PNGCompression.allCases)
  func `every compression keeps the pixels`(compression: PNGCompression) throws {
    let format = Format(channels: .rgb, bitDepth: .eight)
    try expectExact(Picture(300, 200, .rgb, .eight, .noisy), format, compression)
  }

  @Test(arguments: Format.eightBits, Content.allCases)
  func `libpng reads the same pixels back`(format: Format, content: Content) throws {
    let picture = try Picture(301, 77, format.channels, .eight, content, padding: 3)
    let file = try PNGEncoder().encode(picture.image, pixels: picture.pixels)
    #expect(try firstDifference(simplifiedRead(file, layout: format.channels.layout), picture.stored) == nil)
  }

  @Test func `a width beyond libpng's usual limit is written`() throws {
    for (width, height) in [(1_200_000, 1), (1, 1_100_000)] {
      let image = try PNGImage(width: width, height: height, channels: .gray, bitDepth: .eight)
      var pixels = [UInt8](repeating: 40, count: width * height)
      pixels[width * height - 1] = 41
      let decoded = try StoredPNG(PNGEncoder().encode(image, pixels: pixels))
      #expect(decoded.width == width)
      #expect(decoded.height == height)
      #expect(firstDifference(decoded.samples, pixels) == nil)
    }
  }

  @Test func `a picture of 8192 by 8192 is written`() throws {
    let image = try PNGImage(width: 8192, height: 8192, channels: .gray, bitDepth: .eight)
    var pixels = [UInt8](repeating: 0, count: image.byteCount)
    for row in 0..<8192 { pixels[row * 8192 + row] = 255 }
    let file = try PNGEncoder().encode(image, pixels: pixels)
    #expect(try firstDifference(simplifiedRead(file, layout: 0), pixels) == nil)
  }

  @Test func `the padding of rows is never written`() throws {
    let narrow = try Picture(31, 40, .rgb, .eight, .noisy)
    var padded: [UInt8] = []
    for row in 0..<40 {
      padded += narrow.pixels[(row * 93)..<((row + 1) * 93)]
      padded += [UInt8](repeating: UInt8(row), count: 35)
    }
    let image = try PNGImage(width: 31, height: 40, channels: .rgb, bitDepth: .eight, bytesPerRow: 128)
    #expect(
      try firstDifference(
        PNGEncoder().encode(image, pixels: padded), PNGEncoder().encode(narrow.image, pixels: narrow.pixels)) == nil)
  }

  @Test(arguments: PNGCompression.allCases)
  func `the same input gives the same bytes`(compression: PNGCompression) throws {
    let picture = try Picture(200, 100, .rgba, .sixteen, .noisy, padding: 8)
    let metadata = PNGMetadata(
      color: PNGColor(cicp: CodingIndependentCodePoints(primaries: .bt2020, transfer: .pq)),
      text: [PNGText(keyword: "Source", text: "a.mp4")])
    let encoder = PNGEncoder(compression: compression)
    let first = try encoder.encode(picture.image, pixels: picture.pixels, metadata: metadata)
    let second = try encoder.encode(picture.image, pixels: picture.pixels, metadata: metadata)
    #expect(firstDifference(first, second) == nil)
    let slid = [9] + picture.pixels
    let third = try slid.withUnsafeBytes { bytes in
      try encoder.encode(picture.image, pixels: UnsafeRawBufferPointer(rebasing: bytes[1...]), metadata: metadata)
    }
    #expect(firstDifference(first, third) == nil)
  }

  @Test func `concurrent calls give the same bytes`() async throws {
    let pictures = try Content.allCases.map { try Picture(400, 120, .rgb, .eight, $0) }
    let encoder = PNGEncoder()
    let alone = try pictures.map { try encoder.encode($0.image, pixels: $0.pixels) }
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for round in 0..<12 {
        let index = round % pictures.count
        let picture = pictures[index]
        group.addTask { (index, try encoder.encode(picture.image, pixels: picture.pixels)) }
      }
      for try await (index, bytes) in group { #expect(firstDifference(bytes, alone[index]) == nil) }
    }
  }

  // Strips are a mebibyte: this picture has three, so four threads are one too many.
  @Test(arguments: [Content.noisy, .lettered], PNGCompression.allCases)
  func `a large picture gives the same bytes with any number of threads`(
    content: Content, compression: PNGCompression
  ) throws {
    let picture = try Picture(2000, 1300, .gray, .eight, content)
    let alone = try PNGEncoder(compression: compression).encode(picture.image, pixels: picture.pixels)
    #expect(try firstDifference(simplifiedRead(alone, layout: 0), picture.stored) == nil)
    for threads in [2, 4] {
      let shared = try PNGEncoder(compression: compression, threads: threads)
        .encode(picture.image, pixels: picture.pixels)
      #expect(firstDifference(shared, alone) == nil)
    }
    // Three strips, each in its own chunk.
    #expect(try chunks(of: alone).filter { $0.name == "IDAT" }.count == 3)
  }

  @Test(arguments: Content.allCases)
  func `small is never larger than the others`(content: Content) throws {
    let picture = try Picture(300, 200, .rgb, .eight, content)
    let sizes = try PNGCompression.allCases.map {
      try PNGEncoder(compression: $0).encode(picture.image, pixels: picture.pixels).count
    }
    #expect(sizes[2] <= min(sizes[0], sizes[1]))
  }
}

/// The samples that libpng's simplified interface reads; 8-bit ones without colour chunks are not converted.
func simplifiedRead(_ file: [UInt8], layout: UInt32) throws -> [UInt8] {
  var image = png_image()
  image.version = UInt32(PNG_IMAGE_VERSION)
  defer { png_image_free(&image) }
  return try file.withUnsafeBytes { bytes in
    try #require(png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0)
    #expect(image.format == layout)
    let channels = Int(layout & 1) + (layout & 2 == 0 ? 1 : 3)
    var samples = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * channels)
    try #require(png_image_finish_read(&image, nil, &samples, 0, nil) != 0)
    #expect(image.warning_or_error == 0)
    return samples
  }
}
