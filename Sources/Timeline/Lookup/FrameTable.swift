/// The frames of one video stream in presentation order, and where t = 0 is.
///
/// All look-ups compare integers or exact fractions; nothing is rounded.
public struct FrameTable: Sendable {
  /// A frame.
  public typealias Frame = TimelineFrame

  /// The frames, sorted by tick; never empty.
  public let frames: FrameList
  /// The length of a tick.
  public let timeBase: TimeBase
  /// The absolute time of t = 0, in seconds: a frame's time is its tick · time base − origin.
  public let origin: Rational
  /// The average frames per second that the file declares, if it is usable (above 0).
  public let averageRate: Rational?
  /// The timecode of frame 0 according to the file, when it has one.
  public let timecodeStart: Timecode?
  /// Whether these are all the frames; otherwise they are the first ones, and more may follow.
  public let isComplete: Bool
  /// The end of the video in seconds from t = 0: that of the last frame, or of the last known one while the table is
  /// incomplete, or for a truncated file the end that the container declares.
  ///
  /// The duration of the last frame is its packet's, else that of the frame before it, else 1 / average rate, else 1/25
  /// s. `nil` when the sum does not fit.
  public let end: Rational?
  /// The end of the last frame, in seconds from t = 0; before `end` if the container declares frames after it that are
  /// missing.
  public let lastFrameEnd: Rational?
  /// Seconds per frame when the frame rate is constant, otherwise `nil`.
  ///
  /// Constant means that every frame starts within one tick of its place at a constant rate, so that 30000/1001
  /// frames per second in ticks of a millisecond count as constant.
  public let constantFrameDuration: Rational?

  /// The end of the video, in ticks of the continuous timeline.
  let endTicks: WideRational
  /// The end of the last frame, in ticks of the continuous timeline, if frames after it are missing.
  private let holeStart: WideRational?
  /// The ticks to add to a timestamp to get its tick; `nil` when the timestamps jump.
  let timestampOffset: Int64?

  /// Makes a table of frames sorted by tick.
  ///
  /// `origin` is the absolute time in seconds of t = 0. `averageRate` is in frames per second; 0 or less counts as
  /// unknown. `promisedEnd` is the end of the whole video in seconds from t = 0, if frames at the end are missing and
  /// the container declares it. `nil` when there are no frames or they are not sorted by tick.
  public init?(
    frames: [Frame], timeBase: TimeBase, origin: Rational, averageRate: Rational?, timecodeStart: Timecode?,
    isComplete: Bool, promisedEnd: Rational? = nil
  ) {
    self.init(
      frames: FrameList(frames), timeBase: timeBase, origin: origin, averageRate: averageRate,
      timecodeStart: timecodeStart, isComplete: isComplete, promisedEnd: promisedEnd)
  }

  /// The same of a list of frames.
  public init?(
    frames: FrameList, timeBase: TimeBase, origin: Rational, averageRate: Rational?, timecodeStart: Timecode?,
    isComplete: Bool, promisedEnd: Rational? = nil
  ) {
    guard let first = frames.first, let last = frames.last else { return nil }
    let ticks = frames.allTicks
    let step = ticks.count > 1 ? ticks[1] &- first.tick : 0
    var (previous, isEven) = (first.tick, true)
    for place in 1..<max(1, ticks.count) {
      let tick = ticks[place]
      guard tick >= previous else { return nil }
      if tick &- previous != step { isEven = false }
      previous = tick
    }
    let rate = averageRate.flatMap { $0 > .zero ? $0 : nil }
    self.frames = frames
    self.timeBase = timeBase
    self.origin = origin
    self.averageRate = rate
    self.timecodeStart = timecodeStart
    self.isComplete = isComplete
    timestampOffset = frames.timestampOffset
    let lasting = Self.lastDuration(frames: frames, timeBase: timeBase, averageRate: rate)
    let lastTicks = WideRational(last.tick) + timeBase.ticks(at: WideRational(lasting))
    let lastTime = Self.time(ofTick: last.tick, timeBase: timeBase, origin: origin)
    lastFrameEnd = lastTime.flatMap { $0.adding(lasting) }
    let promised = promisedEnd.map { timeBase.ticks(at: WideRational($0) + WideRational(origin)) }
    if let promised, promised > lastTicks {
      (endTicks, end, holeStart) = (promised, promisedEnd, lastTicks)
    } else {
      (endTicks, end, holeStart) = (lastTicks, lastFrameEnd, nil)
    }
    constantFrameDuration =
      ConstantRate(
        starts: ticks, areEven: isEven, timeBase: timeBase, averageRate: rate, lasting: lasting
      ).frameDuration
  }

  /// The number of frames, at least 1.
  public var count: Int { frames.count }

  /// The time in seconds at which frame `index` starts, or `nil` when there is no such frame or it does not fit.
  public func time(ofFrame index: Int) -> Rational? {
    guard frames.indices.contains(index) else { return nil }
    return Self.time(ofTick: frames[index].tick, timeBase: timeBase, origin: origin)
  }

  /// Whether a tick is in the missing part after the last frame, where no known frame is on screen.
  public func isBehindLastFrame(tick: Int64) -> Bool {
    holeStart.map { WideRational(tick) >= $0 } ?? false
  }

  /// Whether the container declares frames after the last one, which are missing.
  public var lacksEnd: Bool { holeStart != nil }

  /// The index of the last frame that is not known to be undecodable; `nil` when there is none.
  public var lastDecodable: Int? { frames.lastIndex { $0.isDecodable } }

  /// When frame `index` is on screen, in seconds: from its start to the next frame's start, or for the last one to
  /// `lastFrameEnd`.
  ///
  /// Empty for a frame hidden by another one with the same time. `nil` when there is no such frame or a time does not
  /// fit.
  public func interval(ofFrame index: Int) -> (start: Rational, end: Rational)? {
    guard let start = time(ofFrame: index) else { return nil }
    guard let end = index == count - 1 ? lastFrameEnd : time(ofFrame: index + 1) else { return nil }
    return (start, end)
  }

  /// Seconds from t = 0 to a tick of the continuous timeline.
  static func time(ofTick tick: Int64, timeBase: TimeBase, origin: Rational) -> Rational? {
    timeBase.seconds(ofTicks: tick).flatMap { $0.subtracting(origin) }
  }

  /// The duration of the last frame in seconds, above 0.
  private static func lastDuration(frames: FrameList, timeBase: TimeBase, averageRate: Rational?) -> Rational {
    var candidates: [Rational?] = []
    if let last = frames.last {
      if last.duration > 0 {
        candidates.append(timeBase.seconds(ofTicks: last.duration))
      } else if frames.count > 1 {
        let (delta, overflow) = last.tick.subtractingReportingOverflow(frames[frames.count - 2].tick)
        // If the last two frames have the same time, their distance is not a duration.
        if !overflow, delta > 0 { candidates.append(timeBase.seconds(ofTicks: delta)) }
      }
    }
    candidates.append(averageRate.flatMap { Rational(1).divided(by: $0) })
    candidates.append(Rational(1, 25))
    return candidates.lazy.compactMap(\.self).first ?? Rational(1)
  }
}
