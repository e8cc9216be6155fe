import Memory

/// The beginning of a file and its tables, kept in memory while it is opened.
///
/// In an ISO base media file, each fact is looked up by walking through the boxes, a few bytes at a time, and FFmpeg reads
/// all of them after that. Where a read takes long, as on a network, only the first one of each place should.
struct HeldBytes {
  typealias Part = (start: Int64, bytes: SharedBytes)
  var beginning: Part?
  /// In file order.
  var tables: [Part] = []

  /// Forgets the tables, which may be large.
  mutating func drop() { tables = [] }

  /// Copies bytes that are kept; nil unless all that fit into the buffer are.
  func copyAll(from position: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = beginning.flatMap { Self.copy(from: position, in: $0, into: buffer) }
    if count == buffer.count { return count }
    return copyTables(from: position, into: buffer).flatMap { $0 == buffer.count ? $0 : nil }
  }

  /// Copies bytes of the tables, up to their end; nil if they do not have the first one.
  func copyTables(from position: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    for part in tables {
      if let count = Self.copy(from: position, in: part, into: buffer) { return count }
    }
    return nil
  }

  private static func copy(from position: Int64, in part: Part, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let (offset, overflows) = position.subtractingReportingOverflow(part.start)
    guard !overflows, offset >= 0, offset < Int64(part.bytes.count) else { return nil }
    return part.bytes.withUnsafeBytes { bytes in
      let bytes = bytes[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }
}
