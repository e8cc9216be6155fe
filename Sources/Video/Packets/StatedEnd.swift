import Timeline

/// The end of a whole video, as the file gives it.
struct StatedEnd {
  /// In seconds from t = 0.
  let time: Rational
  /// Whether frames before it are missing; otherwise the last one is shown until then.
  let isMissing: Bool

  /// The time, if frames before it are missing.
  var missing: Rational? { isMissing ? time : nil }
}

extension [FrameTable.Frame] {
  /// Gives the last frame the duration up to the video's end, if no frame before that is missing.
  mutating func holdLast(until end: StatedEnd?, _ timeBase: TimeBase, _ origin: Rational) {
    guard let last, let end, !end.isMissing,
      let tick = end.time.adding(origin).flatMap({ timeBase.lastTick(atOrBefore: $0) }), tick > last.tick
    else { return }
    self[count - 1] = FrameTable.Frame(
      timestamp: last.timestamp, tick: last.tick, ordinal: last.ordinal, duration: tick &- last.tick,
      isKeyframe: last.isKeyframe, isDecodable: last.isDecodable)
  }
}
