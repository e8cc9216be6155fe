import CPNG
import PNG
import TestSupport
import Testing

/// The C functions by themselves: failing sinks, and arguments that the encoder never passes.
struct CPNGTests {
  /// The result of a call of `cpng_write`.
  struct Outcome {
    var status: cpng_status
    var error: String
    var warnings: String
    var sink: Sink
  }

  /// Collects the bytes; stops at the given call.
  struct Sink {
    var bytes: [UInt8] = []
    var calls = 0
    var stopsAtCall: Int?
    var returning: CInt = 1
  }

  // Enough for 64 × 64 pixels of any format.
  private static let pixels: [UInt8] = {
    var noise = SeededNumbers(seed: 3)
    return (0..<(64 * 64 * 8)).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
  }()

  /// Compresses 64 × 64 pixels of RGB, and writes the stream with a header that may describe another picture.
  private func write(
    width: UInt32 = 64, height: UInt32 = 64, channels: CInt = 3, bitDepth: CInt = 8, chunks: [UInt8] = [],
    filter: CInt = CPNG_FILTER_UP, strips: [Range<UInt32>] = [0..<64], sink: Sink = Sink()
  ) -> Outcome {
    var sink = sink
    var error = [CChar](repeating: 0x55, count: Int(CPNG_MESSAGE_SIZE))
    var warnings = error
    var coding = cpng_coding(coder: CPNG_RUNS, level: 0, filter: filter)
    let status = Self.pixels.withUnsafeBytes { pixelBytes in
      chunks.withUnsafeBufferPointer { chunkBytes in
        guard let start = pixelBytes.baseAddress else { return CPNG_FAILED }
        var image = cpng_image(
          width: 64, height: 64, channels: 3, bit_depth: 8, pixels: start, bytes_per_row: 512,
          chunks: chunkBytes.baseAddress, chunks_size: chunkBytes.count)
        var pieces: [cpng_piece] = []
        defer { for var piece in pieces { cpng_release(&piece) } }
        for strip in strips {
          var piece = cpng_piece()
          let status = cpng_compress(&image, &coding, strip.lowerBound, UInt32(strip.count), &piece, &error)
          guard status == CPNG_WRITTEN else { return CPNG_FAILED }
          pieces.append(piece)
        }
        (image.width, image.height, image.channels, image.bit_depth) = (width, height, channels, bitDepth)
        return withUnsafeMutablePointer(to: &sink) { context in
          cpng_write(
            &image, pieces, pieces.count,
            { context, bytes, count in
              guard let sink = context?.assumingMemoryBound(to: Sink.self) else { return 1 }
              sink.pointee.calls += 1
              if sink.pointee.calls == sink.pointee.stopsAtCall { return sink.pointee.returning }
              sink.pointee.bytes += UnsafeBufferPointer(start: bytes, count: count)
              return 0
            }, context, &error, &warnings)
        }
      }
    }
    #expect(error.contains(0) && warnings.contains(0))
    return Outcome(status: status, error: text(error), warnings: text(warnings), sink: sink)
  }

  private func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The error message of `cpng_compress` for a 64 × 64 picture with a wrong description.
  private func fault(
    channels: CInt = 3, bitDepth: CInt = 8, coder: cpng_coder = CPNG_RUNS, level: CInt = 0, filter: CInt = 0,
    first: UInt32 = 0, rows: UInt32 = 64, width: UInt32 = 64
  ) -> String? {
    Self.pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var image = cpng_image(
        width: width, height: 64, channels: channels, bit_depth: bitDepth, pixels: start, bytes_per_row: 512,
        chunks: nil, chunks_size: 0)
      var coding = cpng_coding(coder: coder, level: level, filter: filter)
      var piece = cpng_piece()
      defer { cpng_release(&piece) }
      var error = [CChar](repeating: 0x55, count: Int(CPNG_MESSAGE_SIZE))
      let status = cpng_compress(&image, &coding, first, rows, &piece, &error)
      #expect((status == CPNG_WRITTEN) == (piece.count > 0) && (status == CPNG_WRITTEN) == text(error).isEmpty)
      return status == CPNG_WRITTEN ? nil : text(error)
    }
  }

  @Test func `a sink that stops is not called again`() throws {
    let whole = write()
    #expect(whole.status == CPNG_WRITTEN)
    #expect(whole.error == "" && whole.warnings == "")
    #expect(try StoredPNG(whole.sink.bytes).order == ["IHDR", "IDAT", "IEND"])
    // Header, pixels and end are several calls; stop at each in turn.
    try #require(whole.sink.calls > 3)
    for call in 1...whole.sink.calls {
      for returning: CInt in [1, -1, .max] {
        let outcome = write(sink: Sink(stopsAtCall: call, returning: returning))
        #expect(outcome.status == CPNG_STOPPED)
        #expect(outcome.sink.calls == call)
        #expect(whole.sink.bytes.starts(with: outcome.sink.bytes))
        #expect(outcome.error == "the sink stopped the writing")
      }
    }
  }

  @Test func `errors and warnings of libpng are collected`() {
    let outcome = write(width: 0)
    #expect(outcome.status == CPNG_FAILED)
    #expect(outcome.error == "Invalid IHDR data")
    #expect(outcome.warnings.contains("width"))
    #expect(!outcome.sink.bytes.starts(with: [137, 80, 78, 71, 13, 10, 26, 10, 0]))
  }

  @Test func `arguments that cannot be compressed give an error message`() {
    #expect(fault() == nil)
    #expect(fault(first: 63, rows: 1) == nil)
    for (first, rows) in [(0, 0), (0, 65), (64, 1), (63, 2), (1, .max), (.max, 1)] as [(UInt32, UInt32)] {
      #expect(fault(first: first, rows: rows) == "the rows are not in the picture")
    }
    for filter: CInt in [-1, 6, .max] { #expect(fault(filter: filter) == "there is no such filter") }
    #expect(fault(width: 0) == "the bytes of a row cannot be counted")
    for (coder, levels) in [(CPNG_RUNS, [-1, 1]), (CPNG_LZ, [0, 4, -1])] as [(cpng_coder, [CInt])] {
      for level in levels { #expect(fault(coder: coder, level: level) == "the coder has no such level") }
    }
    for coder in (2..<5).map({ cpng_coder(rawValue: $0) }) {
      #expect(fault(coder: coder, level: 1) == "there is no such coder")
    }
  }

  @Test func `pieces give the same file as all rows at once`() throws {
    let whole = try StoredPNG(write().sink.bytes)
    for strips in [[0..<1, 1..<64], [0..<30, 30..<31, 31..<63, 63..<64]] as [[Range<UInt32>]] {
      let outcome = write(strips: strips)
      #expect(outcome.status == CPNG_WRITTEN)
      #expect(try StoredPNG(outcome.sink.bytes).samples == whole.samples)
    }
  }

  @Test(
    arguments: [
      [], [0..<63], [1..<64], [0..<30, 31..<64], [0..<31, 30..<64], [30..<64, 0..<30], [0..<64, 0..<64],
      [0..<32, 32..<64, 32..<64], [0..<32, 0..<32],
    ] as [[Range<UInt32>]])
  func `pieces that do not make up the picture are rejected`(strips: [Range<UInt32>]) {
    let outcome = write(strips: strips)
    #expect(outcome.status == CPNG_FAILED)
    #expect(outcome.error == "the pieces are not the picture")
  }

  @Test func `several warnings are joined and truncated`() {
    let outcome = write(width: 0, height: 0)
    #expect(outcome.status == CPNG_FAILED)
    #expect(outcome.warnings.contains("; "))
    #expect(outcome.warnings.utf8.count < Int(CPNG_MESSAGE_SIZE))
  }

  @Test(arguments: [(0, 8), (5, 8), (-1, 8), (3, 1), (3, 0), (3, 32), (.max, .min)] as [(CInt, CInt)])
  func `unknown layouts fail`(channels: CInt, bitDepth: CInt) {
    let outcome = write(channels: channels, bitDepth: bitDepth)
    #expect(outcome.status == CPNG_FAILED)
    #expect(!outcome.error.isEmpty)
    #expect(outcome.sink.calls == 0)
    #expect(fault(channels: channels, bitDepth: bitDepth) == outcome.error)
  }

  @Test(
    arguments: [
      [0], [0, 0, 0, 0, 0x74, 0x45, 0x58], [0, 0, 0, 1, 0x74, 0x45, 0x58, 0x74],
      [0xFF, 0xFF, 0xFF, 0xFF, 0x74, 0x45, 0x58, 0x74, 0],
    ] as [[UInt8]])
  func `a truncated list of chunks fails`(chunks: [UInt8]) {
    let outcome = write(chunks: chunks)
    #expect(outcome.status == CPNG_FAILED)
    #expect(outcome.error == "the list of chunks is cut short")
  }

  @Test func `any chunk is written once, before the pixels`() throws {
    // An Exif block of eight bytes (big-endian TIFF header without entries), and an unknown private chunk.
    let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let outcome = write(
      chunks: [0, 0, 0, 8] + Array("eXIf".utf8) + exif + [0, 0, 0, 0] + Array("prVt".utf8))
    #expect(outcome.status == CPNG_WRITTEN)
    let decoded = try StoredPNG(outcome.sink.bytes)
    #expect(decoded.order == ["IHDR", "eXIf", "prVt", "IDAT", "IEND"])
    #expect(decoded.contents("eXIf") == [exif])
  }

  @Test(
    arguments: [
      (CPNG_FILTER_NONE, 0), (CPNG_FILTER_SUB, 1), (CPNG_FILTER_UP, 2), (CPNG_FILTER_AVERAGE, 3),
      (CPNG_FILTER_PAETH, 4),
    ] as [(CInt, UInt8)])
  func `a single filter is used for every row`(filter: CInt, type: UInt8) throws {
    let decoded = try StoredPNG(write(filter: filter).sink.bytes)
    #expect(decoded.filters.allSatisfy { $0 == type })
  }
}
