/// The highest decode timestamps so far: a packet below so many of them is no neighbour that a careless writer
/// exchanged.
struct HighestTimestamps {
  private static let most = 4
  /// The highest first.
  private var timestamps: [Int64] = []

  /// Whether there are enough, and all are above this one.
  func areAbove(_ decode: Int64) -> Bool { timestamps.count == Self.most && timestamps[Self.most - 1] > decode }

  /// Whether the highest is as many pictures of this many ticks above; after a seek there may be no others.
  func isFarAbove(_ decode: Int64, pictureOf duration: Int64) -> Bool {
    guard let highest = timestamps.first, duration > 0 else { return false }
    let (fall, overflows) = highest.subtractingReportingOverflow(decode)
    return overflows || fall / duration >= Self.most
  }

  mutating func note(_ decode: Int64) {
    if timestamps.count == Self.most {
      guard decode > timestamps[Self.most - 1] else { return }
      timestamps.removeLast()
    }
    timestamps.insert(decode, at: timestamps.firstIndex { $0 < decode } ?? timestamps.endIndex)
  }
}
