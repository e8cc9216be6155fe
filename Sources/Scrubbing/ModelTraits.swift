/// The differences between the models; everything they share is in `Scrubber` and `Motion`.
struct ModelTraits: Hashable, Sendable {
  /// How a location of the finger becomes a value.
  enum Following: Hashable, Sendable {
    /// From the location itself, minus the offset at which the knob was grabbed, over the knob's travel (track minus
    /// knob).
    case place
    /// From the step since the last location, times the speed, over the whole track.
    case step
    /// Like `step`, but the unadjusted value moves before the gap is computed, and products are evaluated from the
    /// left.
    case stepAfterUnadjusted
    /// From the displacement since touch-down, times the current speed, over the whole track.
    case wholeWay
    /// From the displacement since touch-down along a nub's travel.
    case nub
  }

  /// When the knob closes the gap to a finger that returns to the reference line.
  enum Adjusting: Hashable, Sendable {
    case never
    case always
    case unlessSpeedIsFixed
  }

  /// When an event of a tracked drag sends the value.
  enum Sending: Hashable, Sendable {
    case never
    case always
    case ifContinuous
    case unlessContinuous
    case ifChanged

    func isDue(continuous: Bool, changed: Bool) -> Bool {
      switch self {
      case .never: false
      case .always: true
      case .ifContinuous: continuous
      case .unlessContinuous: !continuous
      case .ifChanged: changed
      }
    }
  }

  var following = Following.step
  /// The default table; nil if the model has no speeds.
  var speeds: SpeedTable?
  var grab = Grab.thumb
  var adjusting = Adjusting.never
  var slowsBothWays = false
  var measuresFromTouchDown = false
  /// Whether the model has an unadjusted value.
  var hasUnadjusted = true
  /// Whether a change of speed and reaching an end give a haptic pulse.
  var isPulsing = false
  /// Whether the location of the lift still moves the value.
  var isMovedByLift = false
  /// Whether a cancelled touch leaves the speed unchanged until the next move.
  var keepsSpeedOnCancel = false
  var sendingOnBegan = Sending.never
  var sendingOnMoved = Sending.ifContinuous
  var sendingOnEnded = Sending.always
}

extension Model {
  /// Where a drag may start by default.
  public var defaultGrab: Grab { traits.grab }

  /// The model's own scrubbing speeds, or nil if it has none and accepts no table.
  public var defaultSpeeds: SpeedTable? { traits.speeds }

  /// Whether downward distance slows like upward distance.
  public var slowsBothWays: Bool { traits.slowsBothWays }

  /// Whether the location of the lift still moves the value.
  public var isMovedByLift: Bool { traits.isMovedByLift }

  /// Whether vertical distance is measured from the touch-down, and not from the knob's mid-height.
  public var measuresFromTouchDown: Bool { traits.measuresFromTouchDown }

  var traits: ModelTraits {
    switch self {
    case .uislider:
      ModelTraits(following: .place, isMovedByLift: true)
    case .scrubbingSlider:
      ModelTraits(speeds: .scrubbingSlider, adjusting: .always, isPulsing: true, sendingOnEnded: .unlessContinuous)
    case .frameGrabber:
      // The app's slider is not a subclass of the system's and has no `isContinuous`: it sends on every move.
      ModelTraits(
        speeds: .frameGrabber, grab: .anywhere, adjusting: .unlessSpeedIsFixed, isPulsing: true,
        sendingOnBegan: .always, sendingOnMoved: .always, sendingOnEnded: .never)
    case .obslider:
      ModelTraits(
        following: .stepAfterUnadjusted, speeds: .scrubbingSlider, adjusting: .always, slowsBothWays: true,
        keepsSpeedOnCancel: true)
    case .obsliderJanuary:
      ModelTraits(
        following: .wholeWay, speeds: .scrubbingSlider, slowsBothWays: true, measuresFromTouchDown: true,
        hasUnadjusted: false, keepsSpeedOnCancel: true)
    case .obsliderOriginal:
      ModelTraits(
        speeds: .scrubbingSlider, slowsBothWays: true, measuresFromTouchDown: true, hasUnadjusted: false,
        keepsSpeedOnCancel: true)
    case .scrollScrubber:
      // Its values are those of a scroll view, which reports its offset whenever it has changed.
      ModelTraits(following: .nub, hasUnadjusted: false, sendingOnMoved: .ifChanged, sendingOnEnded: .never)
    }
  }
}
