import Files
import Memory

/// What a source keeps of its file while it is opened.
extension ByteSource {
  /// The length of the beginning, in bytes: the smallest piece that storage is read in.
  private static let beginningSize = 4 << 10
  /// The longest tables that are kept, in bytes: those of the pictures of a film of ten hours take 12 million.
  private static let longestTables: Int64 = 16 << 20
  /// Up to this length, those of sound are read, too: that takes no longer than to look where they are.
  private static let shortTables: Int64 = 4 << 20
  /// In this many bytes, a track of sound has all but its long tables.
  private static let trackHead: Int64 = 4 << 10

  /// Keeps the first bytes of the file.
  func holdBeginning() {
    if held.beginning == nil { held.beginning = part(from: 0, count: Int(min(Int64(Self.beginningSize), fileSize))) }
  }

  /// Keeps the tables of an ISO base media file (`moov`), if they are whole and not too long, until something is decoded.
  ///
  /// - Parameter keepsSound: whether those of sound are wanted however long they are.
  func holdTables(keepsSound: Bool = false) {
    guard held.tables.isEmpty, let movie = MovieBoxes.index(reading: bytes(at:count:), size: fileSize) else { return }
    var (parts, start) = ([Range<Int64>](), movie.start)
    if !keepsSound, movie.end - movie.start > Self.shortTables {
      for track in MovieBoxes.boxes(["trak"], in: movie, bytes(at:count:))
      where track.end <= movie.end && track.end - track.start > 2 * Self.trackHead
        && MovieBoxes.handler(of: track, bytes(at:count:)) == "soun"
      {
        parts.append(start..<track.start + Self.trackHead)
        start = track.end
      }
    }
    parts.append(start..<movie.end)
    guard parts.reduce(0, { $0 + $1.upperBound - $1.lowerBound }) <= Self.longestTables else { return }
    held.tables = parts.compactMap { part(from: $0.lowerBound, count: Int($0.upperBound - $0.lowerBound)) }
  }

  /// Bytes of the file; nil if they are not all there, or if memory may become short: FFmpeg's own tables, which grow by
  /// copies, take up to ten times as much.
  private func part(from start: Int64, count: Int) -> HeldBytes.Part? {
    guard count > 0, MemoryRoom.has(count, of: [16]), let buffer = try? AlignedBuffer(byteCount: count) else {
      return nil
    }
    var filled = 0
    while filled < count {
      let rest = UnsafeMutableRawBufferPointer(start: buffer.bytes + filled, count: count - filled)
      guard let read = try? fetch(at: start + Int64(filled), into: rest), read > 0 else { return nil }
      filled += read
    }
    return (start, SharedBytes(buffer, count: count))
  }
}
