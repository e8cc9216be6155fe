internal import JSON
internal import Timeline

/// An element of `touches` that is not a touch: `adjust` or `step`, which change the value without a finger.
struct ScriptedChange {
  private enum Kind {
    case adjust(ScriptValue)
    case step(ScriptValue)
  }

  private let object: ScriptObject
  private let kind: Kind

  /// Makes a change from an object with one of the two keys; nil for any other.
  init?(_ json: JSONValue) throws(GestureFileError) {
    if let adjust = json["adjust"] {
      object = try ScriptObject(json, name: "an adjustment", keys: ["t", "adjust"])
      kind = .adjust(ScriptValue(json: adjust))
    } else if let step = json["step"] {
      object = try ScriptObject(json, name: "a step", keys: ["t", "step", "speed"])
      kind = .step(ScriptValue(json: step))
    } else {
      return nil
    }
  }

  /// The event; throws if it cannot follow the previous ones.
  func event(in order: inout EventOrder) throws(GestureFileError) -> GestureEvent {
    let timeField = try object.required("t")
    let time = try timeField.microseconds()
    try order.pass(time, at: timeField)
    switch kind {
    case .adjust(let field):
      let adjustment = try field.choice(of: GestureEvent.Adjustment.self, noun: "an adjustment")
      try refuseDown(order, "adjust", field)
      return .adjust(adjustment, timeInMicroseconds: time)
    case .step(let field):
      let frames = try frames(field)
      try refuseDown(order, "step", field)
      return .step(frames: frames, timeInMicroseconds: time)
    }
  }

  private func refuseDown(_ order: EventOrder, _ key: String, _ field: ScriptValue) throws(GestureFileError) {
    guard !order.isDown else {
      throw field.fault("'\(key)' comes while the finger is down; it belongs between strokes")
    }
  }

  /// The step times its speed, rounded half away from zero.
  private func frames(_ field: ScriptValue) throws(GestureFileError) -> Int64 {
    let step = try field.exactNumber()
    guard step.denominator == 1 else {
      throw field.fault("a step should be a whole number of frames, not \(field.text); 'speed' may be a fraction")
    }
    guard let speedField = object["speed"] else { return step.numerator }
    _ = try speedField.positiveNumber("speed")
    let speed = try speedField.exactNumber()
    guard let product = step.multiplied(by: speed), let frames = TimeBase(1, 1)?.nearestTick(to: product) else {
      throw field.fault("this step is more frames than can be counted")
    }
    return frames
  }
}
