/// Why a haptic pulse fired.
public enum FeedbackReason: String, CaseIterable, Hashable, Sendable {
  /// Another entry of the speed table came into force.
  case speed
  /// The value came to the left end.
  case min
  /// The value came to the right end.
  case max
}

/// What one touch event did to a slider, before any correction on lift.
public struct ScrubEvent: Hashable, Sendable {
  /// Where the finger is, in points: the event's place, or the last one if the event had none; nil without a finger.
  public let location: Point?

  /// Whether the slider tracks the finger after the event.
  public let isTracking: Bool

  /// The speed in force after the event: after a lift the first one, in OBSlider after a cancelled touch the last one.
  public let speed: Double

  /// The value after the event, within the range.
  public let value: Double

  /// The value that full speed and no ends would have given; a plain slider's value before clamping.
  ///
  /// It stays as it was from the end of a drag to the next one. Nil for a model that has no such value.
  public let unadjusted: Double?

  /// Why this event's one haptic pulse fired; empty if none did.
  public let feedback: [FeedbackReason]

  /// How many times the value was sent, 0 when it was not.
  public let sends: Int

  /// The correction that followed this lift, or nil.
  public let correction: Correction?

  /// The nub and its strip; nil for a slider.
  public let nub: NubReport?

  /// The values sent because of this event, in order, a correction's last.
  public var sentValues: [Double] {
    var values = [Double](repeating: value, count: sends)
    if let correction { values += [Double](repeating: correction.value, count: correction.sends) }
    return values
  }
}

/// A value that came back on lift, because it had been held and is near.
public struct Correction: Hashable, Sendable {
  /// The value that came back.
  public let value: Double

  /// How long it had been held, in microseconds.
  public let heldMicroseconds: Int64

  /// How far the knob was from it, in points of the control's frame.
  public let distance: Double

  /// How many times the value was sent.
  public let sends: Int

  /// The nub and its strip after it; nil for a slider.
  public let nub: NubReport?
}
