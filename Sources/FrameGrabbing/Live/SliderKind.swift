public import GestureFiles
public import Scrubbing
public import Timeline

/// The kind of slider: what stays the same when its place or its range changes.
public struct SliderKind: Hashable, Sendable {
  /// Which slider is reproduced.
  public var model: Model
  /// How its rule differs from the model's.
  public var rule: SliderRule
  /// The name of a custom slider; nil for a published one.
  public var name: String?
  /// The scrubbing speeds; nil for the model's own, or none.
  public var speeds: SpeedTable?
  /// How the knob closes the gap to a returning finger.
  public var meet: Meet
  /// The correction on lift; nil for none.
  public var liftCorrection: LiftCorrection?
  /// The seconds of which a web page's slider values are multiples; nil if all values are possible.
  public var step: Rational?

  /// Makes a kind of slider; the defaults are those of a gesture file.
  public init(
    model: Model = .scrubbingSlider, rule: SliderRule = SliderRule(), name: String? = nil,
    speeds: SpeedTable? = nil, meet: Meet = .faithful, liftCorrection: LiftCorrection? = nil, step: Rational? = nil
  ) {
    (self.rule, self.name, self.step) = (rule, name, step)
    (self.model, self.speeds, self.meet, self.liftCorrection) = (model, speeds, meet, liftCorrection)
  }

  /// The kind of a gesture file's slider.
  public init(of control: GestureControl) {
    self.init(
      model: control.model, rule: control.rule, name: control.name, speeds: control.speeds, meet: control.meet,
      liftCorrection: control.liftCorrection, step: control.step)
  }
}
