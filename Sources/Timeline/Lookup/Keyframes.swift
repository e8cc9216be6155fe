/// The keyframes of a frame table, and how to move from any frame to one of them.
public struct Keyframes: Sendable {
  /// Which keyframe a moment moves to.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The last keyframe at or before it.
    case previous = "previous-keyframe"
    /// The first keyframe at or after it.
    case next = "next-keyframe"
    /// The nearer of the two; if both are equally near, the earlier.
    case nearest = "nearest-keyframe"
  }

  /// Their indexes in the table, in ascending order.
  public let indices: [Int]
  private let table: FrameTable

  /// Gathers the keyframes of a table.
  public init(of table: FrameTable) {
    self.table = table
    indices = table.frames.keyframeIndices
  }

  /// The keyframe that frame `index` moves to; a keyframe stays where it is.
  ///
  /// Where there is none on that side, it is the first or the last keyframe. `nearest` is measured from `time`, in
  /// seconds from t = 0, or without it from the start of the frame. `nil` when there are no keyframes, or when the
  /// table is incomplete and a frame that is not read yet could be the answer.
  public func keyframe(_ side: Side, of index: Int, at time: Rational? = nil) -> Int? {
    guard table.frames.indices.contains(index) else { return nil }
    if table.frames[index].isKeyframe { return index }
    let behind = indices.partitioningIndex(where: { $0 > index })
    let previous = behind > 0 ? indices[behind - 1] : nil
    let next = behind < indices.count ? indices[behind] : nil
    guard table.isComplete else {
      // Frames before the first or after the last one of an incomplete table are not known.
      switch side {
      case .previous: return previous
      case .next: return next.flatMap { table.isSettled($0) ? $0 : nil }
      case .nearest:
        guard let previous, let next, table.isSettled(next) else { return nil }
        return nearer(previous, next, index, time)
      }
    }
    guard let previous, let next else { return previous ?? next }
    switch side {
    case .previous: return previous
    case .next: return next
    case .nearest: return nearer(previous, next, index, time)
    }
  }

  private func nearer(_ previous: Int, _ next: Int, _ index: Int, _ time: Rational?) -> Int {
    let moment = time.map { table.ticks(at: WideRational($0)) } ?? WideRational(table.frames[index].tick)
    let before = moment - WideRational(table.frames[previous].tick)
    let after = WideRational(table.frames[next].tick) - moment
    return after < before ? next : previous
  }
}
