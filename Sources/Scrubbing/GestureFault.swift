/// Why a control or a touch is refused.
public enum GestureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number that has a name is infinite or not a number.
  case notFinite(String)
  /// A size or a duration that has a name is below 0.
  case negative(String)
  /// The named part has a width of 0 or less.
  case noWidth(String)
  /// A plain slider's knob is as wide as its track or wider.
  case thumbFillsTrack
  /// The low end of the range lies above the high end.
  case rangeReversed
  /// A scrubbing speed is 0 or less.
  case speedNotPositive(Double)
  /// The model has no scrubbing speeds, and a table was given.
  case speedsNotTaken(Model)
  /// A touch began while the finger was down.
  case begunTwice
  /// An event of this phase came while no finger was down.
  case notBegun(Phase)
  /// A touch is earlier than the one before it; both in microseconds.
  case timeBackwards(from: Int64, to: Int64)
  /// A drag lasts longer than microseconds can count.
  case strokeTooLong
  /// An event of this phase came without a place.
  case locationMissing(Phase)
  /// A place is so far away that the value cannot be reckoned.
  case placeOutOfReach

  /// The fault in plain words.
  public var description: String {
    switch self {
    case .notFinite(let name): "not a finite number: the \(name)"
    case .negative(let name): "negative \(name); use 0 or more"
    case .noWidth(let name): "no width: the \(name) needs more than 0 points"
    case .thumbFillsTrack: "no way for the thumb to go: make the track wider than the thumb"
    case .rangeReversed: "reversed range: its low end lies above its high end"
    case .speedNotPositive(let speed): "scrubbing speed \(speed) is not above 0"
    case .speedsNotTaken(let model): "speeds without effect: the model '\(model.rawValue)' has none"
    case .begunTwice: "'began' twice: the finger is down already"
    case .notBegun(let phase): "'\(phase.rawValue)' before 'began': no finger is down"
    case .timeBackwards(let from, let to): "time going backwards from \(from) to \(to) microseconds"
    case .strokeTooLong: "drag too long: its microseconds cannot be counted"
    case .locationMissing(let phase): "no place: '\(phase.rawValue)' needs x and y"
    case .placeOutOfReach: "place too far away to reckon a value from"
    }
  }
}
