/// Pages of Ogg that FFmpeg drops because their checksum is wrong; it only logs that, and the time goes on as if nothing
/// were missing.
struct LostPages {
  private let log: FileLog
  private var mark = 0

  init(_ log: FileLog) { self.log = log }

  /// Whether pages were dropped since this was asked last.
  mutating func wereDropped() -> Bool {
    let now = log.mark
    guard now > mark else { return false }
    defer { mark = now }
    return log.complains(of: "CRC mismatch", since: mark)
  }
}
