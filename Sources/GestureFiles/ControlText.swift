internal import JSON
internal import Scrubbing
internal import Timeline

/// The `control` of a gesture as text: a line for each key, in the order of the format, without those whose value is the
/// default.
struct ControlText {
  /// The members, each with its key and without a comma.
  private(set) var lines: [String] = []

  init(_ control: GestureControl) {
    add("model", Self.quoted(control.name == nil ? control.model.rawValue : ScriptedRule.custom))
    if let name = control.name { add("name", Self.quoted(name)) }
    addRule(control.rule)
    addPlacement(control.geometry, usual: control.model.track(in: control.geometry.frame, density: control.density))
    if control.density != 1 { add("density", ScriptNumber.text(control.density)) }
    if let grab = control.grab { add("grab", Self.quoted(grab.rawValue)) }
    if let value = control.value { add("value", Self.time(value)) }
    var ends: [(String, String)] = []
    if let from = control.rangeFrom { ends.append(("from", Self.time(from))) }
    if let to = control.rangeTo { ends.append(("to", Self.time(to))) }
    if !ends.isEmpty { add("range", Self.object(ends)) }
    if let step = control.step { add("step", ScriptNumber.decimal(step)) }
    if let speeds = control.speeds {
      let entries = speeds.entries.map { entry in
        Self.object([
          ("speed", ScriptNumber.text(entry.speed)), ("distance", ScriptNumber.text(entry.distance)),
        ])
      }
      add("speeds", "[ " + entries.joined(separator: ", ") + " ]")
    }
    if control.meet != .faithful { add("meet", Self.quoted(control.meet.rawValue)) }
    if !control.isContinuous { add("continuous", "false") }
    if let correction = control.liftCorrection {
      add(
        "liftCorrection",
        Self.object([
          ("hold", ScriptNumber.seconds(correction.holdMicroseconds)),
          ("distance", ScriptNumber.text(correction.distance)),
        ]))
    }
    if let scroll = control.scroll { addScroll(scroll, control.geometry.frame) }
  }

  /// Members on one line, in braces.
  static func object(_ members: [(String, String)]) -> String {
    "{ " + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + " }"
  }

  /// A string in quotation marks, with escapes.
  static func quoted(_ text: String) -> String { JSONText.string(text).description }

  private mutating func add(_ key: String, _ value: String) { lines.append("\"\(key)\": \(value)") }

  private mutating func addRule(_ rule: SliderRule) {
    var members: [(String, String)] = []
    func word(_ key: SliderRule.Key, _ word: String?) {
      if let word { members.append((key.rawValue, Self.quoted(word))) }
    }
    word(.follows, rule.follows?.rawValue)
    word(.over, rule.over?.rawValue)
    word(.from, rule.from?.rawValue)
    word(.side, rule.side?.rawValue)
    word(.change, rule.change?.rawValue)
    word(.curve, rule.curve?.rawValue)
    word(.touch, rule.touch?.rawValue)
    if let pulses = rule.pulses { members.append((SliderRule.Key.pulses.rawValue, "\(pulses)")) }
    if !members.isEmpty { add("rule", Self.object(members)) }
  }

  private mutating func addPlacement(_ geometry: ControlGeometry, usual: ControlGeometry.Track) {
    let (frame, track, thumb) = (geometry.frame, geometry.track, geometry.thumb)
    add(
      "frame",
      Self.object([
        ("x", ScriptNumber.text(frame.x)), ("y", ScriptNumber.text(frame.y)),
        ("width", ScriptNumber.text(frame.width)), ("height", ScriptNumber.text(frame.height)),
      ]))
    if track != usual {
      add("track", Self.object([("x", ScriptNumber.text(track.x)), ("width", ScriptNumber.text(track.width))]))
    }
    if thumb != ControlGeometry.Thumb() {
      add(
        "thumb",
        Self.object([("width", ScriptNumber.text(thumb.width)), ("height", ScriptNumber.text(thumb.height))]))
    }
  }

  private mutating func addScroll(_ scroll: ScriptedScroll, _ frame: ControlGeometry.Frame) {
    var members: [(String, String)] = []
    func number(_ key: String, _ value: Double, unless usual: Double? = nil) {
      if value != usual { members.append((key, ScriptNumber.text(value))) }
    }
    func insets(_ key: String, _ value: ScrollStrip.Insets, unless usual: ScrollStrip.Insets) {
      guard value != usual else { return }
      members.append((key, "[\(ScriptNumber.text(value.start)), \(ScriptNumber.text(value.end))]"))
    }
    if scroll.axis != .vertical { members.append(("axis", Self.quoted(scroll.axis.rawValue))) }
    switch scroll.length {
    case .perFrame(let pitch): number("framePitch", pitch)
    case .total(let length): number("contentLength", length)
    }
    number("viewportLength", scroll.viewportLength, unless: scroll.axis == .vertical ? frame.height : frame.width)
    insets("contentInsets", scroll.contentInsets, unless: ScrollStrip.Insets(0, 0))
    insets("edgeInsets", scroll.edgeInsets, unless: ScrollStrip.Insets(10, 10))
    number("nubLength", scroll.nub.length, unless: ScrollStrip.Nub().length)
    number("nubThickness", scroll.nub.thickness, unless: ScrollStrip.Nub().thickness)
    if scroll.alignment != .end { members.append(("alignment", Self.quoted(scroll.alignment.rawValue))) }
    number("minimumFactor", scroll.minimumFactor, unless: 2)
    let usual = ScrollStrip.Fading()
    if scroll.fading.delayMicroseconds != usual.delayMicroseconds {
      members.append(("deselectDelay", ScriptNumber.seconds(scroll.fading.delayMicroseconds)))
    }
    if scroll.fading.fadeMicroseconds != usual.fadeMicroseconds {
      members.append(("fade", ScriptNumber.seconds(scroll.fading.fadeMicroseconds)))
    }
    add("scroll", Self.object(members))
  }

  /// A moment in quotation marks; for one that no text says, a text that the reader refuses with its reason.
  private static func time(_ time: TimeSpecification) -> String { quoted(time.text ?? "\(time)") }
}
