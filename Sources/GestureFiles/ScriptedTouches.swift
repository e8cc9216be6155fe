internal import JSON
internal import Scrubbing

/// The `touches` of a gesture file, found to be one finger's strokes in order.
struct ScriptedTouches {
  private(set) var touches: [Touch] = []
  /// Whether the finger is down after the last touch read.
  private var isDown = false

  private static let keys = ["t", "phase", "x", "y"]
  private static let keysOfFingers = [
    "finger", "fingers", "fingerId", "fingerID", "id", "identifier", "touch", "touchId", "touchID", "pointer",
    "pointerId", "pointerID",
  ]

  init(_ field: ScriptValue) throws(GestureFileError) {
    guard field.json.kind == .array else { throw field.fault(expecting: "an array of touches") }
    let count = field.json.elements.count
    guard count > 0 else { throw field.fault("there are no touches") }
    guard count <= GestureFile.maximumTouchCount else {
      throw field.fault(
        "\(count) touches are more than the limit of \(GestureFile.maximumTouchCount)", isLimit: true)
    }
    touches.reserveCapacity(count)
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
      } else {
        throw Self.refusal(of: member, in: json)
      }
    }
    guard let timeField else { throw ScriptValue(json: json).fault("the key 't' is missing") }
    guard let phaseField else { throw ScriptValue(json: json).fault("the key 'phase' is missing") }
    let time = try time(ScriptValue(json: timeField))
    let phase = try phase(ScriptValue(json: phaseField))
    let location = try location(x: xField, y: yField, phase: phase, of: json)
    touches.append(Touch(timeInMicroseconds: time, phase: phase, location: location))
  }

  private func time(_ field: ScriptValue) throws(GestureFileError) -> Int64 {
    let time = try field.microseconds()
    guard let first = touches.first, let last = touches.last else { return time }
    guard time >= last.timeInMicroseconds else {
      throw field.fault(
        "time goes backwards: \(time) microseconds come after \(last.timeInMicroseconds) microseconds")
    }
    guard !time.subtractingReportingOverflow(first.timeInMicroseconds).overflow else {
      throw field.fault("the gesture is longer than microseconds can count")
    }
    return time
  }

  private mutating func phase(_ field: ScriptValue) throws(GestureFileError) -> Phase {
    let phase = try field.choice(of: Phase.self, noun: "a phase")
    if phase == .began {
      guard !isDown else {
        throw field.fault("'began' comes twice: the finger is down already (one finger is supported)")
      }
      isDown = true
      return phase
    }
    guard isDown else { throw field.fault("'\(phase.rawValue)' comes before 'began': the finger is not down") }
    if phase == .ended || phase == .cancelled { isDown = false }
    return phase
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

  /// The refusal of a touch with an unknown key; what the touch is as a whole says more than the key.
  private static func refusal(of member: JSONMember, in json: JSONValue) -> GestureFileError {
    let unsupported = json.members.first { $0.hasKey("adjust") || $0.hasKey("step") } ?? member
    if let finger = keysOfFingers.first(where: { unsupported.hasKey($0) }) {
      return GestureFileError(
        location: unsupported.keyLocation, pointer: unsupported.value.pointer,
        reason: "'\(finger)' is not a key of a touch (\(keys.joined(separator: ", "))): only one finger is supported")
    }
    return ScriptObject.refusal(
      of: unsupported, name: "a touch", keys: keys,
      absent: [
        "adjust": "'adjust' is not in this version, which has touches with a phase only",
        "step": "'step' is not in this version, which has touches with a phase only",
      ])
  }
}
