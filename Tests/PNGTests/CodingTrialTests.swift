import CPNG
import TestSupport
import Testing
import Threading

@testable import PNG

/// Which coding is chosen for which pictures.
struct CodingTrialTests {
  private func codings(
    _ picture: Picture, _ compression: PNGCompression
  ) throws -> (codings: [PixelCoding], bands: [Range<Int>]) {
    try picture.pixels.withUnsafeBytes { bytes in
      let description = cpng_image(
        picture.image, pixels: try #require(bytes.baseAddress), chunks: UnsafeBufferPointer(start: nil, count: 0))
      var trial = CodingTrial(picture.image, description)
      return (try trial.codings(for: compression), trial.bands)
    }
  }

  /// A repeated line of random letters of eight by eight dots, since lines of text look alike.
  private func page(width: Int, height: Int) throws -> Picture {
    var numbers = SeededNumbers(seed: 9)
    let letters = (0..<(width / 8)).map { _ in numbers.next() }
    var pixels = [UInt8](repeating: 30, count: width * height)
    for y in 0..<height {
      for x in 0..<width where letters[x / 8] >> UInt64(y % 8 * 8 + x % 8) & 1 == 1 { pixels[y * width + x] = 220 }
    }
    return try Picture(gray: pixels, width: width)
  }

  @Test func `grain is compressed by runs, text with matches`() throws {
    // Smaller and larger than pictures that are tried as a whole.
    for (width, height) in [(64, 40), (640, 480)] {
      let grain = try Picture(width, height, .rgb, .eight, .noisy)
      #expect(try codings(grain, .fast).codings == [.photograph])
      #expect(try codings(grain, .default).codings == [.photograph])
      let text = try page(width: width * 2, height: height)
      let fast = try codings(text, .fast).codings
      #expect(fast.count == 1 && [.quickDrawing(.none), .quickDrawing(.up)].contains(fast[0]))
      let normal = try codings(text, .default).codings
      #expect(normal.count == 1 && [.drawing(.none), .drawing(.up)].contains(normal[0]))
      #expect(try codings(text, .small).codings.contains(normal[0]))
    }
  }

  // 128 × 40 × 1 byte are less than the 40 000 bytes that are tried at least, 1280 × 480 are more.
  @Test func `what was made of a small picture by trying is the picture`() throws {
    let (small, large) = (try page(width: 128, height: 40), try page(width: 1280, height: 480))
    for (picture, isKept) in [(small, true), (large, false)] {
      try picture.pixels.withUnsafeBytes { bytes in
        let description = cpng_image(
          picture.image, pixels: try #require(bytes.baseAddress), chunks: UnsafeBufferPointer(start: nil, count: 0))
        var trial = CodingTrial(picture.image, description)
        let coding = try trial.codings(for: .default)[0]
        #expect((trial.made[coding] != nil) == isKept)
        guard let made = trial.made[coding] else { return }
        let stop = StopCheck { false }
        let again = try PixelStream(picture.image, description, coding, threads: 1, stop)
        #expect(try Array(made.file(description, stop)) == Array(again.file(description, stop)))
      }
    }
  }

  /// Plain on the left; on the right each row goes up and down by steps of 1 from a value of its own: the Paeth filter
  /// foresees them from the left, and nothing repeats.
  private func walks(width: Int, height: Int) throws -> Picture {
    var pixels = [UInt8](repeating: 40, count: width * height)
    var numbers = SeededNumbers(seed: 4)
    for y in 0..<height {
      var value = UInt8(truncatingIfNeeded: numbers.next())
      for x in (width * 9 / 20)..<width {
        value = value &+ UInt8(numbers.below(3)) &- 1
        pixels[y * width + x] = value
      }
    }
    return try Picture(gray: pixels, width: width)
  }

  @Test func `what is larger for a part of a small picture is not made of all of it`() throws {
    let tried: [PixelCoding] = [.photograph, .quickDrawing(.none), .quickDrawing(.up)]
    let pictures = [(try walks(width: 160, height: 144), false), (try page(width: 160, height: 144), true)]
    for (picture, isDrawn) in pictures {
      try picture.pixels.withUnsafeBytes { bytes in
        let description = cpng_image(
          picture.image, pixels: try #require(bytes.baseAddress), chunks: UnsafeBufferPointer(start: nil, count: 0))
        let sizes = try tried.map { coding in
          var piece = try coding.piece(of: description, rows: 0..<144)
          defer { cpng_release(&piece) }
          return piece.count
        }
        // Far from equal, by all of the rows.
        #expect(isDrawn ? 2 * min(sizes[1], sizes[2]) < sizes[0] : 4 * min(sizes[1], sizes[2]) > 5 * sizes[0])
        var trial = CodingTrial(picture.image, description)
        let coding = try trial.codings(for: .fast)
        #expect((coding == [.photograph]) == !isDrawn && Set(trial.made.keys) == (isDrawn ? Set(tried) : []))
      }
    }
  }

  // White, with a black line in every tenth row and dots between: the coding for photographs makes it small, too.
  @Test func `pictures with large plain areas count as drawings`() throws {
    var pixels = [UInt8](repeating: 255, count: 640 * 480)
    for y in 0..<480 { for x in 0..<640 where y % 10 == 0 || (x + y / 10 * y) % 10 == 0 { pixels[y * 640 + x] = 0 } }
    let picture = try Picture(gray: pixels, width: 640)
    let chosen = try codings(picture, .default).codings
    #expect(chosen.count == 1 && chosen[0].coder == .lz)
  }

  @Test func `small also tries the codings of the others`() throws {
    let grain = try Picture(640, 480, .rgb, .eight, .noisy)
    #expect(try codings(grain, .small).codings.contains(.photograph))
  }

  @Test func `bands are within the picture and do not overlap`() throws {
    for (width, height) in [(1, 1), (1, 70_000), (1920, 1080), (1920, 41), (5000, 41), (200_000, 40), (30, 7000)] {
      let image = try PNGImage(width: width, height: height, channels: .gray, bitDepth: .eight)
      let byte: [UInt8] = [0]
      let bands = byte.withUnsafeBytes { bytes -> [Range<Int>] in
        guard let start = bytes.baseAddress else { return [] }
        let chunks = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        return CodingTrial(image, cpng_image(image, pixels: start, chunks: chunks)).bands
      }
      #expect(bands.first?.lowerBound == 0 && bands.allSatisfy { !$0.isEmpty && $0.upperBound <= height })
      #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      #expect(bands.count == 1 ? bands == [0..<height] : bands.count == 5)
    }
  }

  @Test func `all codings that can be chosen work`() throws {
    let drawings: [PixelCoding] = PixelCoding.Filter.allCases.flatMap {
      [PixelCoding.quickDrawing($0), .drawing($0), .small($0)]
    }
    let picture = try Picture(20, 10, .rgb, .eight, .lettered)
    try picture.pixels.withUnsafeBytes { bytes in
      let description = cpng_image(
        picture.image, pixels: try #require(bytes.baseAddress), chunks: UnsafeBufferPointer(start: nil, count: 0))
      for coding in drawings + [.photograph] {
        var piece = try coding.piece(of: description, rows: 0..<10)
        #expect(piece.count > 0)
        cpng_release(&piece)
      }
    }
  }
}
