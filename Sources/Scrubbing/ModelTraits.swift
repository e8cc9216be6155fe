/// The differences between the models; everything they share is in `Scrubber` and `Motion`.
struct ModelTraits: Hashable, Sendable {
  /// How a location of the finger becomes a value.
  enum Following: Hashable, Sendable {
    case step
    case whole
    case anchor
    case place
    /// From the displacement since touch-down along a nub's travel.
    case nub
    /// From whole pixels, in whole milliseconds: Media3.
    case pixels
    /// From an anchor that is set anew when a finger below the touch-down changes the speed: Telegram.
    case sinking
  }

  /// The gap that a step closes when the finger returns to the reference line.
  enum Gap: Hashable, Sendable {
    case none
    /// The one before the event.
    case before
    case beforeUnlessSpeedIsFixed
    /// The one after it: the unadjusted value moves first, and products are evaluated from the left.
    case after
  }

  /// When an event of a tracked drag sends the value.
  enum Sending: Hashable, Sendable {
    case never
    case always
    case ifContinuous
    case unlessContinuous
    case ifChanged
    case ifContinuousAndChanged
    case twice

    /// How many times the value is sent.
    func count(continuous: Bool, changed: Bool) -> Int {
      switch self {
      case .never: 0
      case .always: 1
      case .ifContinuous: continuous ? 1 : 0
      case .unlessContinuous: continuous ? 0 : 1
      case .ifChanged: changed ? 1 : 0
      case .ifContinuousAndChanged: continuous && changed ? 1 : 0
      case .twice: 2
      }
    }
  }

  var following = Following.step
  var over = SliderRule.Over.track
  var from = SliderRule.Origin.middle
  var side = SliderRule.Side.above
  var change = SliderRule.Change.keep
  var curve = SliderRule.Curve.steps
  var touch = SliderRule.Touching.keep
  /// The default table; nil if the model has no speeds.
  var speeds: SpeedTable?
  /// Whether the model takes other speeds, another way to meet the finger, and a rule.
  var isChangeable = true
  var grab = Grab.thumb
  var gap = Gap.none
  /// Whether a change of speed and reaching an end give a haptic pulse.
  var isPulsing = false
  /// Whether reaching an end gives a pulse too, if `isPulsing`.
  var isPulsingAtEnds = true
  /// Whether the location of the lift still moves the value.
  var isMovedByLift = false
  /// Whether a drag whose first movement is more vertical than horizontal changes nothing.
  var isLockedByDirection = false
  /// Whether a cancelled touch restores the value from before the touch.
  var returnsOnCancel = false
  /// Whether a cancelled touch leaves the speed unchanged until the next move.
  var keepsSpeedOnCancel = false
  var sendingOnBegan = Sending.never
  var sendingOnMoved = Sending.ifContinuous
  var sendingOnEnded = Sending.always

  /// Whether the model has an unadjusted value, which the knob catches up with or which is only clamped.
  var hasUnadjusted: Bool { following == .place || (following == .step && gap != .none) }

  /// These traits with the changes of a rule.
  func changed(by rule: SliderRule) -> ModelTraits {
    var traits = self
    switch rule.follows {
    case .step: traits.following = .step
    case .whole: traits.following = .whole
    case .anchor: traits.following = .anchor
    case .place: traits.following = .place
    case nil: break
    }
    traits.over = rule.over ?? over
    traits.from = rule.from ?? from
    traits.side = rule.side ?? side
    traits.change = rule.change ?? change
    traits.curve = rule.curve ?? curve
    traits.touch = rule.touch ?? touch
    traits.isPulsing = rule.pulses ?? isPulsing
    if rule.follows != nil { traits.speeds = rule.follows == .place ? nil : speeds ?? .fullSpeed }
    return traits
  }
}

extension Model {
  /// Where a drag may start by default.
  public var defaultGrab: Grab { traits.grab }

  /// The model's own scrubbing speeds, or nil if it has none and accepts no table.
  public var defaultSpeeds: SpeedTable? { traits.isChangeable ? traits.speeds : nil }

  /// Whether a rule, speeds and a way to close the gap may be given.
  public var isChangeable: Bool { traits.isChangeable }

  /// Whether the model needs the length of the range in time, because it counts whole milliseconds.
  public var countsMilliseconds: Bool { traits.following == .pixels }

  /// Whether downward distance slows like upward distance.
  public var slowsBothWays: Bool { traits.side == .both }

  /// Whether vertical distance is measured from the touch-down, and not from the knob's mid-height.
  public var measuresFromTouchDown: Bool { traits.from == .touch }

  /// The default track in a frame: as wide as the frame; Media3's bar is shorter by its knob.
  ///
  /// - Parameter density: Pixels per point, above 0.
  public func track(in frame: ControlGeometry.Frame, density: Double) -> ControlGeometry.Track {
    let inset = self == .media3 ? PixelBar.inset(density: density) : 0
    return ControlGeometry.Track(x: frame.x + inset, width: frame.width - 2 * inset)
  }

  var traits: ModelTraits {
    switch self {
    case .uislider:
      ModelTraits(following: .place, over: .travel, isMovedByLift: true)
    case .scrubbingSlider:
      ModelTraits(speeds: .scrubbingSlider, gap: .before, isPulsing: true, sendingOnEnded: .unlessContinuous)
    case .frameGrabber:
      // The app's slider is not a subclass of the system's and has no `isContinuous`: it sends on every move.
      ModelTraits(
        speeds: .frameGrabber, grab: .anywhere, gap: .beforeUnlessSpeedIsFixed, isPulsing: true,
        sendingOnBegan: .always, sendingOnMoved: .always, sendingOnEnded: .never)
    case .obslider:
      ModelTraits(side: .both, speeds: .scrubbingSlider, gap: .after, keepsSpeedOnCancel: true)
    case .obsliderJanuary:
      ModelTraits(
        following: .whole, from: .touch, side: .both, speeds: .scrubbingSlider, keepsSpeedOnCancel: true)
    case .obsliderOriginal:
      ModelTraits(from: .touch, side: .both, speeds: .scrubbingSlider, keepsSpeedOnCancel: true)
    case .scrollScrubber:
      // Its values are those of a scroll view, which reports its offset whenever it has changed.
      ModelTraits(following: .nub, isChangeable: false, sendingOnMoved: .ifChanged, sendingOnEnded: .never)
    case .media3:
      ModelTraits(
        following: .pixels, touch: .jump, isChangeable: false, grab: .frame, returnsOnCancel: true,
        sendingOnBegan: .always, sendingOnMoved: .ifChanged, sendingOnEnded: .always)
    case .telegram:
      ModelTraits(
        following: .sinking, from: .touch, side: .below, speeds: .telegram, isChangeable: false, grab: .frame,
        isPulsing: true, isPulsingAtEnds: false, isMovedByLift: true, returnsOnCancel: true, sendingOnBegan: .always,
        sendingOnMoved: .ifChanged, sendingOnEnded: .twice)
    case .htmlRange:
      ModelTraits(
        following: .place, over: .travel, touch: .jump, isChangeable: false, grab: .frame, isLockedByDirection: true,
        sendingOnMoved: .ifContinuousAndChanged)
    case .bar:
      ModelTraits(
        following: .place, touch: .jump, isChangeable: false, grab: .frame, sendingOnBegan: .ifContinuous,
        sendingOnEnded: .unlessContinuous)
    }
  }
}
