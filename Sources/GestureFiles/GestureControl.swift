internal import JSON
public import Scrubbing
public import Timeline

/// The slider that a gesture file describes, checked as far as possible without a video.
public struct GestureControl: Hashable, Sendable {
  /// Which slider is reproduced.
  public let model: Model
  /// What was changed of its rule.
  public let rule: SliderRule
  /// The name of a slider of one's own; nil for a published one.
  public let name: String?
  /// Its position and size, in points of the touches' coordinate space.
  public let geometry: ControlGeometry
  /// Where a drag may start; nil for the model's own rule.
  public let grab: Grab?
  /// The slider's value before the first touch; nil for the start of the range.
  public var value: TimeSpecification?
  /// The moment at the slider's low end; nil for the start of the video.
  public let rangeFrom: TimeSpecification?
  /// The moment at the slider's high end; nil for the end of the video.
  public let rangeTo: TimeSpecification?
  /// The scrubbing speeds; nil for the model's own, or none.
  public let speeds: SpeedTable?
  /// How the knob closes the gap to a returning finger.
  public let meet: Meet
  /// Whether values are sent during the drag.
  public let isContinuous: Bool
  /// The correction on lift; nil for none.
  public let liftCorrection: LiftCorrection?
  /// The film strip of a scroll scrubber; nil for a slider.
  public let scroll: ScriptedScroll?
  /// Pixels per point, above 0, for a bar that counts pixels.
  public let density: Double
  /// The seconds, above 0, of which the values of a web page's slider are multiples; nil for all values.
  public let step: Rational?

  static let keys = [
    "model", "name", "rule", "frame", "track", "thumb", "density", "grab", "value", "range", "step", "speeds", "meet",
    "continuous", "liftCorrection", "scroll",
  ]

  /// Makes a control of its parts, to be recorded; a ``GestureRecording`` checks them by reading what it wrote.
  ///
  /// nil has the same meaning as in the properties.
  public init(
    model: Model = .scrubbingSlider, rule: SliderRule = SliderRule(), name: String? = nil,
    geometry: ControlGeometry, grab: Grab? = nil, value: TimeSpecification? = nil,
    rangeFrom: TimeSpecification? = nil, rangeTo: TimeSpecification? = nil, speeds: SpeedTable? = nil,
    meet: Meet = .faithful, isContinuous: Bool = true, liftCorrection: LiftCorrection? = nil,
    scroll: ScriptedScroll? = nil, density: Double = 1, step: Rational? = nil
  ) {
    (self.density, self.step) = (density, step)
    (self.model, self.rule, self.name) = (model, rule, name)
    self.geometry = geometry
    self.grab = grab
    self.value = value
    self.rangeFrom = rangeFrom
    self.rangeTo = rangeTo
    self.speeds = speeds
    self.meet = meet
    self.isContinuous = isContinuous
    self.liftCorrection = liftCorrection
    self.scroll = scroll
  }

  /// Reads the `control` object of a gesture; without one, everything has its default. A recording's density wins.
  init(of gesture: ScriptObject, density recorded: Double? = nil) throws(GestureFileError) {
    let control =
      if let field = gesture["control"] {
        try ScriptObject(field.json, name: "a control", keys: Self.keys)
      } else {
        ScriptObject(leftOutOf: gesture)
      }
    let kind = try ScriptedRule(control)
    let model = kind.model
    (self.model, rule, name) = (model, kind.rule, kind.name)
    let own = try control["density"].map { field throws(GestureFileError) in try field.density() }
    density = recorded ?? own ?? 1
    geometry = try ControlPlacement(control, model: model, rule: kind.rule, density: density).geometry
    grab = try control["grab"].map { field throws(GestureFileError) in
      let grab = try field.choice(of: Grab.self, noun: "a place to grab")
      if model == .scrollScrubber, grab == .anywhere {
        throw field.fault("\(GestureFault.grabbedOffNub.description); leave 'grab' out")
      }
      return grab
    }
    scroll = try Self.scroll(control, model, geometry.frame)
    step = try control["step"].map { field throws(GestureFileError) in try Self.step(field, model) }
    let stretch = try ScriptedRange(control)
    value = stretch.value
    rangeFrom = stretch.from
    rangeTo = stretch.to
    speeds = try control["speeds"].map { field throws(GestureFileError) in
      try ScriptedSpeeds(field, model: model, rule: kind.rule).table
    }
    meet =
      try control["meet"].map { field throws(GestureFileError) in
        guard model.isChangeable || model == .scrollScrubber else {
          throw field.fault("the model '\(model.rawValue)' has no gap to close; leave 'meet' out")
        }
        return try field.choice(of: Meet.self, noun: "a way to meet the finger")
      } ?? .faithful
    isContinuous = try control["continuous"].map { field throws(GestureFileError) in try field.boolean() } ?? true
    liftCorrection =
      try control["liftCorrection"].map { field throws(GestureFileError) in
        try Self.liftCorrection(field)
      } ?? nil
    do throws(GestureFault) {
      _ = try configuration(length: Rational(1))
    } catch {
      throw control.value.fault(error.description)
    }
  }

  /// The slider's configuration with a range from 0 to 1, at an initial value.
  ///
  /// - Parameters:
  ///   - initialValue: 0 to 1; nil means 0.
  ///   - frameCount: The number of frames in the range, on which the length of a film strip may depend.
  ///   - length: The length of the range in seconds; nil without a video.
  /// - Throws: The errors of the configuration; for a control from a file, these are only a value that is not finite,
  ///   a film strip that is too short for its nub, and a model that counts milliseconds without a length.
  public func configuration(
    initialValue: Double? = nil, frameCount: Int? = nil, length: Rational? = nil
  ) throws(GestureFault) -> ScrubberConfiguration {
    try ScrubberConfiguration(
      model: model, geometry: geometry, grab: grab, initialValue: initialValue, speeds: speeds, meet: meet,
      isContinuous: isContinuous, liftCorrection: liftCorrection,
      strip: try scroll?.strip(frameCount: frameCount), rule: rule,
      length: length.map { RangeLength($0, step: step) }, density: density)
  }

  /// What the slider is called: its own name or the model's, with a word for one that is not as published.
  public var title: String {
    if let name { return name }
    guard model.isChangeable, let slider = try? configuration(), !slider.isAsPublished else { return model.rawValue }
    return model.rawValue + ", changed"
  }

  private static func scroll(
    _ control: ScriptObject, _ model: Model, _ frame: ControlGeometry.Frame
  ) throws(GestureFileError) -> ScriptedScroll? {
    switch (control["scroll"], model) {
    case (nil, .scrollScrubber):
      throw control.value.fault("the model 'scroll-scrubber' needs the key 'scroll', which says how long its strip is")
    case (nil, _): return nil
    case (let field?, .scrollScrubber): return try ScriptedScroll(field, frame: frame)
    case (let field?, _): throw field.fault("'scroll' belongs to the model 'scroll-scrubber', not '\(model.rawValue)'")
    }
  }

  private static func step(_ field: ScriptValue, _ model: Model) throws(GestureFileError) -> Rational {
    guard model == .htmlRange else {
      throw field.fault("'step' belongs to the model 'html-range', not '\(model.rawValue)'")
    }
    let step = try field.exactNumber()
    guard step > .zero else { throw field.fault("a step should be above 0, not \(field.text)") }
    return step
  }

  private static func liftCorrection(_ field: ScriptValue) throws(GestureFileError) -> LiftCorrection? {
    if let isOn = field.json.boolean { return isOn ? LiftCorrection() : nil }
    guard field.json.kind == .object else {
      throw field.fault(expecting: "true, false or an object with 'hold' and 'distance'")
    }
    let object = try ScriptObject(field.json, name: "a lift correction", keys: ["hold", "distance"])
    let defaults = LiftCorrection()
    var hold = defaults.holdMicroseconds
    if let field = object["hold"] {
      _ = try field.nonNegativeNumber("time to hold")
      hold = try field.microseconds()
    }
    let distance = try object["distance"].map { field throws(GestureFileError) in
      try field.nonNegativeNumber("distance")
    }
    return LiftCorrection(holdMicroseconds: hold, distance: distance ?? defaults.distance)
  }
}

extension RangeLength {
  /// A length of so many seconds.
  fileprivate init(_ seconds: Rational, step: Rational?) {
    let length = Self.double(seconds)
    let steps = step.map { step in
      let exact = seconds.divided(by: step)
      // A number of steps that does not fit is not whole, so that it is no end that rounding could miss.
      let count = exact.map(Self.double) ?? length / Self.double(step)
      return Steps(count: count, whole: exact.map { Double($0.floor) } ?? count.rounded(.down))
    }
    self.init(
      seconds: length, milliseconds: seconds.multiplied(by: Rational(1_000))?.floor ?? .max, steps: steps)
  }

  private static func double(_ value: Rational) -> Double { Double(value.numerator) / Double(value.denominator) }
}
