internal import JSON
internal import Scrubbing

/// The `speeds` of a control: at least one speed, the first from distance 0, the others in order.
struct ScriptedSpeeds {
  let table: SpeedTable

  init(_ field: ScriptValue, model: Model, rule: SliderRule) throws(GestureFileError) {
    guard rule.follows != .place else {
      throw field.fault("a slider that follows the finger's place has no scrubbing speeds; leave 'speeds' out")
    }
    guard rule.follows != nil || model.defaultSpeeds != nil else {
      throw field.fault("the model '\(model.rawValue)' has no scrubbing speeds; leave 'speeds' out")
    }
    guard field.json.kind == .array else { throw field.fault(expecting: "an array of speeds") }
    var entries: [SpeedTable.Entry] = []
    for json in field.json.elements {
      let object = try ScriptObject(json, name: "a scrubbing speed", keys: ["speed", "distance"])
      let speed = try object.required("speed").positiveNumber("speed")
      let distanceField = try object.required("distance")
      let distance = try distanceField.nonNegativeNumber("distance")
      if let last = entries.last {
        guard distance >= last.distance else {
          throw distanceField.fault("distances should ascend, but \(distance) follows \(last.distance)")
        }
      } else if distance != 0 {
        throw distanceField.fault("the first distance should be 0, not \(distance)")
      }
      entries.append(SpeedTable.Entry(speed: speed, distance: distance))
    }
    guard !entries.isEmpty else {
      throw field.fault(
        "there is no speed; for one fixed speed give one entry with distance 0, for the model's own leave 'speeds' out")
    }
    do throws(GestureFault) {
      table = try SpeedTable(entries)
    } catch {
      throw field.fault(error.description)
    }
  }
}
