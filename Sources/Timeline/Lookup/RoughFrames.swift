/// Approximate frames that are used until a video's packets are read.
public enum RoughFrames {
  /// As many frames as a video of this length has if they are spread evenly.
  ///
  /// All of them are keyframes, since each is looked up and decoded by itself.
  ///
  /// - Parameters:
  ///   - end: The end of the video in seconds from t = 0.
  ///   - rate: Frames per second.
  /// - timeBase: That of the video, so that a slider's values keep their times.
  /// - Returns: nil for a length or a rate of 0 or less, and for more than ten million frames.
  public static func table(end: Rational, rate: Rational, timeBase: TimeBase) -> FrameTable? {
    guard end > .zero, rate > .zero, let each = TimeBase(rate.denominator, rate.numerator),
      let whole = each.lastTick(atOrBefore: end), whole < 10_000_000
    else { return nil }
    let isPartly = each.seconds(ofTicks: whole).map { $0 < end } ?? false
    var frames: [FrameTable.Frame] = []
    for number in 0..<max(1, whole + (isPartly ? 1 : 0)) {
      guard let start = each.seconds(ofTicks: number).flatMap({ timeBase.nearestTick(to: $0) }),
        let next = each.seconds(ofTicks: number + 1).flatMap({ timeBase.nearestTick(to: $0) })
      else { return nil }
      frames.append(
        FrameTable.Frame(timestamp: start, tick: start, ordinal: 0, duration: next - start, isKeyframe: true))
    }
    return FrameTable(
      frames: frames, timeBase: timeBase, origin: .zero, averageRate: rate, timecodeStart: nil, isComplete: true)
  }

  /// The middle of the time in which a frame is on screen, in seconds from t = 0; nil if it does not fit.
  public static func middle(ofFrame index: Int, in table: FrameTable) -> Rational? {
    let isLast = index + 1 >= table.count
    guard let start = table.time(ofFrame: index), let end = isLast ? table.end : table.time(ofFrame: index + 1) else {
      return nil
    }
    return start.adding(end)?.multiplied(by: Rational(1, 2) ?? .zero)
  }
}
