import CFFmpeg

/// Bytes that FFmpeg passes over because they are not as the container has it: a page of Ogg with a wrong checksum, a
/// damaged element of Matroska. It only logs that, and goes on with what it can read, as if nothing were missing.
struct LostBytes {
  private let log: FileLog
  /// How far behind a packet's position the rest of it may be, in bytes.
  private let spread: Int64
  private var count = 0
  /// Where it was, unless all packets behind that were read: FFmpeg reads ahead, above all while it probes the streams.
  private var places: [Int64] = []

  init(_ log: FileLog, of demuxer: borrowing Demuxer) {
    self.log = log
    // The position is that of a packet of ASF, in which a packet of the stream ends or begins.
    spread = demuxer.container.name == "asf" ? 2 * Int64(demuxer.context.pointee.packet_size) : 0
  }

  /// Whether bytes were passed over between the packet before and one at a position, nil for the end of the file. With
  /// a spread, that may be said of several packets.
  mutating func wereLost(before position: Int64?) -> Bool {
    let now = log.losses
    if now > count {
      // Without the place, it may be anywhere.
      places += now > FFmpegLog.mostPlaces ? [0] : log.lossPlaces.dropFirst(count)
      count = now
    }
    if places.isEmpty { return false }
    guard let position, position >= 0 else {
      defer { places = [] }
      return true
    }
    defer { places.removeAll { $0 <= position } }
    return places.contains { $0 - spread <= position }
  }

  /// Reading goes on elsewhere.
  mutating func leave() { (count, places) = (log.losses, []) }
}
