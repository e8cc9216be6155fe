/// Decides what to decode and what to show while a user looks for a frame: the newest wanted frame wins, pictures on
/// the way only come nearer to it, and its own picture is shown soon after the slider stops.
///
/// A state machine without a clock: each call takes the time, in microseconds on any clock, and returns what to do now,
/// in order. The caller has one decoder, a store of pictures and a screen; for every run it reports the pictures in
/// order and then the end. The rules are in <doc:FollowingAHand>.
public struct Follower: Sendable {
  /// What the caller is to do.
  public enum Action: Hashable, Sendable {
    /// Draw the kept picture of this frame, and report when that is done.
    case show(Int)
    /// Start to decode at frame `from`, and hand out the picture of every frame up to `to` in order. `from` is a
    /// keyframe, or the frame after the last one that came out, where the decoder stands.
    case run(from: Int, to: Int)
    /// The run in flight goes on to this frame, or ends there. It is ahead of the last picture that was reported; a run
    /// that is past it, or has ended, ignores this.
    case redirect(to: Int)
    /// The run in flight ends as soon as it can.
    case abandon
    /// The picture of this frame is no longer kept.
    case drop(Int)
  }

  /// How a run ended.
  public enum RunEnd: Hashable, Sendable {
    /// With its last frame.
    case done
    /// Before that, as it was told.
    case abandoned
    /// A frame could not be decoded.
    case failed
  }

  /// The newest wanted frame, 0 before the first one.
  public private(set) var wanted = 0

  /// The frame whose picture was given to the screen last; nil if there is none.
  public private(set) var shown: Int?

  /// The frame shown before that.
  private var shownBefore: Int?
  private var groups: FrameGroups
  private var kept: KeptFrames
  private var pace = PicturePace()
  private var filling = Filling()
  private var run: DecodingRun?

  /// The frame that would come out of the decoder next; nil if that is not known.
  private var decoderPlace: Int?

  /// Whether any frame has been wanted.
  private var isFollowing = false

  /// Whether the wanted frame could not be decoded and has not been wanted since.
  private var isGivenUp = false

  /// Whether the user pauses, with the wanted frame on screen.
  private var isResting = false

  /// Follows nothing yet.
  ///
  /// `keyframes` are the frames at which decoding can start, ascending; frame 0 counts as one. At most `capacity`
  /// pictures are kept, 1 or more.
  public init(frameCount: Int, keyframes: [Int], capacity: Int) {
    groups = FrameGroups(frameCount: frameCount, keyframes: keyframes)
    kept = KeptFrames(capacity: capacity)
  }

  /// Whether the picture on screen is that of the wanted frame.
  public var isExact: Bool { shown == wanted }

  /// Whether nothing runs and nothing is to be shown until the next wanted frame or pause.
  public var isIdle: Bool { run == nil && nearerPicture == nil }

  /// When a kept picture that is nearer than the one on screen may be shown, in microseconds; nil if there is none or
  /// the screen is busy. Without a call at that time it is shown with the next call of any kind.
  public var nextPictureTime: Int64? {
    pace.isDrawing || nearerPicture == nil ? nil : pace.nextOnTheWay
  }

  /// Sets the wanted frame; an index outside the video means the nearest frame.
  public mutating func want(_ frame: Int, at time: Int64) -> [Action] {
    wanted = groups.clamped(frame)
    (isFollowing, isGivenUp, isResting) = (groups.frameCount > 0, false, false)
    return nextActions(at: time)
  }

  /// Reports the picture of a frame from the run in flight; it is kept unless it is dropped at once.
  public mutating func came(_ frame: Int, at time: Int64) -> [Action] {
    guard var run, !run.isObsolete, groups.contains(frame) else { return kept.contains(frame) ? [] : [.drop(frame)] }
    // A run hands out every frame in order, so a frame that it has passed has no picture.
    if run.next <= wanted, wanted < frame, !kept.contains(wanted) { isGivenUp = true }
    run.handOut(frame)
    let isNew = kept.insert(frame)
    let dropped = kept.removeExcess(around: wanted)
    if isNew, !dropped.contains(frame) { run.hasKept = true }
    self.run = run
    var actions = dropped.map(Action.drop)
    // Beyond the wanted frame, the next ones are even farther away.
    if frame > wanted, dropped.contains(frame) { abandonRun(&actions) }
    return actions + nextActions(at: time)
  }

  /// Reports the end of the run in flight.
  ///
  /// After a failure, a run without pictures, or one that ended too early, the wanted frame is tried again only when it
  /// is wanted anew.
  public mutating func ended(_ end: RunEnd, at time: Int64) -> [Action] {
    guard let run else { return [] }
    self.run = nil
    guard !run.isObsolete else {
      decoderPlace = nil
      return nextActions(at: time)
    }
    decoderPlace = end == .failed || !run.hasHandedOut ? nil : run.next
    let isRefused = !run.isAbandoned && (end != .done || !run.hasHandedOut)
    switch run.purpose {
    case .following: if isRefused, run.last == wanted { isGivenUp = true }
    case .filling(let group): if isRefused || isResting && !run.hasKept { filling.giveUp(group) }
    }
    return nextActions(at: time)
  }

  /// Reports that the screen has drawn the picture of the last `show`; no other one is shown before.
  public mutating func drawn(at time: Int64) -> [Action] {
    pace.drawn()
    return nextActions(at: time)
  }

  /// Reports that the picture of the last `show` was not drawn, so that the one before is still on screen.
  public mutating func withdrew(at time: Int64) -> [Action] {
    shown = shownBefore
    pace.drawn()
    return nextActions(at: time)
  }

  /// Reports that the slider has stopped: pictures around the frame are decoded and kept until another one is wanted.
  /// Has no effect while the wanted frame is not on screen.
  public mutating func rest(at time: Int64) -> [Action] {
    isResting = isExact
    return nextActions(at: time)
  }

  /// Reports that the time of ``nextPictureTime`` has come.
  public mutating func wake(at time: Int64) -> [Action] {
    nextActions(at: time)
  }

  /// Begins anew with another timeline: nothing is kept or shown, and no frame is wanted until one is.
  ///
  /// A run in flight is abandoned; its pictures are dropped, and the next run starts after its end.
  @discardableResult public mutating func reset(frameCount: Int, keyframes: [Int]) -> [Action] {
    groups = FrameGroups(frameCount: frameCount, keyframes: keyframes)
    kept = KeptFrames(capacity: kept.capacity)
    filling = Filling()
    (shown, shownBefore, decoderPlace) = (nil, nil, nil)
    (isFollowing, isGivenUp, isResting) = (false, false, false)
    wanted = groups.clamped(wanted)
    var actions: [Action] = []
    abandonRun(&actions)
    run?.isObsolete = true
    return actions
  }

  /// A kept picture that is to be shown: of the wanted frame, or nearer to it than the one on screen; nil if there is
  /// none.
  private var nearerPicture: Int? {
    guard isFollowing, let nearest = kept.nearest(to: wanted) else { return nil }
    guard let shown else { return nearest }
    return abs(nearest - wanted) < abs(shown - wanted) ? nearest : nil
  }

  private mutating func nextActions(at time: Int64) -> [Action] {
    var orders: [Action] = []
    steerRun(&orders)
    startRun(&orders)
    guard !pace.isDrawing, let picture = nearerPicture else { return orders }
    // Without a run no nearer picture will come, so this one need not wait.
    if picture != wanted, run != nil, let earliest = pace.nextOnTheWay, time < earliest { return orders }
    (shownBefore, shown) = (shown, picture)
    pace.draw(at: time)
    return [.show(picture)] + orders
  }

  /// Turns the run in flight to the wanted frame, or abandons it, unless it has handed out nothing yet.
  private mutating func steerRun(_ orders: inout [Action]) {
    guard var run, isFollowing, !run.isAbandoned, !run.isAtEnd else { return }
    if run.isFilling, kept.contains(wanted) { return }
    if run.reaches(wanted, in: groups) {
      run.purpose = .following
      if run.last != wanted { orders.append(.redirect(to: wanted)) }
      run.last = wanted
      self.run = run
    } else if run.hasHandedOut {
      abandonRun(&orders)
    }
  }

  private mutating func startRun(_ orders: inout [Action]) {
    guard run == nil, isFollowing else { return }
    if !kept.contains(wanted) {
      guard !isGivenUp else { return }
      let start = groups.start(for: wanted, decoderAt: decoderPlace)
      run = DecodingRun(.following, from: start, to: wanted)
      orders.append(.run(from: start, to: wanted))
    } else if isResting, let next = filling.nextRun(around: wanted, kept, groups, decoderAt: decoderPlace) {
      run = next
      orders.append(.run(from: next.next, to: next.last))
    }
  }

  private mutating func abandonRun(_ orders: inout [Action]) {
    guard run?.isAbandoned == false else { return }
    run?.isAbandoned = true
    orders.append(.abandon)
  }
}
