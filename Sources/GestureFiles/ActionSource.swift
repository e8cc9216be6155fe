internal import JSON
internal import Scrubbing
internal import Timeline

/// One source of an `actions` array with its actions.
struct ActionSource {
  /// The types of sources in WebDriver.
  enum Kind: String, CaseIterable {
    case pointer
    case none
    case key
    case wheel
  }

  let kind: Kind
  let actions: [PointerAction]
  let field: ScriptValue

  init(_ json: JSONValue) throws(GestureFileError) {
    let object = try ScriptObject(
      json, name: "an action source", keys: ["type", "id", "parameters", "actions"])
    let kind = try object.required("type").choice(of: Kind.self, noun: "a type of source")
    let actionsField = try object.required("actions")
    guard actionsField.json.kind == .array else { throw actionsField.fault(expecting: "an array of actions") }
    var actions: [PointerAction] = []
    for json in actionsField.json.elements { actions.append(try PointerAction(json, of: kind)) }
    self.kind = kind
    self.actions = actions
    field = object.value
  }
}

/// One action of a pointer, or a pause of any source.
struct PointerAction {
  enum Kind {
    case pause
    case down
    case up
    case cancel
    /// To a location, or by a distance from the pointer's current location.
    case move(Point, isRelative: Bool)
  }

  /// The types of actions that a pointer has.
  private enum Name: String, CaseIterable {
    case pointerMove
    case pointerDown
    case pointerUp
    case pointerCancel
    case pause
  }

  private enum Origin: String, CaseIterable {
    case viewport
    case pointer
  }

  /// Properties of a pen or a mouse that have no effect on a slider.
  private static let keysWithoutEffect = [
    "button", "width", "height", "pressure", "tangentialPressure", "tiltX", "tiltY", "twist", "altitudeAngle",
    "azimuthAngle",
  ]

  let kind: Kind
  /// In seconds.
  let duration: Rational
  let field: ScriptValue

  init(_ json: JSONValue, of source: ActionSource.Kind) throws(GestureFileError) {
    field = ScriptValue(json: json)
    guard json.kind == .object else { throw field.fault("an action should be an object, not \(json.kind)") }
    guard let type = json["type"] else { throw field.fault("the key 'type' is missing") }
    let typeField = ScriptValue(json: type)
    if source != .pointer, type.string != Name.pause.rawValue {
      throw typeField.fault("a source of type '\(source.rawValue)' may only pause here")
    }
    let name = try typeField.choice(of: Name.self, noun: "a type of action")
    var keys = ["type", "duration"]
    if name == .pointerMove { keys += ["origin", "x", "y"] }
    if name != .pause { keys += Self.keysWithoutEffect }
    let object = try ScriptObject(json, name: "a '\(name.rawValue)'", keys: keys)
    let written = try object["duration"].map { field throws(GestureFileError) in try Self.seconds(field) }
    switch name {
    case .pointerMove:
      kind = .move(
        Point(x: try object.required("x").number(), y: try object.required("y").number()),
        isRelative: try object["origin"].map { field throws(GestureFileError) in try Self.isRelative(field) } ?? false)
    case .pointerDown: kind = .down
    case .pointerUp: kind = .up
    case .pointerCancel: kind = .cancel
    case .pause: kind = .pause
    }
    // Selenium writes a duration of 0 with every action, but only these two take time.
    duration = name == .pointerMove || name == .pause ? written ?? .zero : .zero
  }

  /// A duration in milliseconds, as seconds.
  private static func seconds(_ field: ScriptValue) throws(GestureFileError) -> Rational {
    _ = try field.nonNegativeNumber("duration")
    guard let seconds = try field.exactNumber().divided(by: Rational(1000)) else {
      throw field.fault("this duration has too many digits")
    }
    return seconds
  }

  private static func isRelative(_ field: ScriptValue) throws(GestureFileError) -> Bool {
    guard field.json.kind != .object else {
      throw field.fault("an element of a page has no position here; use 'viewport' or 'pointer' with x and y in points")
    }
    return try field.choice(of: Origin.self, noun: "an origin") == .pointer
  }
}
