import Seeking

/// The frames that an animated drawing shows, and when: those that the seeks of the gesture show, at most 32 different
/// ones.
struct GestureStage {
  /// In order of time; the last one is the frame that the gesture grabs.
  private(set) var showings: [(time: Int64, frame: Int)] = []
  /// Whether there were more than can be shown.
  private(set) var isThinned = false

  /// The most different frames, and so the most pictures of them.
  static let mostFrames = 32

  /// - Parameters:
  ///   - start: The frame before the first seek.
  ///   - end: The frame that the gesture grabs.
  init(_ seeks: [SeekRecord], start: (time: Int64, frame: Int)?, end: (time: Int64, frame: Int)?) {
    guard let start, let end else { return }
    let seen = seeks.compactMap { seek in seek.shownFrame.map { (time: seek.endedAt, frame: $0) } }
    let all =
      [start] + seen.sorted { $0.time < $1.time } + [(max(end.time, seen.map(\.time).max() ?? end.time), end.frame)]
    guard Set(all.map(\.frame)).count > Self.mostFrames, let last = all.last?.time else {
      showings = all
      return
    }
    isThinned = true
    // Those nearest to equal steps of time, with the first and the last.
    let chosen = Set(
      (0..<Self.mostFrames).compactMap { step in
        let time = Double(start.time) + (Double(last) - Double(start.time)) * Double(step) / Double(Self.mostFrames - 1)
        return all.indices.min { abs(Double(all[$0].time) - time) < abs(Double(all[$1].time) - time) }
      } + [all.count - 1])
    showings = chosen.sorted().map { all[$0] }
    while Set(showings.map(\.frame)).count > Self.mostFrames { showings.remove(at: showings.count - 2) }
  }
}
