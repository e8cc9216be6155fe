import Files
import Memory

/// What a source keeps of its file while it is opened.
extension ByteSource {
  /// The length of the beginning, in bytes: the smallest piece that storage is read in.
  private static let beginningSize = 4 << 10
  /// The longest tables that are kept, in bytes: those of a film of ten hours take 12 million.
  private static let longestTables: Int64 = 16 << 20

  /// Keeps the first bytes of the file.
  func holdBeginning() {
    if held.beginning == nil { held.beginning = part(from: 0, count: Int(min(Int64(Self.beginningSize), fileSize))) }
  }

  /// Keeps the tables of an ISO base media file (`moov`), if they are whole and not too long, until something is decoded.
  func holdTables() {
    guard held.tables == nil, let box = MovieBoxes.index(reading: bytes(at:count:), size: fileSize),
      box.end - box.start <= Self.longestTables
    else { return }
    held.tables = part(from: box.start, count: Int(box.end - box.start))
  }

  /// Bytes of the file; nil if they are not all there, or if there is no memory for them.
  private func part(from start: Int64, count: Int) -> HeldBytes.Part? {
    guard MemoryRoom.has(count), let buffer = try? AlignedBuffer(byteCount: count) else { return nil }
    var filled = 0
    while filled < count {
      let rest = UnsafeMutableRawBufferPointer(start: buffer.bytes + filled, count: count - filled)
      guard let read = try? fetch(at: start + Int64(filled), into: rest), read > 0 else { return nil }
      filled += read
    }
    return (start, SharedBytes(buffer, count: count))
  }
}
