import CPNG

/// How rows of pixels become the content of IDAT: a filter, and a coder at one of its levels.
struct PixelCoding: Hashable, Sendable {
  /// What foretells a sample from its neighbours (PNG, 9.2).
  enum Filter: Int32, Hashable, Sendable, CaseIterable {
    case none, sub, up, average, paeth
    /// The one of the five that leaves the least to be said, for each row.
    case smallest
  }

  /// What makes the stream.
  enum Coder: UInt32, Hashable, Sendable, CaseIterable {
    /// Runs and Huffman codes, our own; level 0.
    case runs
    /// zlib, levels 1 to 9.
    case zlib
    /// ISA-L, levels 0 to 3.
    case isal
    /// libdeflate, levels 1 to 12.
    case libdeflate

    /// Whether it was there at build time (`cpng_has`).
    var isPresent: Bool { cpng_has(cpng_coder(rawValue: rawValue)) != 0 }

    /// The levels it knows.
    var levels: ClosedRange<Int32> {
      switch self {
      case .runs: 0...0
      case .zlib: 1...9
      case .isal: 0...3
      case .libdeflate: 1...12
      }
    }
  }

  var coder: Coder
  var level: Int32
  var filter: Filter

  init(_ coder: Coder, level: Int32 = 0, _ filter: Filter) {
    (self.coder, self.level, self.filter) = (coder, level, filter)
  }

  /// Filters and compresses some rows, all of them for a picture (`cpng_compress`).
  ///
  /// `description` is that of the image, whose pixels are all there; the caller has checked.
  func stream(of description: cpng_image, rows: Range<Int>) throws(PNGError) -> PixelStream {
    var description = description
    var coding = cpng_coding(coder: cpng_coder(rawValue: coder.rawValue), level: level, filter: filter.rawValue)
    var stream = cpng_stream()
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let status = cpng_compress(
      &description, &coding, UInt32(clamping: rows.lowerBound), UInt32(clamping: rows.count), &stream, &message)
    guard status == CPNG_WRITTEN else { throw .compressionFailed(message: words(message)) }
    return PixelStream(stream)
  }
}

/// The content of IDAT, in memory of the C side; given back at the end (`cpng_release`).
struct PixelStream: ~Copyable {
  let stream: cpng_stream

  init(_ stream: cpng_stream) {
    self.stream = stream
  }

  deinit {
    var stream = stream
    cpng_release(&stream)
  }

  var count: Int { stream.count }
}

/// The text of a NUL-terminated message.
func words(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
