internal import JSON
internal import Scrubbing
internal import Timeline

/// The `actions` of a gesture file: the array of W3C WebDriver's Perform Actions, played into touches.
///
/// A tick of the array takes the n-th action of every source and lasts as long as the longest of them.
struct ScriptedActions {
  private(set) var events: [GestureEvent] = []
  /// For each event the number of the pointer's action that made it.
  private(set) var actionNumbers: [Int32] = []
  /// The number of the pointer's source.
  let sourceNumber: Int

  private var order = EventOrder()
  private var pointer = Point(x: 0, y: 0)
  private let rate: Rational
  private static let microseconds = TimeBase(1, 1_000_000)

  /// Plays the array.
  ///
  /// - Parameters:
  ///   - field: The array of sources.
  ///   - rate: Events a second made from a move that takes time.
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
        throw ScriptValue(json: json).fault("a second pointer: one finger is supported")
      }
      pointers.append((number, source))
    }
    guard let found = pointers.first else { throw field.fault("there is no source of type 'pointer', so no gesture") }
    sourceNumber = found.number
    self.rate = rate
    let actions = found.source.actions
    let tickCount = max(actions.count, others.map(\.actions.count).max() ?? 0)
    var time = Rational.zero
    for tick in 0..<tickCount {
      var duration = Rational.zero
      if tick < actions.count {
        try play(actions[tick], from: time, number: tick)
        duration = actions[tick].duration
      }
      for source in others where tick < source.actions.count { duration = max(duration, source.actions[tick].duration) }
      guard let next = time.adding(duration) else { throw Self.tooLong(field) }
      time = next
    }
    guard !events.isEmpty else {
      throw found.source.field.fault("the pointer never comes down: there is no 'pointerDown'")
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
    guard let periods = action.duration.multiplied(by: rate), let end = time.adding(action.duration) else {
      throw Self.tooLong(action.field)
    }
    let between = max(0, periods.ceiling - 1)
    try checkCount(adding: between, action.field)
    for step in 0..<between {
      guard let passed = Rational(step + 1).divided(by: rate), let moment = time.adding(passed),
        let share = passed.divided(by: action.duration)
      else { throw Self.tooLong(action.field) }
      let way = Double(share.numerator) / Double(share.denominator)
      pointer = Point(x: start.x + (target.x - start.x) * way, y: start.y + (target.y - start.y) * way)
      guard pointer.x.isFinite, pointer.y.isFinite else { throw action.field.fault("this place is too far away") }
      try append(.moved, at: moment, action, number)
    }
    pointer = target
    try append(.moved, at: end, action, number)
  }

  private mutating func append(
    _ phase: Phase, at time: Rational, _ action: PointerAction, _ number: Int
  ) throws(GestureFileError) {
    try checkCount(adding: 1, action.field)
    guard let microseconds = Self.microseconds?.nearestTick(to: time) else { throw Self.tooLong(action.field) }
    try order.pass(microseconds, at: action.field)
    if phase != .moved { try checkTurn(phase, action) }
    try order.pass(phase, at: action.field)
    events.append(.touch(Touch(timeInMicroseconds: microseconds, phase: phase, location: pointer)))
    actionNumbers.append(Int32(clamping: number))
  }

  /// Refuses a pointer that comes down twice or lifts without being down, in the words of the array.
  private func checkTurn(_ phase: Phase, _ action: PointerAction) throws(GestureFileError) {
    if phase == .began, order.isDown {
      throw action.field.fault("'pointerDown' comes twice: the pointer is down already")
    }
    if phase != .began, !order.isDown {
      throw action.field.fault("the pointer is not down: 'pointerDown' has to come before this")
    }
  }

  private func checkCount(adding count: Int64, _ field: ScriptValue) throws(GestureFileError) {
    guard count <= Int64(GestureFile.maximumTouchCount - events.count) else {
      throw field.fault(
        "these actions make more touches than the limit of \(GestureFile.maximumTouchCount)", isLimit: true)
    }
  }

  private static func tooLong(_ field: ScriptValue) -> GestureFileError {
    field.fault("the gesture is longer than can be counted")
  }
}
