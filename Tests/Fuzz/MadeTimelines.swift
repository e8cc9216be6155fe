import Timeline

/// Frame tables without a video: ordinary ones, odd ones, and any that an input describes.
enum MadeTimelines {
  /// A constant rate, the same after a late start and cut off, one frame, and times in ticks of a millisecond.
  static let fixed: [FrameTable] = [
    even(frames: 250, ticks: 1, base: TimeBase(1, 25)),
    even(frames: 90, ticks: 1001, base: TimeBase(1, 30000), first: 48_000, timecode: "01:00:00;02", promises: 60),
    even(frames: 1, ticks: 0, base: TimeBase(1, 90_000), first: -7),
    table(
      (0..<40).map { frame(tick: $0 * 40 + $0 % 3, duration: 0, isKeyframe: $0 % 12 == 0) }, base: TimeBase(1, 1000),
      rate: nil, isComplete: false),
  ].compactMap { $0 }

  /// A table of up to 64 frames as an input says; nil if it describes none.
  static func any(_ bytes: inout FuzzedBytes) -> FrameTable? {
    let base = TimeBase(bytes.integer(), bytes.integer())
    let origin = Rational(bytes.integer(), max(1, bytes.integer())) ?? .zero
    let rate = Rational(bytes.integer(), bytes.integer())
    let promisedEnd = bytes.flag() ? Rational(bytes.integer(), 1000) : nil
    let timecode = Timecode(
      hours: bytes.below(25), minutes: bytes.below(61), seconds: bytes.below(61), frames: bytes.below(100),
      isDropFrame: bytes.flag())
    let isComplete = bytes.flag()
    var tick = bytes.integer()
    let offset = bytes.integer()
    var frames: [FrameTable.Frame] = []
    for _ in 0..<bytes.below(64) {
      let (next, overflow) = tick.addingReportingOverflow(bytes.integer())
      if !overflow, next >= tick { tick = next }
      frames.append(
        FrameTable.Frame(
          timestamp: tick &+ offset, tick: tick, ordinal: 0, duration: max(0, bytes.integer()),
          isKeyframe: bytes.flag(), isDecodable: !bytes.flag()))
    }
    guard let base else { return nil }
    return FrameTable(
      frames: frames, timeBase: base, origin: origin, averageRate: rate, timecodeStart: timecode,
      isComplete: isComplete, promisedEnd: promisedEnd)
  }

  private static func frame(tick: Int64, duration: Int64, isKeyframe: Bool) -> FrameTable.Frame {
    FrameTable.Frame(timestamp: tick, tick: tick, ordinal: 0, duration: duration, isKeyframe: isKeyframe)
  }

  private static func even(
    frames count: Int64, ticks: Int64, base: TimeBase?, first: Int64 = 0, timecode: String? = nil,
    promises end: Int64? = nil
  ) -> FrameTable? {
    let frames = (0..<count).map { frame(tick: first + $0 * ticks, duration: ticks, isKeyframe: $0 % 12 == 0) }
    return table(
      frames, base: base, rate: Rational(25), timecode: timecode.flatMap { try? Timecode(parsing: $0) },
      isComplete: true, promisedEnd: end.map { Rational($0) })
  }

  private static func table(
    _ frames: [FrameTable.Frame], base: TimeBase?, rate: Rational?, timecode: Timecode? = nil, isComplete: Bool,
    promisedEnd: Rational? = nil
  ) -> FrameTable? {
    guard let base, let first = frames.first else { return nil }
    return FrameTable(
      frames: frames, timeBase: base, origin: base.seconds(ofTicks: first.tick) ?? .zero, averageRate: rate,
      timecodeStart: timecode, isComplete: isComplete, promisedEnd: promisedEnd)
  }
}
