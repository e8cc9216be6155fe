// Labels of a frame: its printed time, its timecode, and its label in the app Frame Grabber.
extension FrameTable {
  /// The start of frame `index` in decimal seconds, rounded up, with at least 3 digits after the point and as many more
  /// as are needed for the frame to be still on screen at the printed time.
  ///
  /// A frame hidden by another one with the same start has the same printed time. Where 18 digits are not enough, the
  /// result is the exact fraction. `nil` when there is no such frame or its time does not fit.
  public func printedTime(ofFrame index: Int) -> String? {
    guard let start = time(ofFrame: index) else { return nil }
    let next = frames[(index + 1)...].firstIndex { $0.tick > frames[index].tick }
    // In a truncated file, the time after the last present frame belongs to a missing frame.
    let limit = next.map { time(ofFrame: $0) } ?? (lacksEnd ? lastFrameEnd : end)
    let includesLimit = next == nil && !lacksEnd
    var power: Int128 = 1000
    for digits in 3...18 {
      // The numerator is at most 2^63 and the power 10^18, so the product stays inside 128 bits.
      let (quotient, remainder) = (Int128(start.numerator) * power)
        .quotientAndRemainder(dividingBy: Int128(start.denominator))
      let printed = Rational(reducing: quotient + (remainder > 0 ? 1 : 0), over: power)
      guard let printed, let limit else { break }
      // The last frame of a complete file is still on screen exactly at the end.
      if includesLimit ? printed <= limit : printed < limit { return start.decimal(fractionDigits: digits) }
      power *= 10
    }
    return start.description
  }

  /// The timecode of frame `index`, counted from the file's own start or from midnight.
  ///
  /// `nil` when there is no such frame, the frame rate is not constant, or the file's start timecode is not valid at
  /// that rate.
  public func timecode(ofFrame index: Int) -> Timecode? {
    guard frames.indices.contains(index), let duration = constantFrameDuration,
      let rate = Rational(1).divided(by: duration)
    else { return nil }
    let start = timecodeStart ?? Timecode(isDropFrame: false)
    return try? Timecode(
      frameCount: start.frameCount(rate: rate) + Int64(index), rate: rate, dropFrame: start.isDropFrame)
  }

  /// The frame's label `[HH:]mm:ss.ff`: the second in which it starts, and its 1-based position among the frames that
  /// start in that second.
  ///
  /// Hours are included from 3600 s on; every number has at least two digits. The second is rounded down; below 0 it
  /// has a minus sign. `nil` when there is no such frame or its second does not fit. Source: the app's format since
  /// version 1.4.1.
  public func label(ofFrame index: Int) -> String? {
    clockAndPlace(ofFrame: index).map { $0.clock + "." + $0.place.padded(to: 2) }
  }

  /// The same for people, as `[HH:]mm:ss #f`, which cannot be read as a decimal fraction of a second.
  public func placeInSecond(ofFrame index: Int) -> String? {
    clockAndPlace(ofFrame: index).map { "\($0.clock) #\($0.place)" }
  }

  private func clockAndPlace(ofFrame index: Int) -> (clock: String, place: Int)? {
    guard let start = time(ofFrame: index) else { return nil }
    let second = start.floor
    guard let tick = ticks(at: WideRational(second)).ceiling else { return nil }
    let place = index - firstIndex(startingAtOrAfter: tick) + 1
    let magnitude = second.magnitude
    var fields = [magnitude / 60 % 60, magnitude % 60]
    if magnitude >= 3600 { fields.insert(magnitude / 3600, at: 0) }
    let clock = fields.map { $0.padded(to: 2) }.joined(separator: ":")
    return ((second < 0 ? "-" : "") + clock, place)
  }

  private func firstIndex(startingAtOrAfter tick: Int64) -> Int {
    tick == .min ? 0 : firstIndex(startingAfter: tick - 1)
  }
}
