import CFFmpeg

/// The times of an AVI's packets, which are the numbers of their chunks.
///
/// FFmpeg counts the chunks that it finds, so that all behind one whose header is damaged would be early until the next
/// seek. The file's index has the right numbers.
struct ChunkNumbers {
  /// How many chunks of the stream were passed over since the last seek.
  private var lost: Int64 = 0
  /// Where the last packet's chunk begins.
  private var last: Int64?
  private let isBehindSeek: Bool

  init(isBehindSeek: Bool = false) { self.isBehindSeek = isBehindSeek }

  /// Corrects the times of the next packet; returns whether chunks were passed over before it, or, behind a seek, whether
  /// the index has another place for it: FFmpeg gives the chunk that it finds there the number that was wanted.
  mutating func correct(_ packet: borrowing Packet, of stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let raw = packet.pointer
    // A chunk has a header of eight bytes.
    let place = raw.pointee.pos - 8
    defer { last = place }
    guard raw.pointee.dts != FG_NO_TIMESTAMP, place >= 0 else { return false }
    func listed(_ number: Int64) -> Int64? {
      let place = fg_index_position(stream, number)
      return place < 0 ? nil : place
    }
    guard let last else { return isBehindSeek && listed(raw.pointee.dts).map { $0 != place } ?? false }
    var (number, overflows) = raw.pointee.dts.addingReportingOverflow(lost)
    guard !overflows else { return false }
    let before = lost
    // Chunks that the index lists between the last packet and this one.
    while let listed = listed(number), listed > last, listed < place {
      number &+= 1
      lost &+= 1
    }
    guard lost > 0, listed(number) == place else { return false }
    if raw.pointee.pts == raw.pointee.dts { raw.pointee.pts = number }
    raw.pointee.dts = number
    return lost > before
  }
}
