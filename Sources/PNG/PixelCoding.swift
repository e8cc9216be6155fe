import CPNG

/// How rows of pixels become the content of IDAT: a filter, and a coder at one of its levels.
struct PixelCoding: Hashable, Sendable {
  /// What foretells a sample from its neighbours (PNG, 9.2).
  enum Filter: Int32, Hashable, Sendable, CaseIterable {
    case none, sub, up, average, paeth
    /// The one of the five that leaves the least to be said, for each row.
    case smallest
  }

  /// What makes the stream, in the order of `cpng_coder`.
  enum Coder: UInt32, Hashable, Sendable, CaseIterable {
    /// Runs and Huffman codes, our own; level 0.
    case runs
    /// Matches one pixel back, one row up and in the rest of the window, our own; levels 1 to 3.
    case lz
  }

  var coder: Coder
  var level: Int32
  var filter: Filter

  init(_ coder: Coder, level: Int32 = 0, _ filter: Filter) {
    (self.coder, self.level, self.filter) = (coder, level, filter)
  }

  /// Filters and compresses some rows (`cpng_compress`).
  ///
  /// `description` is that of the image, whose pixels are all there; the caller has checked. What is made is the
  /// caller's to release (`cpng_release`).
  func piece(of description: cpng_image, rows: Range<Int>) throws(PNGError) -> cpng_piece {
    var description = description
    var coding = cpng_coding(coder: cpng_coder(rawValue: coder.rawValue), level: level, filter: filter.rawValue)
    var piece = cpng_piece()
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let status = cpng_compress(
      &description, &coding, UInt32(clamping: rows.lowerBound), UInt32(clamping: rows.count), &piece, &message)
    guard status == CPNG_WRITTEN else { throw .compressionFailed(message: words(message)) }
    return piece
  }
}

/// The text of a NUL-terminated message.
func words(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
