import Seeking

/// A follower with a model of its decoder, store and screen, which notes every action that breaks a rule.
struct FollowedHistory {
  private(set) var follower: Follower
  var decoder = ModelDecoder()
  private(set) var time: Int64 = 0
  private(set) var faults: [String] = []

  private(set) var kept: Set<Int> = []
  private(set) var shown: [Int] = []
  private(set) var isDrawing = false
  private(set) var runs = 0

  private let capacity: Int
  private var frameCount: Int
  private var keyframes: Set<Int>

  /// The run of which the end was not reported yet: the frame that comes out next, and whether one came out.
  private var flight: (next: Int, hasCome: Bool, isAbandoned: Bool, isObsolete: Bool, isFilling: Bool, last: Int)?
  private var lastShow: Int64?
  /// The wanted frame, if it failed and was not wanted since; the groups of which a filling run failed.
  private var failedFrame: Int?
  private var failedGroups: Set<Int> = []

  init(frameCount: Int, keyframes: [Int], capacity: Int) {
    follower = Follower(frameCount: frameCount, keyframes: keyframes, capacity: capacity)
    (self.frameCount, self.keyframes, self.capacity) = (frameCount, Set(keyframes).union([0]), capacity)
  }

  var isBusy: Bool { flight != nil || isDrawing }

  mutating func pass(_ microseconds: Int64) { time += microseconds }

  mutating func want(_ frame: Int) {
    failedFrame = nil
    perform(follower.want(frame, at: time))
    // A filling run that ends at the frame anyway needs no redirection, but has become a run to it.
    if flight?.last == follower.wanted, !kept.contains(follower.wanted) { flight?.isFilling = false }
  }

  mutating func rest() { perform(follower.rest(at: time)) }

  mutating func wake() { perform(follower.wake(at: time)) }

  mutating func draw() {
    guard isDrawing else { return }
    isDrawing = false
    perform(follower.drawn(at: time))
  }

  mutating func reset(frameCount: Int, keyframes: [Int]) {
    (self.frameCount, self.keyframes) = (frameCount, Set(keyframes).union([0]))
    kept = []
    shown = []
    (failedFrame, failedGroups) = (nil, [])
    let actions = follower.reset(frameCount: frameCount, keyframes: keyframes)
    let expected: [Follower.Action] = flight.map { $0.isAbandoned ? [] : [.abandon] } ?? []
    if actions != expected { faults.append("reset returned \(actions)") }
    flight?.isAbandoned = true
    flight?.isObsolete = true
    decoder.abandon()
  }

  /// Hands the oldest report to the follower.
  mutating func deliver() {
    switch decoder.takeReport() {
    case .came(let frame):
      kept.insert(frame)
      flight?.next = frame + 1
      flight?.hasCome = true
      let isObsolete = flight?.isObsolete == true
      let actions = follower.came(frame, at: time)
      if isObsolete, actions != [.drop(frame)] { faults.append("a picture of another timeline is kept") }
      perform(actions)
    case .ended(let end):
      let ended = flight
      flight = nil
      if let ended, end == .failed, !ended.isAbandoned, !ended.isObsolete {
        if ended.isFilling {
          failedGroups.insert(group(of: ended.last))
        } else if ended.last == follower.wanted {
          failedFrame = ended.last
        }
      }
      perform(follower.ended(end, at: time))
    case nil: break
    }
  }

  /// Lets decoder and screen work, a fixed time for each step, until neither has anything to do; false if they go on
  /// for longer than the given number of steps.
  mutating func settle(steps: Int) -> Bool {
    for _ in 0..<steps {
      guard isBusy || follower.nextPictureTime != nil else { return follower.isIdle }
      time += 5_000
      draw()
      decoder.step()
      deliver()
      wake()
    }
    return false
  }

  private mutating func perform(_ actions: [Follower.Action]) {
    for action in actions {
      switch action {
      case .show(let frame): show(frame, while: actions)
      case .run(let first, let last): start(from: first, to: last)
      case .redirect(let last): redirect(to: last)
      case .abandon: abandon()
      case .drop(let frame): drop(frame)
      }
    }
    if kept.count > max(1, capacity) { faults.append("\(kept.count) pictures are kept") }
    if follower.shown != shown.last { faults.append("shown is \(String(describing: follower.shown))") }
    if flight != nil, follower.isIdle { faults.append("idle during a run") }
  }

  private mutating func show(_ frame: Int, while actions: [Follower.Action]) {
    let wanted = follower.wanted
    if isDrawing { faults.append("frame \(frame) is shown while the screen draws") }
    if !kept.contains(frame) { faults.append("frame \(frame) is shown and not kept") }
    if let before = shown.last, abs(frame - wanted) >= abs(before - wanted) {
      faults.append("\(frame) follows \(before) on the way to \(wanted)")
    }
    let isOnTheWay = frame != wanted && flight != nil
    if isOnTheWay, let lastShow, time - lastShow < 40_000 { faults.append("\(frame) is shown too soon") }
    shown.append(frame)
    lastShow = time
    isDrawing = true
  }

  private mutating func start(from first: Int, to last: Int) {
    let isFilling = kept.contains(follower.wanted)
    if flight != nil { faults.append("a second run to \(last)") }
    if !keyframes.contains(first), first != decoder.behindLastPicture { faults.append("a run from \(first)") }
    if first > last || last >= frameCount { faults.append("a run from \(first) to \(last)") }
    if group(of: first) != group(of: last) { faults.append("a run over a keyframe") }
    if isFilling, failedGroups.contains(group(of: last)) { faults.append("filling again what failed") }
    if !isFilling, last != follower.wanted { faults.append("a run to \(last)") }
    if !isFilling, last == failedFrame { faults.append("\(last) is tried again by itself") }
    runs += 1
    flight = (first, false, false, false, isFilling, last)
    decoder.start(from: first, to: last)
  }

  private mutating func redirect(to last: Int) {
    guard let flight else { return faults.append("a redirection without a run") }
    if last < flight.next || last != follower.wanted { faults.append("a redirection to \(last)") }
    if group(of: last) > flight.next { faults.append("a redirection over a keyframe") }
    if flight.isAbandoned { faults.append("an abandoned run is redirected") }
    self.flight?.isFilling = false
    self.flight?.last = last
    decoder.redirect(to: last)
  }

  private mutating func abandon() {
    guard let flight else { return faults.append("nothing to abandon") }
    if !flight.hasCome { faults.append("abandoned before its first picture") }
    if flight.isAbandoned { faults.append("abandoned twice") }
    self.flight?.isAbandoned = true
    decoder.abandon()
  }

  private mutating func drop(_ frame: Int) {
    let distance = abs(frame - follower.wanted)
    if kept.remove(frame) == nil { faults.append("frame \(frame) is dropped and not kept") }
    guard flight?.isObsolete != true else { return }
    if kept.count < capacity { faults.append("frame \(frame) is dropped too early") }
    if kept.contains(where: { abs($0 - follower.wanted) > distance }) { faults.append("a nearer one is dropped") }
  }

  /// The keyframe of the group that a frame is in.
  func group(of frame: Int) -> Int {
    keyframes.filter { $0 <= frame }.max() ?? 0
  }
}
