internal import JSON
internal import Scrubbing

/// The `model`, `name` and `rule` of a control: a published slider, or one of one's own.
struct ScriptedRule {
  /// The model's word for a slider of one's own, which has a name and starts with the first value of each trait.
  static let custom = "custom"

  let model: Model
  let name: String?
  let rule: SliderRule

  init(_ control: ScriptObject) throws(GestureFileError) {
    let modelField = control["model"]
    let isCustom = modelField?.json.string == Self.custom
    // The first values are those of ScrubbingSlider.
    model =
      if let modelField, !isCustom {
        try modelField.choice(of: Model.self, noun: "a model", and: [Self.custom])
      } else {
        .scrubbingSlider
      }
    switch (control["name"], isCustom) {
    case (let field?, true): name = try Self.name(field)
    case (nil, true): throw control.value.fault("the model 'custom' needs the key 'name', what the slider is called")
    case (let field?, false):
      throw field.fault("a published slider has its name: 'name' belongs to the model 'custom'")
    case (nil, false): name = nil
    }
    rule = if let field = control["rule"] { try Self.rule(field, model) } else { SliderRule() }
  }

  private static func name(_ field: ScriptValue) throws(GestureFileError) -> String {
    let name = try field.string("the name of the slider as a string")
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain, name.unicodeScalars.count <= 60 else {
      throw field.fault("a name has at most 60 characters, and no control characters")
    }
    return name
  }

  private static func rule(_ field: ScriptValue, _ model: Model) throws(GestureFileError) -> SliderRule {
    guard model.isChangeable else { throw field.fault(GestureFault.ruleNotTaken(model).description) }
    let object = try ScriptObject(field.json, name: "a rule", keys: SliderRule.Key.allCases.map(\.rawValue))
    var rule = SliderRule()
    rule.follows = try choice(object, .follows, "what a slider follows")
    rule.over = try choice(object, .over, "what a range is spread over")
    rule.from = try choice(object, .from, "a place to measure from")
    rule.side = try choice(object, .side, "a side")
    rule.change = try choice(object, .change, "what a change of speed does")
    rule.curve = try choice(object, .curve, "a curve of speeds")
    rule.touch = try choice(object, .touch, "what touch-down does")
    rule.pulses = try object[SliderRule.Key.pulses.rawValue].map { field throws(GestureFileError) in
      try field.boolean()
    }
    if let fault = rule.contradiction(on: model) {
      throw (object[fault.key.rawValue] ?? field).fault(fault.reason)
    }
    return rule
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ object: ScriptObject, _ key: SliderRule.Key, _ noun: String
  ) throws(GestureFileError) -> Choice? {
    guard let field = object[key.rawValue] else { return nil }
    return try field.choice(of: Choice.self, noun: noun)
  }
}
