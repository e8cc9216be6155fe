/// The changes a user makes to how a slider follows the finger; nil leaves a trait as its model has it.
public struct SliderRule: Hashable, Sendable {
  /// The movement of the finger from which the value is computed.
  public enum Following: String, CaseIterable, Hashable, Sendable {
    /// Each step, times the speed.
    case step
    /// The whole displacement since touch-down, times the present speed.
    case whole
    /// The displacement since an anchor, times the speed; the first anchor is the touch-down.
    case anchor
    /// None: the value is the one at the finger's location on the bar.
    case place
  }

  /// The length over which the whole range is spread.
  public enum Over: String, CaseIterable, Hashable, Sendable {
    /// The width of the track.
    case track
    /// The travel of the knob's centre: the track minus the knob.
    case travel
  }

  /// The line from which vertical distance is measured.
  public enum Origin: String, CaseIterable, Hashable, Sendable {
    /// The mid-height of the control.
    case middle
    /// The height of the touch-down.
    case touch
  }

  /// On which side distance slows.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// Above the line.
    case above
    /// Below it.
    case below
    /// On both sides alike.
    case both
  }

  /// What an event does when it changes the entry of the speed table.
  public enum Change: String, CaseIterable, Hashable, Sendable {
    /// No more than change the speed.
    case keep
    /// It moves the anchor to the finger's location before the event, so that its whole step has the new speed.
    case anchor
    /// It moves the anchor to where the finger is now, and does not change the value.
    case skip
  }

  /// Speeds between the entries of the table.
  public enum Curve: String, CaseIterable, Hashable, Sendable {
    /// An entry's speed applies up to the next one.
    case steps
    /// Interpolated linearly between the entries.
    case linear
  }

  /// What touch-down does to the knob.
  public enum Touching: String, CaseIterable, Hashable, Sendable {
    /// Leaves it where it is.
    case keep
    /// Moves it under the finger.
    case jump
  }

  /// A trait of the rule, by its key in a gesture file.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    case follows, over, from, side, change, curve, touch, pulses
  }

  /// What moves the value.
  public var follows: Following?
  /// What the range is spread over.
  public var over: Over?
  /// From where distance is measured.
  public var from: Origin?
  /// On which side it counts.
  public var side: Side?
  /// What a change of the speed does.
  public var change: Change?
  /// Speeds between entries.
  public var curve: Curve?
  /// What touch-down does.
  public var touch: Touching?
  /// Whether a change of the table's entry and reaching an end give a haptic pulse.
  public var pulses: Bool?

  /// Makes a rule that changes nothing.
  public init() {}

  /// The first trait that contradicts the others on a model, and why; nil for none. A scroll scrubber takes no rule.
  public func contradiction(on model: Model) -> (key: Key, reason: String)? {
    let traits = model.traits.changed(by: self)
    if traits.following == .place {
      if traits.change != .keep { return (.change, "a slider that follows the finger's place has no speeds to change") }
      if traits.curve != .steps { return (.curve, "a slider that follows the finger's place has no speeds to curve") }
    }
    guard traits.change != .keep else { return nil }
    if traits.curve == .linear { return (.change, "on a curve the speed changes all the time: 'change' stays 'keep'") }
    switch traits.following {
    case .whole: return (.change, "the way since touch-down has no anchor: say \"follows\": \"anchor\"")
    case .step where traits.change == .anchor: return (.change, "a step has no anchor: say \"follows\": \"anchor\"")
    default: return nil
    }
  }
}
