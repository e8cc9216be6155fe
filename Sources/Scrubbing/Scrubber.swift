/// A slider under one finger: touches go in, values, pulses and notifications come out.
///
/// It reproduces its model step by step in doubles, in the order of the published equations. There may be several
/// strokes; the value is kept between them.
public struct Scrubber: Sendable {
  /// One finger from touch-down to lift.
  private struct Stroke {
    let start: Int64
    let isTracking: Bool
    let touchDown: TouchDown
    var location: Point
    var log: LiftLog?
  }

  /// The configuration, which does not change.
  public let configuration: ScrubberConfiguration

  /// Whether any stroke so far has been tracked.
  public private(set) var caughtKnob = false

  private var position: Position
  private var entry: SpeedTable.Entry
  /// The current speed.
  public private(set) var speed: Double
  private var stroke: Stroke?
  private var lastTime: Int64?
  private var indicator: NubIndicator?

  /// Makes a slider at its initial value, without a touch.
  public init(_ configuration: ScrubberConfiguration) {
    self.configuration = configuration
    position = configuration.position(at: configuration.initialValue)
    entry = configuration.speeds.first
    speed = entry.speed
    indicator = configuration.strip.map { NubIndicator(delayMicroseconds: $0.fading.delayMicroseconds) }
  }

  /// The value now, within the range, after any correction on lift.
  public var value: Double { position.value }

  /// The value without slow scrubbing and without limits, as in `ScrubEvent.unadjusted`.
  public var unadjusted: Double? { configuration.traits.hasUnadjusted ? position.unadjusted : nil }

  /// Whether a finger is down and being tracked.
  public var isTracking: Bool { stroke?.isTracking ?? false }

  /// Whether a finger is down, tracked or not.
  public var isTouched: Bool { stroke != nil }

  /// The vertical distance, in points, from which the current speed applies.
  public var zoneStart: Double { entry.distance }

  /// Handles one touch event and returns its effect.
  ///
  /// A nub's timer that is due before the event is not fired; call `expireTimer` first. Throws if the event cannot
  /// follow the previous ones, is earlier than they are, has no location although it needs one, or is not finite; the
  /// slider is then unchanged.
  public mutating func handle(_ touch: Touch) throws(GestureFault) -> ScrubEvent {
    let time = touch.timeInMicroseconds
    if touch.phase == .began {
      guard stroke == nil else { throw .begunTwice }
    } else {
      guard stroke != nil else { throw .notBegun(touch.phase) }
    }
    try checkOrder(time)
    if let start = stroke?.start, time.subtractingReportingOverflow(start).overflow { throw .strokeTooLong }
    guard let location = touch.location ?? (touch.phase.mayLackLocation ? stroke?.location : nil) else {
      throw .locationMissing(touch.phase)
    }
    guard location.isFinite else { throw .notFinite("place of '\(touch.phase.rawValue)'") }

    let event: ScrubEvent
    switch touch.phase {
    case .began: event = try begin(at: location, time)
    case .moved: event = try move(to: location, time)
    case .stationary: event = report(location)
    case .ended: event = try end(at: location, time)
    case .cancelled: event = cancel(at: location, time)
    }
    lastTime = time
    return event
  }

  /// Sets the value without a finger, as an accessibility action or a step does, and returns the effect.
  ///
  /// - Parameters:
  ///   - value: Clamped to the range.
  ///   - time: In microseconds, not earlier than the previous events.
  /// - Throws: `GestureFault` if a finger is down, time goes backwards, or the value is not finite.
  public mutating func set(_ value: Double, at time: Int64) throws(GestureFault) -> ScrubEvent {
    guard stroke == nil else { throw .setWhileTouched }
    try checkOrder(time)
    guard value.isFinite else { throw .notFinite("value to set") }
    let offset = position.nub?.offset
    position = configuration.position(at: configuration.clamped(value), after: position)
    if position.nub?.offset != offset { indicator?.scroll(at: time) }
    lastTime = time
    return report(nil, sends: 1)
  }

  /// Moves the value by a share of the range, as an accessibility action does; Media3's bar counts milliseconds.
  ///
  /// - Throws: As ``set(_:at:)``.
  public mutating func adjust(by share: Double, at time: Int64) throws(GestureFault) -> ScrubEvent {
    guard let bar = configuration.pixels else { return try set(value + share * configuration.span, at: time) }
    let before = value
    let adjusted = bar.share(adjusting: configuration.share(of: value), by: share)
    let event = try set(configuration.value(atShare: adjusted), at: time)
    return event.value == before ? report(nil) : event
  }

  /// Fires a nub's timer if it is due by `time`, in microseconds; nil means no limit.
  ///
  /// - Returns: When the nub moved to the background, in microseconds, and the scrubber's state then; nil if it did
  ///   not.
  public mutating func expireTimer(by time: Int64?) -> (time: Int64, event: ScrubEvent)? {
    guard let moment = indicator?.expire(by: time ?? .max) else { return nil }
    return (moment, report(stroke?.location))
  }

  private func checkOrder(_ time: Int64) throws(GestureFault) {
    if let lastTime, time < lastTime { throw .timeBackwards(from: lastTime, to: time) }
  }

  private mutating func begin(at location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    let isGrabbed = configuration.isGrabbed(at: location, position)
    let before = value
    var grabOffset = location.x - configuration.place(of: before)
    guard grabOffset.isFinite else { throw .placeOutOfReach }
    if isGrabbed {
      if configuration.traits.touch == .jump {
        let under = configuration.value(under: location.x)
        guard under.isFinite else { throw .placeOutOfReach }
        position.value = configuration.clamped(configuration.stepped(under))
        grabOffset = 0
      }
      position.unadjusted = position.value
      position.anchor = Anchor(x: location.x, value: position.value, entry: configuration.speeds.first)
      position.isAlong = nil
    }
    let log = configuration.liftCorrection.map {
      LiftLog(holdMicroseconds: $0.holdMicroseconds, value: value, time: time)
    }
    stroke = Stroke(
      start: time, isTracking: isGrabbed,
      touchDown: TouchDown(location: location, grabOffset: grabOffset, position: position, valueBefore: before),
      location: location,
      log: isGrabbed ? log : nil)
    guard isGrabbed else { return report(location) }
    caughtKnob = true
    indicator?.press()
    let jumped = value != before && configuration.isContinuous ? 1 : 0
    return report(location, sends: max(jumped, sends(configuration.traits.sendingOnBegan)))
  }

  private mutating func move(to location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    guard let motion = motion(to: location) else {
      stroke?.location = location
      return report(location)
    }
    let before = (position: position, entry: entry)
    position = try motion.position(after: position)
    (entry, speed) = (motion.entry, motion.speed)
    stroke?.location = location
    let moved = value
    stroke?.log?.append(moved, at: time)
    var feedback: [FeedbackReason] = []
    if configuration.traits.isPulsing {
      // Whole entries are compared: two entries with the same speed still differ.
      if motion.changesSpeed { feedback.append(.speed) }
      let isAtNewValue = value != before.position.value && configuration.traits.isPulsingAtEnds
      if isAtNewValue, value <= configuration.lowest { feedback.append(.min) }
      if isAtNewValue, value >= configuration.highest { feedback.append(.max) }
    }
    let isUpdated =
      switch configuration.traits.following {
      case .nub: position.nub != before.position.nub
      // Telegram sends on every move but one that changes the speed.
      case .sinking: !motion.changesSpeed
      default: value != before.position.value
      }
    return report(location, feedback: feedback, sends: sends(configuration.traits.sendingOnMoved, changed: isUpdated))
  }

  private mutating func end(at location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    guard let motion = motion(to: location, isLift: true) else {
      stroke = nil
      return report(location)
    }
    if configuration.traits.isMovedByLift { position = try motion.position(after: position) }
    let held = heldValue(at: time)
    stroke = nil
    resetSpeed()
    indicator?.release(at: time)
    let own = report(location, sends: sends(configuration.traits.sendingOnEnded))
    guard let held else { return own }
    position = configuration.position(at: held.value, after: position)
    let correction = Correction(
      value: held.value, heldMicroseconds: held.microseconds, distance: held.distance, sends: 1, nub: nubReport)
    return own.corrected(by: correction)
  }

  private mutating func cancel(at location: Point, _ time: Int64) -> ScrubEvent {
    let wasTracking = isTracking
    if configuration.traits.returnsOnCancel, wasTracking, let stroke {
      position = configuration.position(at: stroke.touchDown.valueBefore, after: position)
    }
    stroke = nil
    if !configuration.traits.keepsSpeedOnCancel { resetSpeed() }
    if wasTracking { indicator?.release(at: time) }
    return report(location)
  }

  private mutating func resetSpeed() {
    entry = configuration.speeds.first
    speed = entry.speed
  }

  /// The move from the last location, or nil if the finger is not tracked.
  private func motion(to location: Point, isLift: Bool = false) -> Motion? {
    guard let stroke, stroke.isTracking else { return nil }
    return Motion(
      configuration: configuration, touchDown: stroke.touchDown, previous: stroke.location, current: location,
      entryBefore: entry, anchor: position.anchor, isLift: isLift)
  }

  /// The held value to restore on a lift at `time`, if it is near and not the current value (AHKSlider).
  private func heldValue(at time: Int64) -> (value: Double, microseconds: Int64, distance: Double)? {
    guard let rule = configuration.liftCorrection, var log = stroke?.log else { return nil }
    log.close(at: time)
    guard let held = log.newestHeld, held.value != value else { return nil }
    let distance = abs(held.value - value) / abs(configuration.span) * configuration.frameExtent
    guard distance < rule.distance else { return nil }
    return (held.value, held.microseconds, distance)
  }

  private func sends(_ sending: ModelTraits.Sending, changed: Bool = false) -> Int {
    sending.count(continuous: configuration.isContinuous, changed: changed)
  }

  private var nubReport: NubReport? {
    guard let indicator, let strip = configuration.strip, let nub = position.nub else { return nil }
    return NubReport(
      state: indicator.state, offset: nub.offset, origin: configuration.geometry.nubOrigin(of: strip, at: nub))
  }

  private func report(_ location: Point?, feedback: [FeedbackReason] = [], sends: Int = 0) -> ScrubEvent {
    ScrubEvent(
      location: location, isTracking: isTracking, speed: speed, value: value, unadjusted: unadjusted,
      feedback: feedback, sends: sends, correction: nil, nub: nubReport)
  }
}

extension ScrubEvent {
  fileprivate func corrected(by correction: Correction) -> ScrubEvent {
    ScrubEvent(
      location: location, isTracking: isTracking, speed: speed, value: value, unadjusted: unadjusted,
      feedback: feedback, sends: sends, correction: correction, nub: nub)
  }
}
