// What a frame is called: by its time, its timecode, and its name in the app Frame Grabber.
extension FrameTable {
  /// The start of frame `index` in decimal seconds, rounded up, with at least 3 digits after the point and as many
  /// more as it takes that the frame is still on screen at the printed time.
  ///
  /// A frame that another one of the same start hides shares its printed time. The exact fraction where 18 digits are
  /// not enough. `nil` when there is no such frame or its time does not fit.
  public func printedTime(ofFrame index: Int) -> String? {
    guard let start = time(ofFrame: index) else { return nil }
    let next = frames[(index + 1)...].firstIndex { $0.tick > frames[index].tick }
    // What follows the last frame that is there of a file that is cut off belongs to another one.
    let limit = next.map { time(ofFrame: $0) } ?? (lacksEnd ? lastFrameEnd : end)
    let includesLimit = next == nil && !lacksEnd
    var power: Int128 = 1000
    for digits in 3...18 {
      // The numerator is at most 2^63 and the power 10^18, so the product stays inside 128 bits.
      let (quotient, remainder) = (Int128(start.numerator) * power)
        .quotientAndRemainder(dividingBy: Int128(start.denominator))
      let printed = Rational(reducing: quotient + (remainder > 0 ? 1 : 0), over: power)
      guard let printed, let limit else { break }
      // The last frame of a whole file is still on screen at its very end.
      if includesLimit ? printed <= limit : printed < limit { return start.decimal(fractionDigits: digits) }
      power *= 10
    }
    return start.description
  }

  /// The timecode of frame `index`, counted from the file's own start or from midnight.
  ///
  /// `nil` when there is no such frame, the frame rate is not constant, or the file's own timecode cannot exist at it.
  public func timecode(ofFrame index: Int) -> Timecode? {
    guard frames.indices.contains(index), let duration = constantFrameDuration,
      let rate = Rational(1).divided(by: duration)
    else { return nil }
    let start = timecodeStart ?? Timecode(isDropFrame: false)
    return try? Timecode(
      frameCount: start.frameCount(rate: rate) + Int64(index), rate: rate, dropFrame: start.isDropFrame)
  }

  /// The frame's label `[HH:]mm:ss.ff`: the second in which it starts, and its place, from 1, among the frames that
  /// start in that second.
  ///
  /// Hours stand there from 3600 s on; every number has two digits at least. A frame that starts before t = 0 has a
  /// minus sign in front of the second below it. `nil` when there is no such frame or its second cannot be told.
  /// Source: the app's format since version 1.4.1.
  public func label(ofFrame index: Int) -> String? {
    guard let start = time(ofFrame: index) else { return nil }
    let second = start.floor
    guard let tick = ticks(at: WideRational(second)).ceiling else { return nil }
    let place = index - firstIndex(startingAtOrAfter: tick) + 1
    let magnitude = second.magnitude
    var fields = [magnitude / 60 % 60, magnitude % 60]
    if magnitude >= 3600 { fields.insert(magnitude / 3600, at: 0) }
    let clock = fields.map { $0.padded(to: 2) }.joined(separator: ":")
    return (second < 0 ? "-" : "") + clock + "." + place.padded(to: 2)
  }

  private func firstIndex(startingAtOrAfter tick: Int64) -> Int {
    tick == .min ? 0 : firstIndex(startingAfter: tick - 1)
  }
}
