extension FrameTable {
  /// The frame on screen at a tick of the continuous timeline: the last one with a tick ≤ `tick`, of equals the last.
  ///
  /// Before the first frame it is the first; after the end it is the last.
  public func frameIndex(onScreenAtTick tick: Int64) -> Int {
    max(0, firstIndex(startingAfter: tick) - 1)
  }

  /// The frame on screen at `time`, in seconds from t = 0: the last frame that starts at or before it.
  ///
  /// Of equal starts it is the last one; before the first frame it is the first; at the very end it is the last.
  /// Throws `MomentError` when `time` is below 0 or above the end and `bounds` refuses that, or when the table is not
  /// complete and does not reach so far.
  public func frameIndex(onScreenAt time: Rational, bounds: Bounds) throws(MomentError) -> Int {
    try frameIndex(at: WideRational(time), nearest: false, bounds: bounds, asked: time)
  }

  /// The frame whose start is nearest to `time`, in seconds from t = 0; of two equally near ones the earlier.
  ///
  /// Of equal starts it is the last one. Throws `MomentError` as for the frame on screen.
  public func frameIndex(nearestTo time: Rational, bounds: Bounds) throws(MomentError) -> Int {
    try frameIndex(at: WideRational(time), nearest: true, bounds: bounds, asked: time)
  }

  /// The tick and the frame that a slider's value stands for, on a range of `from` to `to` seconds from t = 0.
  ///
  /// The time from + value · (to − from) is exact, with the double as the rational that it is; origin + time is then
  /// rounded to ticks, half away from zero. A result past the end counts as the end. `nil` when `value` is not
  /// finite, the tick does not fit, or the table is not complete and does not reach so far.
  public func frameIndex(gestureFrom from: Rational, to: Rational, value: Double) -> (tick: Int64, index: Int)? {
    frameIndex(on: scale(from: from, to: to), value: value)
  }

  /// The scale of a slider on a range of `from` to `to` seconds from t = 0, to be asked for many values.
  public func scale(from: Rational, to: Rational) -> SliderScale {
    SliderScale(from: from, to: to, origin: origin, timeBase: timeBase)
  }

  /// The tick and the frame that a slider's value stands for on a scale of this table.
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
    // A negative time that is clamped means the first frame, even where frames lie before t = 0.
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
    // Before the first start, the nearest start is still the first, and of equals the last.
    let before = frameIndex(onScreenAtTick: frames[onScreenIndex(at: ticks)].tick)
    guard before + 1 < count else { return before }
    let (lower, upper) = (WideRational(frames[before].tick), WideRational(frames[before + 1].tick))
    return upper - ticks < ticks - lower ? frameIndex(onScreenAtTick: frames[before + 1].tick) : before
  }

  /// Whether frames that are not read yet could not change that `index` is the answer.
  ///
  /// A frame still to come may start with the last known one, never before it.
  func isSettled(_ index: Int) -> Bool {
    isComplete || frames[index].tick < frames[count - 1].tick
  }

  /// The first index whose tick is above `tick`, or the count.
  func firstIndex(startingAfter tick: Int64) -> Int {
    frames.endOfFront(where: { $0.tick <= tick })
  }
}
