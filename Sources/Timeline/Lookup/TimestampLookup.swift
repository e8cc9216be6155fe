/// The look-up of a frame by raw presentation timestamp.
///
/// Where the file's timestamps jump, raw timestamps may repeat or go backwards. Then it is the frame with the greatest
/// timestamp ≤ the requested one; of several equal ones, the last in the earliest run without a jump. So a reported
/// timestamp finds a frame with that timestamp again.
struct TimestampLookup {
  private let table: FrameTable
  private var frames: FrameList { table.frames }

  init(in table: FrameTable) { self.table = table }

  /// The frame that a timestamp names, or with `nearest` the one whose timestamp is nearest.
  func frameIndex(at timestamp: Int64, nearest: Bool, bounds: Bounds) throws(MomentError) -> Int {
    if let offset = table.timestampOffset {
      let absolute = table.timeBase.time(ofTicks: WideRational(timestamp) + WideRational(offset))
      let asked = time(of: timestamp, near: 0)
      return try table.frameIndex(
        at: absolute - WideRational(table.origin), nearest: nearest, bounds: bounds, asked: asked)
    }
    // The timestamp may occur after a later jump, so the whole table is needed.
    guard table.isComplete else { throw .notReadThatFar }
    var below: Int?
    var above: Int?
    for (index, frame) in frames.enumerated() {
      if frame.timestamp <= timestamp {
        if let best = below, !replaces(best, with: index) { continue }
        below = index
      } else if above.map({ frame.timestamp < frames[$0].timestamp || isNextEqual($0, index) }) ?? true {
        above = index
      }
    }
    guard let below else { return try beforeAll(timestamp, first: nearest ? above ?? 0 : 0, bounds: bounds) }
    guard let above else { return try afterAll(timestamp, last: below, bounds: bounds) }
    guard nearest else { return below }
    let (fromBelow, toAbove) = (
      Int128(timestamp) - Int128(frames[below].timestamp), Int128(frames[above].timestamp) - Int128(timestamp)
    )
    return toAbove < fromBelow ? above : below
  }

  /// The time of a timestamp in seconds from t = 0, with the tick offset of frame `index`; `nil` when it does not fit.
  func time(of timestamp: Int64, near index: Int) -> Rational? {
    let offset = Int128(frames[index].tick) - Int128(frames[index].timestamp)
    return Int64(exactly: Int128(timestamp) + offset)
      .flatMap { FrameTable.time(ofTick: $0, timeBase: table.timeBase, origin: table.origin) }
  }

  private func replaces(_ best: Int, with index: Int) -> Bool {
    frames[index].timestamp > frames[best].timestamp || isNextEqual(best, index)
  }

  /// Whether `index` is another frame at the same time as `best`: the same timestamp, and no jump between them.
  private func isNextEqual(_ best: Int, _ index: Int) -> Bool {
    frames[index].timestamp == frames[best].timestamp && frames[index].tick == frames[best].tick
  }

  private func beforeAll(_ timestamp: Int64, first: Int, bounds: Bounds) throws(MomentError) -> Int {
    let asked = time(of: timestamp, near: 0)
    // A time that does not fit is far below 0.
    if bounds == .refuse, asked.map({ $0 < .zero }) ?? true { throw .beforeStart(asked: asked, extent: table.extent) }
    return first
  }

  private func afterAll(_ timestamp: Int64, last: Int, bounds: Bounds) throws(MomentError) -> Int {
    // The duration of the frame with the greatest timestamp, in ticks.
    let start = WideRational(frames[last].tick)
    let next = frames[(last + 1)...].first { $0.tick > frames[last].tick }
    let staying = next.map { WideRational($0.tick) - start } ?? (table.endTicks - start)
    let past = WideRational(timestamp) - WideRational(frames[last].timestamp)
    if bounds == .refuse, past > staying {
      throw .pastEnd(asked: time(of: timestamp, near: last), extent: table.extent)
    }
    return last
  }
}
