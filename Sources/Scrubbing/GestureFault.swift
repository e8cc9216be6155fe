/// The error of an invalid control or touch.
public enum GestureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The named number is infinite or not a number.
  case notFinite(String)
  /// The named size or duration is below 0.
  case negative(String)
  /// The named part has a width of 0 or less.
  case noWidth(String)
  /// A plain slider's knob is as wide as its track or wider.
  case thumbFillsTrack
  /// The low end of the range is above the high end.
  case rangeReversed
  /// A scrubbing speed is 0 or less.
  case speedNotPositive(Double)
  /// The model has no scrubbing speeds, and a table was given.
  case speedsNotTaken(Model)
  /// The model takes no rule, and one was given.
  case ruleNotTaken(Model)
  /// The traits of a rule contradict each other, for the given reason.
  case ruleContradicted(String)
  /// The model counts milliseconds, and the length of the range was not given.
  case lengthMissing(Model)
  /// The model takes no step, and one was given.
  case stepNotTaken(Model)
  /// A scroll scrubber has no strip.
  case stripMissing
  /// A strip was given to a model that is a slider.
  case stripNotTaken(Model)
  /// A scroll scrubber was configured to be grabbed elsewhere than on its nub.
  case grabbedOffNub
  /// The minimum factor of the strip's length to its view's is not above 1.
  case factorTooSmall(Double)
  /// The strip is too short for its nub to show; both in points.
  case nubHidden(content: Double, needed: Double)
  /// The nub has no room to move.
  case nubStuck
  /// The value was set while the finger was down.
  case setWhileTouched
  /// A touch began while the finger was down.
  case begunTwice
  /// An event of this phase came while no finger was down.
  case notBegun(Phase)
  /// A touch is earlier than the one before it; both in microseconds.
  case timeBackwards(from: Int64, to: Int64)
  /// A drag lasts longer than microseconds can count.
  case strokeTooLong
  /// An event of this phase has no location.
  case locationMissing(Phase)
  /// A location is so far away that the value cannot be computed.
  case placeOutOfReach

  /// The error message.
  public var description: String {
    switch self {
    case .notFinite(let name): "not a finite number: the \(name)"
    case .negative(let name): "negative \(name); use 0 or more"
    case .noWidth(let name): "no width: the \(name) needs more than 0 points"
    case .thumbFillsTrack: "the thumb cannot move: make the track wider than the thumb"
    case .rangeReversed: "reversed range: its low end is above its high end"
    case .speedNotPositive(let speed): "scrubbing speed \(speed) is not above 0"
    case .speedsNotTaken(let model): "speeds without effect: the model '\(model.rawValue)' has none"
    case .ruleNotTaken(let model): "rule without effect: the model '\(model.rawValue)' takes none"
    case .ruleContradicted(let reason): reason
    case .lengthMissing(let model): "no length: the model '\(model.rawValue)' counts milliseconds of a video"
    case .stepNotTaken(let model): "step without effect: the model '\(model.rawValue)' takes none"
    case .stripMissing: "no strip: a scroll scrubber needs one"
    case .stripNotTaken(let model): "strip without effect: the model '\(model.rawValue)' is a slider"
    case .grabbedOffNub: "a scroll scrubber is dragged by its nub only"
    case .factorTooSmall(let factor): "minimum factor \(factor) is not above 1"
    case .nubHidden(_, let needed) where needed <= 0:
      "the nub would not be visible: the insets leave nothing of the viewport"
    case .nubHidden(let content, let needed):
      "the nub would not be visible: the content is \(content) points long, and the nub appears from \(needed) points on"
    case .nubStuck: "the nub cannot move: the insets and its length leave no room in the viewport"
    case .setWhileTouched: "the finger is down: lift it before the value is set without it"
    case .begunTwice: "'began' twice: the finger is down already"
    case .notBegun(let phase): "'\(phase.rawValue)' before 'began': no finger is down"
    case .timeBackwards(let from, let to): "time going backwards from \(from) to \(to) microseconds"
    case .strokeTooLong: "drag too long: its microseconds cannot be counted"
    case .locationMissing(let phase): "no location: '\(phase.rawValue)' needs x and y"
    case .placeOutOfReach: "location too far away to compute a value from"
    }
  }
}
