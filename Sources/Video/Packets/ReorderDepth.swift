/// The maximum number of pictures that wait inside a decoder to be output in order, measured from timestamps.
struct ReorderDepth {
  /// The most that any codec may reorder.
  static let most = 16

  /// The depth so far.
  private(set) var depth = 0
  /// The greatest timestamps so far, to measure how far back a picture is shown.
  private var latest: [Int64] = []
  private var oldest = ReorderDepth.most
  private var lastDecode: Int64?

  /// Adds the timestamps of the next packet, in file order.
  mutating func note(_ timestamp: Int64, decode: Int64?) {
    // Where the clock starts anew, pictures before it are no measure: each would seem to be shown after all behind it.
    if let decode {
      if decode < lastDecode ?? .min, latest.count > Self.most, decode < latest.min() ?? .min {
        (latest, oldest) = ([], Self.most)
      }
      lastDecode = decode
    }
    if depth < Self.most { depth = max(depth, min(latest.count { $0 > timestamp }, Self.most)) }
    if latest.count <= Self.most { latest.append(timestamp) } else { latest[oldest] = timestamp }
    if latest.count == Self.most + 1 { oldest = (oldest + 1) % (Self.most + 1) }
  }
}
