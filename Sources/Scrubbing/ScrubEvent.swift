/// Why a haptic pulse fired.
public enum FeedbackReason: String, CaseIterable, Hashable, Sendable {
  /// The current entry of the speed table changed.
  case speed
  /// The value reached the left end.
  case min
  /// The value reached the right end.
  case max
}

/// The effect of one touch event on a slider, before any correction on lift.
public struct ScrubEvent: Hashable, Sendable {
  /// The finger's location in points: the event's, or the last one if the event had none; nil without a finger.
  public let location: Point?

  /// Whether the slider tracks the finger after the event.
  public let isTracking: Bool

  /// The speed after the event: after a lift that of the first entry; in OBSlider, a cancelled touch keeps the last
  /// one.
  public let speed: Double

  /// The value after the event, within the range.
  public let value: Double

  /// The value without slow scrubbing and without limits; for a plain slider the value before clamping.
  ///
  /// It does not change between drags. Nil for a model that has no such value.
  public let unadjusted: Double?

  /// Why this event's one haptic pulse fired; empty if none did.
  public let feedback: [FeedbackReason]

  /// How many times the value was sent, 0 or more.
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

/// A value that was restored on lift, because it had been held and is near.
public struct Correction: Hashable, Sendable {
  /// The restored value.
  public let value: Double

  /// How long it had been held, in microseconds.
  public let heldMicroseconds: Int64

  /// The knob's distance from it, in points of the control's frame.
  public let distance: Double

  /// How many times the value was sent.
  public let sends: Int

  /// The nub and its strip after it; nil for a slider.
  public let nub: NubReport?
}
