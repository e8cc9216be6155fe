internal import JSON
internal import Scrubbing

/// The `touches` of a gesture file: one finger's strokes in order, and between them changes without a finger.
struct ScriptedTouches {
  private(set) var events: [GestureEvent] = []
  private var order = EventOrder()

  private static let keys = ["t", "phase", "x", "y"]
  private static let keysOfFingers = [
    "finger", "fingers", "fingerId", "fingerID", "id", "identifier", "touch", "touchId", "touchID", "pointer",
    "pointerId", "pointerID",
  ]

  init(_ field: ScriptValue) throws(GestureFileError) {
    guard field.json.kind == .array else { throw field.fault(expecting: "an array of touches") }
    let count = field.json.elements.count
    guard count > 0 else { throw field.fault("there are no touches") }
    guard count <= EventOrder.maximumTouchCount else {
      throw field.fault(
        "\(count) touches are more than the limit of \(EventOrder.maximumTouchCount)", isLimit: true)
    }
    events.reserveCapacity(count)
    for json in field.json.elements {
      try append(json)
    }
  }

  private mutating func append(_ json: JSONValue) throws(GestureFileError) {
    guard json.kind == .object else {
      throw ScriptValue(json: json).fault("a touch should be an object, not \(json.kind)")
    }
    var timeField: JSONValue?
    var phaseField: JSONValue?
    var xField: JSONValue?
    var yField: JSONValue?
    for member in json.members {
      if member.hasKey("x") {
        xField = member.value
      } else if member.hasKey("y") {
        yField = member.value
      } else if member.hasKey("t") {
        timeField = member.value
      } else if member.hasKey("phase") {
        phaseField = member.value
      } else if let change = try ScriptedChange(json) {
        events.append(try change.event(in: &order))
        return
      } else {
        throw Self.refusal(of: member, in: json)
      }
    }
    guard let timeField else { throw ScriptValue(json: json).fault("the key 't' is missing") }
    guard let phaseField else { throw ScriptValue(json: json).fault("the key 'phase' is missing") }
    let time = try ScriptValue(json: timeField).microseconds()
    try order.pass(time, at: ScriptValue(json: timeField))
    let phase = try ScriptValue(json: phaseField).choice(of: Phase.self, noun: "a phase")
    try order.pass(phase, at: ScriptValue(json: phaseField))
    let location = try location(x: xField, y: yField, phase: phase, of: json)
    events.append(.touch(Touch(timeInMicroseconds: time, phase: phase, location: location)))
  }

  private func location(
    x: JSONValue?, y: JSONValue?, phase: Phase, of json: JSONValue
  ) throws(GestureFileError) -> Point? {
    guard let x, let y else {
      if x == nil, y == nil, phase.mayLackLocation { return nil }
      let missing = x == nil ? (y == nil ? "keys 'x' and 'y' are" : "key 'x' is") : "key 'y' is"
      throw ScriptValue(json: json).fault("the \(missing) missing from a touch that is '\(phase.rawValue)'")
    }
    return Point(x: try ScriptValue(json: x).number(), y: try ScriptValue(json: y).number())
  }

  /// The error for a touch with an unknown key; a key for a second finger has its own message.
  private static func refusal(of member: JSONMember, in json: JSONValue) -> GestureFileError {
    if let finger = keysOfFingers.first(where: { member.hasKey($0) }) {
      return GestureFileError(
        location: member.keyLocation, pointer: member.value.pointer,
        reason: "'\(finger)' is not a key of a touch (\(keys.joined(separator: ", "))): only one finger is supported")
    }
    return ScriptObject.refusal(of: member, name: "a touch", keys: keys + ["adjust", "step"])
  }
}
