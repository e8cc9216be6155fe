/// A slider under one finger: touches go in, values, pulses and notifications come out.
///
/// It reproduces its model step by step in doubles, in the order in which the published equations are written. Several
/// strokes may follow each other; the value stays between them.
public struct Scrubber: Sendable {
  /// One finger from touch-down to lift.
  private struct Stroke {
    let start: Int64
    let isTracking: Bool
    let grabOffset: Double
    var location: Point
    var log: LiftLog?
  }

  /// What stays the same.
  public let configuration: ScrubberConfiguration

  /// Whether any stroke so far started where a drag may start.
  public private(set) var caughtKnob = false

  private var position: Position
  private var entry: SpeedTable.Entry
  private var stroke: Stroke?
  private var lastTime: Int64?

  /// Makes a slider that stands at its initial value and that no finger touches.
  public init(_ configuration: ScrubberConfiguration) {
    self.configuration = configuration
    position = Position(value: configuration.initialValue, unadjusted: configuration.initialValue)
    entry = configuration.speeds.first
  }

  /// The value now, within the range, after any correction on lift.
  public var value: Double { position.value }

  /// The value that full speed and no ends would have given, as in `ScrubEvent.unadjusted`.
  public var unadjusted: Double? { position.unadjusted }

  /// Whether a finger is down that started where a drag may start.
  public var isTracking: Bool { stroke?.isTracking ?? false }

  /// Whether a finger is down, tracked or not.
  public var isTouched: Bool { stroke != nil }

  /// The speed in force.
  public var speed: Double { entry.speed }

  /// Takes one touch event and tells what it did.
  ///
  /// Throws if the event cannot follow the ones before it, is earlier than they are, lacks its place, or is not finite;
  /// the slider is then as it was before.
  public mutating func handle(_ touch: Touch) throws(GestureFault) -> ScrubEvent {
    let time = touch.timeInMicroseconds
    if touch.phase == .began {
      guard stroke == nil else { throw .begunTwice }
    } else {
      guard stroke != nil else { throw .notBegun(touch.phase) }
    }
    if let lastTime, time < lastTime { throw .timeBackwards(from: lastTime, to: time) }
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
    case .cancelled: event = cancel(at: location)
    }
    lastTime = time
    return event
  }

  private mutating func begin(at location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    let isGrabbed = configuration.isGrabbed(at: location, value: value)
    let grabOffset = location.x - configuration.thumbCentre(at: value)
    guard grabOffset.isFinite else { throw .placeOutOfReach }
    let log = configuration.liftCorrection.map {
      LiftLog(holdMicroseconds: $0.holdMicroseconds, value: value, time: time)
    }
    stroke = Stroke(
      start: time, isTracking: isGrabbed, grabOffset: grabOffset, location: location, log: isGrabbed ? log : nil)
    guard isGrabbed else { return report(location) }
    caughtKnob = true
    position.unadjusted = position.value
    return report(location, sends: sends(configuration.traits.sendingOnBegan))
  }

  private mutating func move(to location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    guard let motion = motion(to: location) else {
      stroke?.location = location
      return report(location)
    }
    let before = (value: position.value, entry: entry)
    position = try motion.position(after: position)
    entry = motion.entry
    stroke?.location = location
    let moved = value
    stroke?.log?.append(moved, at: time)
    var feedback: [FeedbackReason] = []
    if configuration.traits.isPulsing {
      // Entries count as a whole: two zones of one speed still differ.
      if entry != before.entry { feedback.append(.speed) }
      if value != before.value, value <= configuration.lowest { feedback.append(.min) }
      if value != before.value, value >= configuration.highest { feedback.append(.max) }
    }
    return report(location, feedback: feedback, sends: sends(configuration.traits.sendingOnMoved))
  }

  private mutating func end(at location: Point, _ time: Int64) throws(GestureFault) -> ScrubEvent {
    guard let motion = motion(to: location) else {
      stroke = nil
      return report(location)
    }
    if configuration.traits.isMovedByLift { position = try motion.position(after: position) }
    let own = value
    let correction = correction(at: time)
    stroke = nil
    entry = configuration.speeds.first
    if let correction { position.value = correction.value }
    return report(
      location, value: own, sends: sends(configuration.traits.sendingOnEnded), correction: correction)
  }

  private mutating func cancel(at location: Point) -> ScrubEvent {
    stroke = nil
    entry = configuration.speeds.first
    return report(location)
  }

  /// The move from the last place, or nil if the finger is not tracked.
  private func motion(to location: Point) -> Motion? {
    guard let stroke, stroke.isTracking else { return nil }
    return Motion(
      configuration: configuration, previous: stroke.location, current: location, grabOffset: stroke.grabOffset)
  }

  /// The held value to go back to on a lift at `time`, if it is near and not the present value (AHKSlider).
  private func correction(at time: Int64) -> Correction? {
    guard let rule = configuration.liftCorrection, var log = stroke?.log else { return nil }
    log.close(at: time)
    guard let held = log.newestHeld, held.value != value else { return nil }
    let distance = abs(held.value - value) / abs(configuration.span) * configuration.geometry.frame.width
    guard distance < rule.distance else { return nil }
    return Correction(value: held.value, heldMicroseconds: held.microseconds, distance: distance, sends: 1)
  }

  private func sends(_ sending: ModelTraits.Sending) -> Int {
    sending.isDue(continuous: configuration.isContinuous) ? 1 : 0
  }

  private func report(
    _ location: Point, value: Double? = nil, feedback: [FeedbackReason] = [], sends: Int = 0,
    correction: Correction? = nil
  ) -> ScrubEvent {
    ScrubEvent(
      location: location, isTracking: isTracking, speed: speed, value: value ?? position.value,
      unadjusted: position.unadjusted, feedback: feedback, sends: sends, correction: correction)
  }
}
