extension FrameTable {
  /// What a moment resolved to.
  public struct Resolution: Hashable, Sendable {
    /// The frame's index.
    public let index: Int
    /// The time that was asked, in seconds from t = 0; `nil` for a frame index or a timecode, or when it does not fit.
    public let asked: Rational?
  }

  /// The frame that a moment names: the one on screen, or with `nearest` the one whose start is nearest.
  ///
  /// `nearest` has no effect on frame indexes and timecodes. Throws `MomentError` when the moment is outside the video
  /// and `bounds` refuses that, when a timecode does not exist, or when the table is not complete and the answer
  /// depends on frames to come.
  public func resolve(
    _ specification: TimeSpecification, nearest: Bool = false, bounds: Bounds
  ) throws(MomentError) -> Resolution {
    switch specification {
    case .time(let time):
      return try resolve(WideRational(time), exact: time, nearest: nearest, bounds: bounds)
    case .start:
      return try resolve(WideRational(0), exact: .zero, nearest: nearest, bounds: bounds)
    case .end:
      guard isComplete else { throw .notReadThatFar }
      return Resolution(index: count - 1, asked: end)
    case .beforeEnd(let distance):
      guard isComplete else { throw .notReadThatFar }
      return try resolve(
        endTime - WideRational(distance), exact: end?.subtracting(distance), nearest: nearest, bounds: bounds)
    case .percent(let percent):
      guard isComplete else { throw .notReadThatFar }
      return try resolve(
        (endTime * WideRational(percent)).scaled(by: 1, over: 100), exact: exactTime(percent: percent),
        nearest: nearest, bounds: bounds)
    case .ticks(let timestamp):
      let index = try frameIndex(atTimestamp: timestamp, nearest: nearest, bounds: bounds)
      return Resolution(index: index, asked: time(ofTimestamp: timestamp, near: index))
    case .frame(let index):
      return Resolution(index: try frameIndex(numbered: index, bounds: bounds), asked: nil)
    case .timecode(let timecode):
      return Resolution(index: try frameIndex(of: timecode, bounds: bounds), asked: nil)
    }
  }

  /// The time that a moment names, in seconds from t = 0; for frame indexes and timecodes the start of the frame.
  ///
  /// A time outside the video becomes 0 or the end when `bounds` clamps. Throws `MomentError` as `resolve` does, and
  /// when the time does not fit.
  public func time(of specification: TimeSpecification, bounds: Bounds) throws(MomentError) -> Rational {
    let resolution = try resolve(specification, bounds: bounds)
    let isIndex = specification.needsFrameNumbers
    guard let time = isIndex ? time(ofFrame: resolution.index) : resolution.asked else { throw .outOfRange }
    if isIndex || bounds == .refuse { return time }
    if time < .zero { return .zero }
    guard isComplete, let end else { return time }
    return min(time, end)
  }

  /// The indexes of a selection, in rising order.
  ///
  /// Throws `MomentError` as the selection does, and when the table is not complete and does not hold them all.
  public func indices(of selection: FrameSelection, bounds: Bounds) throws(MomentError) -> StrideThrough<Int> {
    if !isComplete {
      guard let highest = selection.highestIndex, highest < count else { throw .notReadThatFar }
    }
    return try selection.indices(count: count, bounds: bounds)
  }

  /// Where the video ends, once that is known.
  var extent: MomentError.Extent? {
    isComplete ? .init(lastIndex: count - 1, lastTime: time(ofFrame: count - 1), end: end) : nil
  }

  /// The end in seconds from t = 0, which always exists at this width.
  private var endTime: WideRational {
    timeBase.time(ofTicks: endTicks) - WideRational(origin)
  }

  private func exactTime(percent: Rational) -> Rational? {
    percent.divided(by: Rational(100)).flatMap { end?.multiplied(by: $0) }
  }

  private func resolve(
    _ time: WideRational, exact: Rational?, nearest: Bool, bounds: Bounds
  ) throws(MomentError) -> Resolution {
    let index = try frameIndex(at: time, nearest: nearest, bounds: bounds, asked: exact)
    return Resolution(index: index, asked: exact)
  }

  /// The frame of an index, which counts from the end when it is negative.
  private func frameIndex(numbered asked: Int64, bounds: Bounds) throws(MomentError) -> Int {
    if let index = Int(exactly: asked), frames.indices.contains(index) { return index }
    guard isComplete else { throw .notReadThatFar }
    let place = asked < 0 ? asked + Int64(count) : asked
    if let index = Int(exactly: place), frames.indices.contains(index) { return index }
    guard bounds == .clamp else { throw .noSuchFrame(index: asked, count: count) }
    return place < 0 ? 0 : count - 1
  }
}
