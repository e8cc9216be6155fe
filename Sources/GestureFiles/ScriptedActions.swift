internal import JSON
internal import Scrubbing
internal import Timeline

/// The `actions` of a gesture file: the array of W3C WebDriver's Perform Actions, converted to touches.
///
/// A tick of the array takes the n-th action of every source and lasts as long as the longest of them.
struct ScriptedActions {
  private(set) var events: [GestureEvent] = []
  /// For each event the number of the pointer's action that created it.
  private(set) var actionNumbers: [Int32] = []
  /// The index of the pointer's source.
  let sourceNumber: Int

  private var order = EventOrder()
  private var pointer = Point(x: 0, y: 0)
  private let rate: Rational
  private static let microseconds = TimeBase(1, 1_000_000)

  /// Converts the array to touches.
  ///
  /// - Parameters:
  ///   - field: The array of sources.
  ///   - rate: The number of events per second for a move with a duration.
  init(_ field: ScriptValue, rate: Rational) throws(GestureFileError) {
    guard field.json.kind == .array else { throw field.fault(expecting: "an array of action sources") }
    var pointers: [(number: Int, source: ActionSource)] = []
    var others: [ActionSource] = []
    for (number, json) in field.json.elements.enumerated() {
      let source = try ActionSource(json)
      guard source.kind == .pointer else {
        others.append(source)
        continue
      }
      guard pointers.isEmpty else {
        throw ScriptValue(json: json).fault("there is a second pointer; leave one out, since one finger is supported")
      }
      pointers.append((number, source))
    }
    guard let found = pointers.first else { throw field.fault("there is no source of type 'pointer', so no gesture") }
    sourceNumber = found.number
    self.rate = rate
    let actions = found.source.actions
    // Actions of other sources after the pointer's last action have no effect. Each action is examined once: checking
    // every source at every tick could take quadratic time for a malicious file.
    var durations = actions.map(\.duration)
    for source in others {
      for (tick, action) in zip(durations.indices, source.actions) {
        durations[tick] = max(durations[tick], action.duration)
      }
    }
    var time = Rational.zero
    for (tick, action) in actions.enumerated() {
      try play(action, from: time, number: tick)
      guard let next = time.adding(durations[tick]) else { throw Self.tooLong(action.field) }
      time = next
    }
    guard !events.isEmpty else {
      throw found.source.field.fault(
        "the pointer never comes down: there is no 'pointerDown'; put one before the moves")
    }
  }

  private mutating func play(
    _ action: PointerAction, from time: Rational, number: Int
  ) throws(GestureFileError) {
    switch action.kind {
    case .pause: break
    case .down: try append(.began, at: time, action, number)
    case .up: try append(.ended, at: time, action, number)
    case .cancel: try append(.cancelled, at: time, action, number)
    case .move(let target, let isRelative):
      try move(to: isRelative ? Point(x: pointer.x + target.x, y: pointer.y + target.y) : target, time, action, number)
    }
  }

  /// One event every 1/rate seconds, and one at the end of the move.
  private mutating func move(
    to target: Point, _ time: Rational, _ action: PointerAction, _ number: Int
  ) throws(GestureFileError) {
    guard target.x.isFinite, target.y.isFinite else { throw action.field.fault("this place is too far away") }
    let start = pointer
    guard order.isDown else {
      pointer = target
      return
    }
    // Doubles are enough for the share of the distance and for values far above the limit; exact fractions decide which
    // events there are.
    let periods = Self.double(action.duration) * Self.double(rate)
    guard periods < Double(EventOrder.maximumTouchCount - events.count + 1) else { throw Self.tooMany(action.field) }
    var step: Int64 = 1
    while let passed = Rational(step).divided(by: rate), passed < action.duration {
      let way = Double(step) / periods
      pointer = Point(x: start.x + (target.x - start.x) * way, y: start.y + (target.y - start.y) * way)
      guard pointer.x.isFinite, pointer.y.isFinite else { throw action.field.fault("this place is too far away") }
      try append(.moved, at: time, plus: passed, action, number)
      step += 1
    }
    pointer = target
    try append(.moved, at: time, plus: action.duration, action, number)
  }

  private mutating func append(
    _ phase: Phase, at time: Rational, plus passed: Rational = .zero, _ action: PointerAction, _ number: Int
  ) throws(GestureFileError) {
    guard events.count < EventOrder.maximumTouchCount else { throw Self.tooMany(action.field) }
    // The sum is computed at any width: with a rate such as 59.94005994005994 a common denominator does not fit in 64
    // bits.
    guard
      let microseconds = Self.microseconds?.nearestTick(origin: time, from: .zero, to: passed, fraction: 1)
    else { throw Self.tooLong(action.field) }
    try order.pass(microseconds, at: action.field)
    if phase != .moved { try checkTurn(phase, action) }
    try order.pass(phase, at: action.field)
    events.append(.touch(Touch(timeInMicroseconds: microseconds, phase: phase, location: pointer)))
    actionNumbers.append(Int32(clamping: number))
  }

  /// Throws for a pointer that comes down twice or lifts without being down, with a message about actions.
  private func checkTurn(_ phase: Phase, _ action: PointerAction) throws(GestureFileError) {
    if phase == .began, order.isDown {
      throw action.field.fault("'pointerDown' comes twice: the pointer is down already")
    }
    if phase != .began, !order.isDown {
      throw action.field.fault("the pointer is not down: 'pointerDown' has to come before this")
    }
  }

  private static func double(_ value: Rational) -> Double { Double(value.numerator) / Double(value.denominator) }

  private static func tooMany(_ field: ScriptValue) -> GestureFileError {
    field.fault(
      "these actions make more touches than the limit of \(EventOrder.maximumTouchCount); a lower 'sampleRate' makes fewer",
      isLimit: true)
  }

  private static func tooLong(_ field: ScriptValue) -> GestureFileError {
    field.fault("the gesture is longer than can be counted")
  }
}
