import CPNG
import PNG
import TestSupport
import Testing

/// Every coder at every level by itself, whatever the encoder would choose; those that were not there at build time
/// have no tests, and zlib and our own always do.
struct CoderTests {
  struct Coding: CustomTestStringConvertible {
    var coder: cpng_coder
    var level: CInt

    static let all = [
      (CPNG_RUNS, 0...0), (CPNG_ZLIB, 1...9), (CPNG_ISAL, 0...3), (CPNG_LIBDEFLATE, 1...12),
    ].flatMap { coder, levels in levels.map { Coding(coder: coder, level: $0) } }.filter { cpng_has($0.coder) != 0 }

    var testDescription: String { "coder \(coder.rawValue) level \(level)" }
  }

  /// The stream of all rows, or of some.
  private func stream(
    _ picture: Picture, _ coding: Coding, filter: CInt, rows: Range<Int>? = nil
  ) throws -> [UInt8] {
    let rows = rows ?? 0..<picture.image.height
    return try picture.pixels.withUnsafeBytes { bytes in
      var image = cpng_image(
        width: UInt32(picture.image.width), height: UInt32(picture.image.height),
        channels: CInt(picture.image.channels.count), bit_depth: CInt(picture.image.bitDepth.bits),
        pixels: try #require(bytes.baseAddress), bytes_per_row: picture.image.bytesPerRow, chunks: nil, chunks_size: 0)
      var description = cpng_coding(coder: coding.coder, level: coding.level, filter: filter)
      var stream = cpng_stream()
      defer { cpng_release(&stream) }
      var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
      try #require(
        cpng_compress(&image, &description, UInt32(rows.lowerBound), UInt32(rows.count), &stream, &message)
          == CPNG_WRITTEN)
      return Array(UnsafeBufferPointer(start: stream.bytes, count: stream.count))
    }
  }

  /// Reads the stream with the tests' own decoder and with libpng, which brings zlib.
  private func expectExact(
    _ picture: Picture, _ coding: Coding, filter: CInt, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = plainFile(picture.image, try stream(picture, coding, filter: filter))
    let decoded = try DecodedPNG(file)
    #expect(firstDifference(decoded.samples, picture.stored) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    if filter != CPNG_FILTER_SMALLEST { #expect(decoded.filters.allSatisfy { CInt($0) == filter }) }
    let bitDepth = picture.image.bitDepth
    if bitDepth == .eight {
      let samples = try simplifiedRead(file, layout: picture.image.channels.layout)
      #expect(firstDifference(samples, picture.stored) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    } else {
      // libpng's simplified calls would multiply 16 bits by alpha; as 8 bits they are rounded only.
      let rounded = try TestSupport.DecodedPNG(file)
      #expect(
        firstDifference(rounded.samples, picture.rounded()) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Coding.all, Format.all)
  func `every filter and content comes back exactly`(coding: Coding, format: Format) throws {
    for content in Content.allCases {
      let picture = try Picture(37, 23, format.channels, format.bitDepth, content, padding: 5)
      for filter in CPNG_FILTER_NONE...CPNG_FILTER_SMALLEST { try expectExact(picture, coding, filter: filter) }
    }
  }

  @Test(arguments: Coding.all)
  func `sizes of one pixel and a bit come back exactly`(coding: Coding) throws {
    for (width, height) in [(1, 1), (1, 2), (2, 1), (1, 300), (300, 1), (5, 3), (16, 16), (17, 16)] {
      for format in [Format(channels: .gray, bitDepth: .eight), Format(channels: .rgba, bitDepth: .sixteen)] {
        for content in [Content.flat, .random] {
          let picture = try Picture(width, height, format.channels, format.bitDepth, content)
          for filter in [CPNG_FILTER_NONE, CPNG_FILTER_PAETH, CPNG_FILTER_SMALLEST] {
            try expectExact(picture, coding, filter: filter)
          }
        }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3].compactMap { coder in Coding.all.first { $0.coder.rawValue == coder } })
  func `pictures of many blocks and bands come back exactly`(coding: Coding) throws {
    for content in Content.allCases {
      try expectExact(Picture(401, 203, .rgb, .sixteen, content), coding, filter: CPNG_FILTER_UP)
    }
    // A row longer than a band, and a band longer than a block.
    try expectExact(Picture(200_003, 2, .gray, .eight, .noisy), coding, filter: CPNG_FILTER_SUB)
    try expectExact(Picture(70_000, 3, .gray, .eight, .random), coding, filter: CPNG_FILTER_NONE)
  }

  @Test(arguments: Coding.all.filter { $0.level < 2 })
  func `rows by themselves are the same rows`(coding: Coding) throws {
    let picture = try Picture(40, 30, .rgb, .sixteen, .noisy)
    let line = 40 * 6 + 1
    for filter in CPNG_FILTER_NONE...CPNG_FILTER_SMALLEST {
      let whole = try Inflate.bytes(stream(picture, coding, filter: filter), expecting: 30 * line)
      for rows in [0..<1, 0..<30, 7..<19, 29..<30] {
        let part = try Inflate.bytes(stream(picture, coding, filter: filter, rows: rows), expecting: rows.count * line)
        #expect(part == Array(whole[(rows.lowerBound * line)..<(rows.upperBound * line)]))
      }
    }
  }

  // Counts of 1, 1, 2, 4, … 2^(n−1) ask for lengths of n, n, n − 1, … 1. One of them is the end of the block, one the
  // filter type, and every other byte is the most frequent one, so that there are no runs.
  @Test(arguments: 9...17)
  func `codes have words of every length up to fourteen bits`(depth: Int) throws {
    var rest = (1..<(depth - 1)).flatMap { [UInt8](repeating: UInt8($0), count: 1 << $0) }
    var numbers = SeededNumbers(seed: 5)
    rest.shuffle(using: &numbers)
    let top = UInt8(depth)
    let pixels = rest.flatMap { [top, $0] } + [top, top]
    let picture = try Picture(gray: pixels, width: pixels.count)
    let runs = Coding(coder: CPNG_RUNS, level: 0)
    let inflated = try Inflate.whole(stream(picture, runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    #expect(inflated.output == [0] + pixels)
    #expect(inflated.codes.allSatisfy { ($0.max() ?? 0) <= 14 })
    // Up to 2^16 bytes are one block, with the very counts above.
    if depth < 16 {
      let lengths = Set(try #require(inflated.codes.first)).subtracting([0])
      #expect(depth > 14 ? lengths.max() == 14 : lengths == Set(1...depth))
    }
    for coding in Coding.all { try expectExact(picture, coding, filter: CPNG_FILTER_NONE) }
  }

  // Fibonacci's numbers ask for the deepest code that so many bytes can; the filter type and the end of the block are
  // the two ones at their start. Even places are filled first, then odd ones, so that no two neighbours are equal.
  @Test func `codes too deep are made shallower and stay complete`() throws {
    var counts = [2, 3]
    while counts.count < 19 { counts.append(counts[counts.count - 2] + counts[counts.count - 1]) }
    let sorted = counts.enumerated().reversed().flatMap { [UInt8](repeating: UInt8($0 + 1), count: $1) }
    var pixels = sorted
    for (index, value) in sorted.enumerated() {
      let evens = (sorted.count + 1) / 2
      pixels[index < evens ? 2 * index : 2 * (index - evens) + 1] = value
    }
    let picture = try Picture(gray: pixels, width: pixels.count)
    let runs = Coding(coder: CPNG_RUNS, level: 0)
    let inflated = try Inflate.whole(stream(picture, runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    let code = try #require(inflated.codes.first)
    #expect(code.max() == 14)
    // Kraft's sum of a complete code is one.
    #expect(code.filter { $0 > 0 }.reduce(0) { $0 + 1 << (14 - $1) } == 1 << 14)
    try expectExact(picture, runs, filter: CPNG_FILTER_NONE)
  }

  // Runs of every length, among them those that leave one or two bytes over after pieces of 258.
  @Test func `runs of every length come back exactly`() throws {
    var pixels: [UInt8] = []
    for length in Array(1...300) + Array(510...540) + Array(770...780) + [4000, 70_000] {
      for shift in 0..<3 {
        pixels += [UInt8](repeating: UInt8(length % 200), count: length)
        pixels += [201, 202, 203, 204].prefix(shift + 1)
      }
    }
    let picture = try Picture(gray: pixels, width: pixels.count)
    let runs = Coding(coder: CPNG_RUNS, level: 0)
    let inflated = try Inflate.whole(stream(picture, runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    // All 29 symbols of length but those for fewer than eight bytes, which runs leave at most as a rest of three.
    let used = Set(inflated.codes.flatMap { code in code.indices.filter { $0 > 256 && code[$0] > 0 } })
    #expect(used.isSuperset(of: 262...285) && used.contains(257))
    try expectExact(picture, runs, filter: CPNG_FILTER_NONE)
  }

  @Test func `noise is stored, and costs no more than its frame`() throws {
    for count in [20, 65_534, 65_535, 65_536, 65_537, 131_071, 200_000] {
      let picture = try Picture(count, 1, .gray, .eight, .random)
      let runs = Coding(coder: CPNG_RUNS, level: 0)
      let bytes = try stream(picture, runs, filter: CPNG_FILTER_NONE)
      let inflated = try Inflate.whole(bytes, expecting: count + 1)
      #expect(inflated.blocks[0] > 0 && inflated.blocks[1...] == [0, 0])
      // Five bytes for each block of at most 65 535 (RFC 1951, 3.2.4), of which a block of 65 536 takes two.
      #expect(bytes.count <= count + 1 + 6 + 5 * (2 * (count / 65_536) + 2))
      try expectExact(picture, runs, filter: CPNG_FILTER_NONE)
    }
  }
}
