extension FrameTable {
  // MARK: A moment

  /// The result of resolving a moment.
  public struct Resolution: Hashable, Sendable {
    /// The frame's index.
    public let index: Int
    /// The requested time, in seconds from t = 0; `nil` for a frame index or a timecode, or when it does not fit.
    public let asked: Rational?
  }

  /// The frame that a moment names: the one on screen, or with `nearest` the one whose start is nearest.
  ///
  /// `nearest` has no effect on frame indexes and timecodes. Throws `MomentError` when the moment is outside the video
  /// and `bounds` refuses that, when a timecode does not exist, or when the table is incomplete and the answer depends
  /// on frames that are not in it yet.
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
      let lookup = TimestampLookup(in: self)
      let index = try lookup.frameIndex(at: timestamp, nearest: nearest, bounds: bounds)
      return Resolution(index: index, asked: lookup.time(of: timestamp, near: index))
    case .frame(let index):
      return Resolution(index: try frameIndex(numbered: index, bounds: bounds), asked: nil)
    case .timecode(let timecode):
      return Resolution(index: try TimecodeLookup(in: self).frameIndex(of: timecode, bounds: bounds), asked: nil)
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
    guard isComplete, let end else { return max(time, .zero) }
    // If all frames are before t = 0, so is the end.
    return max(min(time, end), .zero)
  }

  /// The indexes of a selection, in rising order.
  ///
  /// Throws `MomentError` as the selection does, and when the table is incomplete and does not contain all of them.
  public func indices(of selection: FrameSelection, bounds: Bounds) throws(MomentError) -> StrideThrough<Int> {
    if !isComplete {
      guard let highest = selection.highestIndex, highest < count else { throw .notReadThatFar }
    }
    return try selection.indices(count: count, bounds: bounds)
  }

  /// The end of the video; `nil` while it is not known.
  var extent: MomentError.Extent? {
    isComplete ? .init(lastIndex: count - 1, lastTime: time(ofFrame: count - 1), end: end) : nil
  }

  /// The end in seconds from t = 0; unlike `end`, it always fits.
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

  /// The frame at an index; a negative index counts from the end.
  private func frameIndex(numbered asked: Int64, bounds: Bounds) throws(MomentError) -> Int {
    if let index = Int(exactly: asked), frames.indices.contains(index) { return index }
    guard isComplete else { throw .notReadThatFar }
    // Nothing can be counted from an end that is missing.
    guard asked >= 0 || !lacksEnd else { throw .noEnd }
    let place = asked < 0 ? asked + Int64(count) : asked
    if let index = Int(exactly: place), frames.indices.contains(index) { return index }
    guard bounds == .clamp else { throw .noSuchFrame(index: asked, count: count) }
    return place < 0 ? 0 : count - 1
  }

  // MARK: Many moments

  /// The times of a span, in seconds from t = 0.
  ///
  /// A span that ends behind the video ends with it. Throws `MomentError` when one of them is outside the video otherwise
  /// and `bounds` refuses that, when the span is empty or reversed, and when the table does not reach that far.
  public func times(of span: TimeSpan, bounds: Bounds) throws(MomentError) -> (from: Rational, to: Rational) {
    let from: Rational
    if let asked = span.from { from = try time(of: asked, bounds: bounds) } else { from = .zero }
    let to: Rational
    if let asked = span.to { to = try endTime(of: asked, bounds: bounds) } else { to = try wholeEnd() }
    guard from < to else { throw .emptySpan(from: from, to: to) }
    return (from, to)
  }

  /// The end of a span; one behind the end of the video means that end, whatever `bounds` says. Where frames are missing
  /// at that end, their indexes and timecodes have no known time.
  private func endTime(of asked: TimeSpecification, bounds: Bounds) throws(MomentError) -> Rational {
    do throws(MomentError) {
      return try time(of: asked, bounds: bounds)
    } catch {
      switch error {
      case .pastEnd: return try wholeEnd()
      case .noSuchFrame(let index, _) where index >= 0 && !lacksEnd: return try wholeEnd()
      case .timecodeOutside(let asked, _, let last) where asked.isLater(than: last) && !lacksEnd:
        return try wholeEnd()
      default: throw error
      }
    }
  }

  private func wholeEnd() throws(MomentError) -> Rational {
    guard isComplete else { throw .notReadThatFar }
    guard let end else { throw .outOfRange }
    return end
  }

  /// The frames that start in a span; adjacent spans neither share a frame nor skip one.
  ///
  /// Throws `MomentError` as `times` does.
  public func frames(in span: TimeSpan, bounds: Bounds) throws(MomentError) -> Range<Int> {
    guard span.from != nil || span.to != nil else {
      guard isComplete else { throw .notReadThatFar }
      return 0..<count
    }
    let (from, to) = try times(of: span, bounds: bounds)
    let first = span.from == nil ? 0 : firstIndex(startingAtOrAfter: from)
    let end = span.to == nil ? count : firstIndex(startingAtOrAfter: to)
    // After the last known frame, more frames may follow that start before the end of the span.
    guard isComplete || end < count else { throw .notReadThatFar }
    return first..<max(first, end)
  }

  /// The first frame that starts at a time, in seconds from t = 0, or after it; the count where there is none.
  private func firstIndex(startingAtOrAfter time: Rational) -> Int {
    let ticks = ticks(at: WideRational(time))
    guard let tick = ticks.ceiling else { return ticks.isNegative ? 0 : count }
    let (before, isLeast) = tick.subtractingReportingOverflow(1)
    return isLeast ? 0 : firstIndex(startingAfter: before)
  }

  /// The frames selected by evenly spaced moments, each once: its index, and the number of the first moment that
  /// selects it.
  ///
  /// The running time is bounded by the number of frames, however small the step; with `repeats`, when every moment
  /// gives its frame, by `mostRepeats`. Throws `MomentError` when a moment does not fit, there are too many, or the table
  /// does not reach that far.
  public func frames(
    of series: TimeSeries, nearest: Bool = false, repeats: Bool = false
  ) throws(MomentError) -> (numbers: [Int64], indices: [Int]) {
    if repeats, series.count > Self.mostRepeats { throw .tooMany(most: Self.mostRepeats) }
    var numbers: [Int64] = []
    var indices: [Int] = []
    var number: Int64 = 0
    while number < series.count {
      guard let time = series.time(number) else { throw .tooFine }
      let index = try frameIndex(at: WideRational(time), nearest: nearest, bounds: .clamp, asked: time)
      if index != indices.last || repeats {
        numbers.append(number)
        indices.append(index)
      }
      if repeats {
        number += 1
        continue
      }
      if time < .zero {
        // Every moment before t = 0 selects the first frame.
        let distance = WideRational(0) - WideRational(series.first)
        guard let jump = distance.scaled(by: series.step.denominator, over: series.step.numerator).ceiling else {
          break
        }
        number = max(number + 1, jump)
        continue
      }
      guard index + 1 < count else { break }
      // Every moment before the change to the next frame selects this same frame, so jump there.
      let (own, next) = (WideRational(frames[index].tick), WideRational(frames[index + 1].tick))
      let change = nearest ? (own + next).scaled(by: 1, over: 2) : next
      let distance = timeBase.time(ofTicks: change) - WideRational(origin) - WideRational(series.first)
      guard let jump = distance.scaled(by: series.step.denominator, over: series.step.numerator).ceiling else { break }
      number = max(number + 1, jump)
    }
    return (numbers, indices)
  }

  /// The most moments of a series that repeats frames.
  public static var mostRepeats: Int64 { 1_000_000 }

  // MARK: A time or a tick

  /// The frame on screen at a tick of the continuous timeline: the last one whose tick is ≤ `tick`.
  ///
  /// Before the first frame it is the first; after the end it is the last.
  public func frameIndex(onScreenAtTick tick: Int64) -> Int {
    max(0, firstIndex(startingAfter: tick) - 1)
  }

  /// The frame on screen at `time`, in seconds from t = 0: the last frame that starts at or before it.
  ///
  /// Of equal starts it is the last one; before the first frame it is the first; exactly at the end it is the last.
  /// Throws `MomentError` when `time` is below 0 or above the end and `bounds` refuses that, or when the table is
  /// incomplete and does not reach that far.
  public func frameIndex(onScreenAt time: Rational, bounds: Bounds) throws(MomentError) -> Int {
    try frameIndex(at: WideRational(time), nearest: false, bounds: bounds, asked: time)
  }

  /// The frame whose start is nearest to `time`, in seconds from t = 0; of two equally near ones it is the earlier.
  ///
  /// Of equal starts it is the last one. Throws `MomentError` as for the frame on screen.
  public func frameIndex(nearestTo time: Rational, bounds: Bounds) throws(MomentError) -> Int {
    try frameIndex(at: WideRational(time), nearest: true, bounds: bounds, asked: time)
  }

  /// The tick and the frame for a slider's value, on a range of `from` to `to` seconds from t = 0.
  ///
  /// The time from + value · (to − from) is exact, since the double is converted to a fraction; origin + time is then
  /// rounded to ticks, half away from zero. A result past the end counts as the end. `nil` when `value` is not finite,
  /// the tick does not fit, or the table is incomplete and does not reach that far.
  public func frameIndex(gestureFrom from: Rational, to: Rational, value: Double) -> (tick: Int64, index: Int)? {
    frameIndex(on: scale(from: from, to: to), value: value)
  }

  /// The scale of a slider on a range of `from` to `to` seconds from t = 0, to be reused for many values.
  public func scale(from: Rational, to: Rational) -> SliderScale {
    SliderScale(from: from, to: to, origin: origin, timeBase: timeBase)
  }

  /// The tick and the frame for a slider's value on a scale of this table.
  public func frameIndex(on scale: SliderScale, value: Double) -> (tick: Int64, index: Int)? {
    guard let asked = scale.nearestTick(at: value) else { return nil }
    let tick = endTicks.floor.map { isComplete ? min(asked, $0) : asked } ?? asked
    let index = frameIndex(onScreenAtTick: tick)
    return isSettled(index) ? (tick, index) : nil
  }

  /// A time in seconds from t = 0, in ticks of the continuous timeline.
  func ticks(at time: WideRational) -> WideRational {
    timeBase.ticks(at: time + WideRational(origin))
  }

  func frameIndex(
    at time: WideRational, nearest: Bool, bounds: Bounds, asked: Rational?
  ) throws(MomentError) -> Int {
    let ticks = ticks(at: time)
    if time.isNegative, bounds == .refuse { throw .beforeStart(asked: asked, extent: extent) }
    if isComplete, bounds == .refuse, ticks > endTicks {
      throw .pastEnd(asked: asked, extent: extent)
    }
    // A clamped negative time means the first frame, even if some frames start before t = 0.
    if time.isNegative { return 0 }
    let index = nearest ? nearestIndex(to: ticks) : onScreenIndex(at: ticks)
    guard isSettled(index) else { throw .notReadThatFar }
    return index
  }

  func onScreenIndex(at ticks: WideRational) -> Int {
    // A tick beyond 64 bits is before or after every frame.
    guard let tick = ticks.floor else { return ticks.isNegative ? 0 : count - 1 }
    return frameIndex(onScreenAtTick: tick)
  }

  private func nearestIndex(to ticks: WideRational) -> Int {
    // Before the first start, the nearest start is the first one; of equal starts the last frame counts.
    let before = frameIndex(onScreenAtTick: frames[onScreenIndex(at: ticks)].tick)
    guard before + 1 < count else { return before }
    let (lower, upper) = (WideRational(frames[before].tick), WideRational(frames[before + 1].tick))
    return upper - ticks < ticks - lower ? frameIndex(onScreenAtTick: frames[before + 1].tick) : before
  }

  /// Whether `index` stays the answer, no matter which frames are read later.
  ///
  /// A frame that is read later may start at the same tick as the last known one, but never before it.
  func isSettled(_ index: Int) -> Bool {
    isComplete || frames[index].tick < frames[count - 1].tick
  }

  /// The first index whose tick is above `tick`, or the count.
  func firstIndex(startingAfter tick: Int64) -> Int {
    frames.partitioningIndex(where: { $0.tick > tick })
  }
}
