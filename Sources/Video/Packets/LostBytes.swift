import CFFmpeg

/// Bytes that FFmpeg passes over because they are not as the container has it: a page of Ogg with a wrong checksum, a
/// damaged element of Matroska. It only logs that, or not even that (`UnitChain`), and goes on with what it can read, as
/// if nothing were missing.
struct LostBytes {
  private let log: FileLog
  /// Whether FFmpeg reads on before it gives a packet: the first bytes of the next element of Matroska.
  private let readsAhead: Bool
  /// How far behind a packet's position the rest of it may be, in bytes.
  private let spread: Int64
  private var count: Int
  /// Where it was, unless all packets behind that were read: FFmpeg reads ahead, above all while it probes the streams.
  private var places: [Int64]
  private var chain: UnitChain?

  init(_ source: ByteSource, of demuxer: borrowing Demuxer) {
    let log = source.log
    chain = UnitChain(demuxer.container, source)
    (self.log, count, places) = (log, log.losses, log.lossPlaces)
    readsAhead = demuxer.container.isOneElement
    // The position is that of a packet of ASF, in which a packet of the stream ends or begins.
    spread = demuxer.container.name == "asf" ? 2 * Int64(demuxer.context.pointee.packet_size) : 0
  }

  /// Whether bytes were passed over between the packet before and one at a position, nil for the end of the file. With
  /// a spread, that may be said of several packets.
  mutating func wereLost(before position: Int64?) -> Bool {
    let isBroken = position.flatMap { chain?.isBroken(before: $0) } ?? false
    let now = log.losses
    let isNew = now > count
    if isNew, readsAhead, now <= FFmpegLog.mostPlaces { places += log.lossPlaces.dropFirst(count) }
    count = now
    guard let position, position >= 0 else {
      defer { places = [] }
      return isNew || !places.isEmpty
    }
    if isBroken || isNew, !readsAhead || now > FFmpegLog.mostPlaces { return true }
    if places.isEmpty { return false }
    defer { places.removeAll { $0 <= position } }
    return places.contains { $0 - spread <= position }
  }

  /// Reading goes on elsewhere.
  mutating func leave() {
    (count, places) = (log.losses, [])
    chain?.leave()
  }
}
