internal import Scrubbing

/// The rectangles of a control: `frame`, `track` and `thumb`; each number has its own default.
struct ControlPlacement {
  let geometry: ControlGeometry

  init(_ control: ScriptObject, model: Model, rule: SliderRule, density: Double) throws(GestureFileError) {
    let rectangle = ControlGeometry.Frame()
    let frame = try Part(control, key: "frame", name: "a frame", keys: ["x", "y", "width", "height"])
    let track = try Part(control, key: "track", name: "a track", keys: ["x", "width"])
    let thumb = try Part(control, key: "thumb", name: "a thumb", keys: ["width", "height"])
    let knob = ControlGeometry.Thumb()
    let frameX = try frame.coordinate("x") ?? rectangle.x
    let frameY = try frame.coordinate("y") ?? rectangle.y
    let frameWidth = try frame.size("width") ?? rectangle.width
    let frameHeight = try frame.size("height") ?? rectangle.height
    let usual = model.track(in: .init(x: frameX, y: frameY, width: frameWidth, height: frameHeight), density: density)
    let trackX = try track.coordinate("x") ?? usual.x
    let trackWidth = try track.size("width") ?? usual.width
    let thumbWidth = try thumb.size("width") ?? knob.width
    let thumbHeight = try thumb.size("height") ?? knob.height

    // The error is reported at the width that the user is most likely to change.
    let culprit = thumb["width"] ?? track["width"] ?? frame["width"] ?? control.value
    // A scroll scrubber has a nub instead of a thumb and a track.
    guard thumbWidth <= trackWidth || model == .scrollScrubber else {
      throw culprit.fault("the thumb (\(thumbWidth) points) is wider than the track (\(trackWidth) points)")
    }
    let dividesByTravel = rule.over == .travel || (rule.over == nil && (model == .uislider || model == .htmlRange))
    if dividesByTravel, thumbWidth == trackWidth {
      throw culprit.fault("the thumb is as wide as the track (\(trackWidth) points) and cannot move")
    }
    do throws(GestureFault) {
      geometry = try ControlGeometry(
        frame: ControlGeometry.Frame(x: frameX, y: frameY, width: frameWidth, height: frameHeight),
        track: ControlGeometry.Track(x: trackX, width: trackWidth),
        thumb: ControlGeometry.Thumb(width: thumbWidth, height: thumbHeight))
    } catch {
      throw frame.object.value.fault(error.description)
    }
  }

  /// One of the three objects, all optional.
  private struct Part {
    let object: ScriptObject

    init(_ control: ScriptObject, key: String, name: String, keys: [String]) throws(GestureFileError) {
      object =
        if let field = control[key] {
          try ScriptObject(field.json, name: name, keys: keys)
        } else {
          ScriptObject(leftOutOf: control)
        }
    }

    subscript(key: String) -> ScriptValue? { object[key] }

    func coordinate(_ key: String) throws(GestureFileError) -> Double? {
      guard let field = self[key] else { return nil }
      return try field.number()
    }

    func size(_ key: String) throws(GestureFileError) -> Double? {
      guard let field = self[key] else { return nil }
      return try field.positiveNumber(key)
    }
  }
}
