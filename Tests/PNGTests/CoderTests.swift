import CPNG
import PNG
import TestSupport
import Testing

/// Every coder at every level by itself, also where the encoder would not choose it.
struct CoderTests {
  struct Coding: CustomTestStringConvertible {
    var coder: cpng_coder
    var level: CInt

    static let all = [(CPNG_RUNS, 0...0), (CPNG_LZ, 1...3)].flatMap { coder, levels in
      levels.map { Coding(coder: coder, level: $0) }
    }

    var testDescription: String { "coder \(coder.rawValue) level \(level)" }
  }

  static let runs = Coding(coder: CPNG_RUNS, level: 0)

  /// The zlib stream of all rows, or of pieces of them; it is terminated here if the last piece does not end the
  /// picture.
  private func stream(
    _ picture: Picture, _ coding: Coding, filter: CInt, strips: [Range<Int>]? = nil
  ) throws -> [UInt8] {
    try picture.pixels.withUnsafeBytes { bytes in
      var image = cpng_image(
        width: UInt32(picture.image.width), height: UInt32(picture.image.height),
        channels: CInt(picture.image.channels.count), bit_depth: CInt(picture.image.bitDepth.bits),
        pixels: try #require(bytes.baseAddress), bytes_per_row: picture.image.bytesPerRow, chunks: nil, chunks_size: 0)
      var description = cpng_coding(coder: coding.coder, level: coding.level, filter: filter)
      var stream: [UInt8] = [0x78, 0x01]
      var (low, high) = (1, 0)
      var isEnded = false
      for rows in strips ?? [0..<picture.image.height] {
        var piece = cpng_piece()
        defer { cpng_release(&piece) }
        var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
        try #require(
          cpng_compress(&image, &description, UInt32(rows.lowerBound), UInt32(rows.count), &piece, &message)
            == CPNG_WRITTEN)
        stream += UnsafeBufferPointer(start: piece.bytes, count: piece.count)
        // Combines Adler-32 sums, which start at 1 (RFC 1950, 8.2): the second part's start is subtracted, and the
        // first part's sum counts for each of the second part's bytes.
        high = (high + Int(piece.checksum >> 16) + piece.length % 65521 * (low + 65520)) % 65521
        low = (low + Int(piece.checksum & 0xFFFF) + 65520) % 65521
        isEnded = rows.upperBound == picture.image.height
        #expect((piece.ends_stream != 0) == isEnded)
      }
      // An empty stored block that is the last one (RFC 1951, 3.2.4).
      if !isEnded { stream += [1, 0, 0, 0xFF, 0xFF] }
      return stream + withUnsafeBytes(of: UInt32(high << 16 | low).bigEndian) { Array($0) }
    }
  }

  /// Reads the stream with the tests' own decoder and with libpng, which uses zlib.
  private func expectExact(
    _ picture: Picture, _ coding: Coding, filter: CInt, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = plainFile(picture.image, try stream(picture, coding, filter: filter))
    let decoded = try StoredPNG(file)
    #expect(firstDifference(decoded.samples, picture.stored) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    if filter != CPNG_FILTER_SMALLEST { #expect(decoded.filters.allSatisfy { CInt($0) == filter }) }
    let bitDepth = picture.image.bitDepth
    if bitDepth == .eight {
      let samples = try simplifiedRead(file, layout: picture.image.channels.layout)
      #expect(firstDifference(samples, picture.stored) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    } else {
      // libpng's simplified calls would premultiply 16-bit samples; 8-bit ones are only rounded.
      let rounded = try DecodedPNG(file)
      #expect(
        firstDifference(rounded.samples, picture.rounded()) == nil, "filter \(filter)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Coding.all, Format.all)
  func `every filter and content is decoded exactly`(coding: Coding, format: Format) throws {
    for content in Content.allCases {
      let picture = try Picture(37, 23, format.channels, format.bitDepth, content, padding: 5)
      for filter in CPNG_FILTER_NONE...CPNG_FILTER_SMALLEST { try expectExact(picture, coding, filter: filter) }
    }
  }

  @Test(arguments: Coding.all)
  func `sizes from one pixel on are decoded exactly`(coding: Coding) throws {
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

  @Test(arguments: Coding.all)
  func `pictures of many blocks and bands are decoded exactly`(coding: Coding) throws {
    for content in Content.allCases {
      try expectExact(Picture(401, 203, .rgb, .sixteen, content), coding, filter: CPNG_FILTER_UP)
    }
    // A row longer than a band, and a band longer than a block.
    try expectExact(Picture(200_003, 2, .gray, .eight, .noisy), coding, filter: CPNG_FILTER_SUB)
    try expectExact(Picture(70_000, 3, .gray, .eight, .random), coding, filter: CPNG_FILTER_NONE)
  }

  @Test(arguments: Coding.all)
  func `concatenated pieces have the same rows`(coding: Coding) throws {
    let picture = try Picture(40, 30, .rgb, .sixteen, .lettered)
    let count = 30 * (40 * 6 + 1)
    for filter in CPNG_FILTER_NONE...CPNG_FILTER_SMALLEST {
      let whole = try Inflate.bytes(stream(picture, coding, filter: filter), expecting: count)
      for cuts in [[0, 1, 30], [0, 7, 19, 29, 30], Array(0...30)] {
        let strips = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
        #expect(try Inflate.bytes(stream(picture, coding, filter: filter, strips: strips), expecting: count) == whole)
      }
      // The first rows alone.
      let first = try Inflate.bytes(stream(picture, coding, filter: filter, strips: [0..<12]), expecting: 12 * 241)
      #expect(first == Array(whole.prefix(12 * 241)))
    }
  }

  // Counts of 1, 1, 2, 4, … 2^(n−1) give code lengths of n, n, n − 1, … 1. One symbol is the end of the block, one the
  // filter type, and every second byte is the most frequent one, so that there are no runs.
  @Test(arguments: 9...17)
  func `codes have words of every length up to fourteen bits`(depth: Int) throws {
    var rest = (1..<(depth - 1)).flatMap { [UInt8](repeating: UInt8($0), count: 1 << $0) }
    var numbers = SeededNumbers(seed: 5)
    rest.shuffle(using: &numbers)
    let top = UInt8(depth)
    let pixels = rest.flatMap { [top, $0] } + [top, top]
    let picture = try Picture(gray: pixels, width: pixels.count)
    let inflated = try Inflate.whole(stream(picture, Self.runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    #expect(inflated.output == [0] + pixels)
    #expect(inflated.codes.allSatisfy { ($0.max() ?? 0) <= 14 })
    // Up to 2^16 bytes are one block, with exactly the counts above.
    if depth < 16 {
      let lengths = Set(try #require(inflated.codes.first)).subtracting([0])
      #expect(depth > 14 ? lengths.max() == 14 : lengths == Set(1...depth))
    }
    for coding in Coding.all { try expectExact(picture, coding, filter: CPNG_FILTER_NONE) }
  }

  // Fibonacci numbers as counts give the deepest code for a number of bytes; the filter type and the end of the block
  // are the two counts of 1 at the start. Even places are filled first, then odd ones, so that no two neighbours are
  // equal.
  @Test func `codes deeper than the limit are shortened and stay complete`() throws {
    var counts = [2, 3]
    while counts.count < 19 { counts.append(counts[counts.count - 2] + counts[counts.count - 1]) }
    let sorted = counts.enumerated().reversed().flatMap { [UInt8](repeating: UInt8($0 + 1), count: $1) }
    var pixels = sorted
    for (index, value) in sorted.enumerated() {
      let evens = (sorted.count + 1) / 2
      pixels[index < evens ? 2 * index : 2 * (index - evens) + 1] = value
    }
    let picture = try Picture(gray: pixels, width: pixels.count)
    let inflated = try Inflate.whole(stream(picture, Self.runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    let code = try #require(inflated.codes.first)
    #expect(code.max() == 14)
    // Kraft's sum of a complete code is one.
    var sum = 0
    for length in code where length > 0 { sum += 1 << (14 - length) }
    #expect(sum == 1 << 14)
    try expectExact(picture, Self.runs, filter: CPNG_FILTER_NONE)
  }

  // Runs of every length, including those that would leave one or two bytes after pieces of 258.
  @Test func `runs of every length are decoded exactly`() throws {
    var pixels: [UInt8] = []
    for length in Array(1...300) + Array(510...540) + Array(770...780) + [4000, 70_000] {
      for shift in 0..<3 {
        pixels += [UInt8](repeating: UInt8(length % 200), count: length)
        pixels += [201, 202, 203, 204].prefix(shift + 1)
      }
    }
    let picture = try Picture(gray: pixels, width: pixels.count)
    let inflated = try Inflate.whole(stream(picture, Self.runs, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    // All 29 length symbols, except those for fewer than eight bytes, of which only the rest of three occurs.
    let used = Set(inflated.codes.flatMap { code in code.indices.filter { $0 > 256 && code[$0] > 0 } })
    #expect(used.isSuperset(of: 262...285) && used.contains(257))
    try expectExact(picture, Self.runs, filter: CPNG_FILTER_NONE)
  }

  @Test func `noise is stored, with only the overhead of stored blocks`() throws {
    for count in [20, 65_534, 65_535, 65_536, 65_537, 131_071, 200_000] {
      let picture = try Picture(count, 1, .gray, .eight, .random)
      let bytes = try stream(picture, Self.runs, filter: CPNG_FILTER_NONE)
      let inflated = try Inflate.whole(bytes, expecting: count + 1)
      #expect(inflated.blocks[0] > 0 && inflated.blocks[1...] == [0, 0])
      // Five bytes for each block of at most 65 535 (RFC 1951, 3.2.4), of which a block of 65 536 takes two.
      #expect(bytes.count <= count + 1 + 6 + 5 * (2 * (count / 65_536) + 2))
      try expectExact(picture, Self.runs, filter: CPNG_FILTER_NONE)
    }
  }

  // Noise does not repeat by chance, so only the bytes that are copied within it can be found as matches.
  @Test(arguments: 1...3)
  func `references of every length and distance are decoded exactly`(level: Int) throws {
    var numbers = SeededNumbers(seed: 13)
    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } }
    // The first and the last of each of the 30 symbols (RFC 1951, 3.2.5), and one more than the window holds.
    let distances = (0..<30).flatMap { symbol -> [Int] in
      let extra = max(0, symbol / 2 - 1)
      let base = symbol < 2 ? symbol + 1 : (2 + symbol % 2) << extra + 1
      return [base, base + 1 << extra - 1]
    }
    var pixels = noise(33_000)
    for (index, distance) in (distances + [32_769, 33_000]).enumerated() {
      for length in stride(from: 3 + index % 7, through: 270, by: 7) {
        pixels += noise(3)
        for _ in 0..<length { pixels.append(pixels[pixels.count - distance]) }
      }
    }
    let picture = try Picture(gray: pixels, width: pixels.count)
    let lz = Coding(coder: CPNG_LZ, level: CInt(level))
    let inflated = try Inflate.whole(stream(picture, lz, filter: CPNG_FILTER_NONE), expecting: pixels.count + 1)
    #expect(inflated.output == [0] + pixels)
    #expect(inflated.lengthUses.allSatisfy { $0 > 0 })
    #expect(inflated.distanceUses.allSatisfy { $0 > 0 })
    // Copied bytes are found: more than half of them are written as references.
    #expect(picture.pixels.count - 33_000 > 2 * (try stream(picture, lz, filter: CPNG_FILTER_NONE).count - 33_000))
    try expectExact(picture, lz, filter: CPNG_FILTER_NONE)
  }

  @Test func `a piece refers back to the rows before it`() throws {
    // Eight rows of noise, repeated: a piece of eight rows can only refer to rows before it.
    let rows = try Picture(1000, 8, .gray, .eight, .random).pixels
    let picture = try Picture(gray: rows + rows, width: 1000)
    for level in 1...3 {
      let lz = Coding(coder: CPNG_LZ, level: CInt(level))
      #expect(try stream(picture, lz, filter: CPNG_FILTER_NONE, strips: [0..<8]).count > 7900)
      #expect(try stream(picture, lz, filter: CPNG_FILTER_NONE, strips: [8..<16]).count < 800)
    }
  }

  /// The coder's code lengths for symbols with these frequencies.
  private func lengths(_ frequencies: [UInt32], limit: Int) -> [Int] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    huffman_lengths(&lengths, frequencies, CInt(frequencies.count), CInt(limit))
    return lengths.map(Int.init)
  }

  @Test(arguments: [7, 14, 15])
  func `codes are complete and optimal within their limit`(limit: Int) {
    // The deepest possible code for a sum of 2^18: Fibonacci numbers.
    var fibonacci: [UInt32] = [1, 1]
    while fibonacci.count < 24 { fibonacci.append(fibonacci[fibonacci.count - 2] + fibonacci[fibonacci.count - 1]) }
    for count in 2...fibonacci.count {
      let bits = lengths(Array(fibonacci.prefix(count)), limit: limit)
      var sum = 0
      for length in bits { sum += 1 << (limit - length) }
      #expect(sum == 1 << limit)
      #expect(bits.max() == min(limit, count - 1))
    }
    // Below the limit, powers of two have code words of one more bit each.
    let powers = (0..<limit).map { UInt32(1) << UInt32($0) }
    #expect(lengths([1] + powers, limit: limit) == [limit] + (1...limit).reversed())
    // A single symbol has one bit; without symbols there are no code words.
    #expect(lengths([0, 5, 0], limit: limit) == [0, 1, 0])
    #expect(lengths([0, 0, 0], limit: limit) == [0, 0, 0])
    // 96 equally frequent symbols (2^7 = 128 words): 64 of seven bits and 32 of six.
    let alike = lengths([UInt32](repeating: 9, count: 96), limit: limit).sorted()
    #expect(alike == [Int](repeating: 6, count: 32) + [Int](repeating: 7, count: 64))
  }
}
