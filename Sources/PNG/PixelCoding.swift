import CPNG
import Threading

/// How rows of pixels are encoded as the content of IDAT: a filter, and a coder at one of its levels.
struct PixelCoding: Hashable, Sendable {
  /// How a sample is predicted from its neighbours (PNG, 9.2).
  enum Filter: Int32, Hashable, Sendable, CaseIterable {
    case none, sub, up, average, paeth
    /// For each row, the one of the five filters that seems to compress best.
    case smallest
  }

  /// The deflate coder, with the numbers of `cpng_coder`.
  enum Coder: UInt32, Hashable, Sendable, CaseIterable {
    /// Our own coder of byte runs and Huffman codes; level 0.
    case runs
    /// Our own coder of matches one pixel back, one row up and in the rest of the window; levels 1 to 3.
    case lz
  }

  var coder: Coder
  var level: Int32
  var filter: Filter

  init(_ coder: Coder, level: Int32 = 0, _ filter: Filter) {
    (self.coder, self.level, self.filter) = (coder, level, filter)
  }

  /// Filters and compresses some rows (`cpng_compress_unless`).
  ///
  /// `description` describes the image; the caller has checked that all pixels are there. The caller must release the
  /// piece (`cpng_release`). Throws when there is no memory, and when it is
  /// stopped.
  func piece(
    of description: cpng_image, rows: Range<Int>, _ stop: StopCheck? = nil
  ) throws(PNGError) -> cpng_piece {
    var description = description
    var coding = cpng_coding(coder: cpng_coder(rawValue: coder.rawValue), level: level, filter: filter.rawValue)
    var piece = cpng_piece()
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let status = cpng_compress_unless(
      &description, &coding, UInt32(clamping: rows.lowerBound), UInt32(clamping: rows.count),
      stop == nil ? nil : StopCheck.ask, stop?.context, &piece, &message)
    withExtendedLifetime(stop) {}
    switch status {
    case CPNG_WRITTEN: return piece
    case CPNG_NO_MEMORY: throw .outOfMemory
    case CPNG_STOPPED: throw .stopped
    default: throw .compressionFailed(message: words(message))
    }
  }
}

/// The text of a NUL-terminated message.
func words(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
