/// What sets one model apart from the others; everything else is written once, in `Scrubber` and `Motion`.
struct ModelTraits: Hashable, Sendable {
  /// How a place of the finger becomes a value.
  enum Following: Hashable, Sendable {
    /// From the place itself, less the offset at which the knob was grabbed, over the knob's travel (track less knob).
    case place
    /// From the step since the last place, times the speed, over the whole track.
    case step
    /// As `step`, but the unadjusted value moves before the gap is looked at, and products are taken from the left.
    case stepAfterUnadjusted
    /// From the whole way since touch-down, times the speed in force now, over the whole track.
    case wholeWay
    /// From the whole way since touch-down along a nub's travel.
    case nub
  }

  /// When the knob closes up to a finger that returns to the reference line.
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
  /// Whether there is an unadjusted value to tell.
  var hasUnadjusted = true
  /// Whether a change of speed and reaching an end give a haptic pulse.
  var isPulsing = false
  /// Whether the place of the lift still moves the value.
  var isMovedByLift = false
  /// Whether a touch that is taken away leaves the speed as it was until the next move.
  var keepsSpeedOnCancel = false
  var sendingOnBegan = Sending.never
  var sendingOnMoved = Sending.ifContinuous
  var sendingOnEnded = Sending.always
}

extension Model {
  /// Where a drag may start unless told otherwise.
  public var defaultGrab: Grab { traits.grab }

  /// The model's own scrubbing speeds, or nil if it has none and takes no table.
  public var defaultSpeeds: SpeedTable? { traits.speeds }

  /// Whether downward distance slows as upward distance does.
  public var slowsBothWays: Bool { traits.slowsBothWays }

  /// Whether vertical distance counts from where the finger came down, and not from the knob's mid-height.
  public var measuresFromTouchDown: Bool { traits.measuresFromTouchDown }

  var traits: ModelTraits {
    switch self {
    case .uislider:
      ModelTraits(following: .place, isMovedByLift: true)
    case .scrubbingSlider:
      ModelTraits(speeds: .scrubbingSlider, adjusting: .always, isPulsing: true, sendingOnEnded: .unlessContinuous)
    case .frameGrabber:
      // The app's slider is no subclass of the system's and knows no `continuous`: it sends on every move.
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
      // Its values are those of a scroll view, which tells its offset whenever that has changed.
      ModelTraits(following: .nub, hasUnadjusted: false, sendingOnMoved: .ifChanged, sendingOnEnded: .never)
    }
  }
}
