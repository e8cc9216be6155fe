/// What sets one model apart from the others; everything else is written once, in `Scrubber` and `Motion`.
struct ModelTraits: Hashable, Sendable {
  /// How a place of the finger becomes a value.
  enum Following: Hashable, Sendable {
    /// From the place itself, less the offset at which the knob was grabbed, over the knob's travel (track less knob).
    case place
    /// From the step since the last place, times the speed, over the whole track.
    case step
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

    func isDue(continuous: Bool) -> Bool {
      switch self {
      case .never: false
      case .always: true
      case .ifContinuous: continuous
      case .unlessContinuous: !continuous
      }
    }
  }

  let following: Following
  /// The default table; nil if the model has no speeds.
  let speeds: SpeedTable?
  let grab: Grab
  let adjusting: Adjusting
  /// Whether a change of speed and reaching an end give a haptic pulse.
  let isPulsing: Bool
  /// Whether the place of the lift still moves the value.
  let isMovedByLift: Bool
  let sendingOnBegan: Sending
  let sendingOnMoved: Sending
  let sendingOnEnded: Sending
}

extension Model {
  var traits: ModelTraits {
    switch self {
    case .uislider:
      ModelTraits(
        following: .place, speeds: nil, grab: .thumb, adjusting: .never, isPulsing: false, isMovedByLift: true,
        sendingOnBegan: .never, sendingOnMoved: .ifContinuous, sendingOnEnded: .always)
    case .scrubbingSlider:
      ModelTraits(
        following: .step, speeds: .scrubbingSlider, grab: .thumb, adjusting: .always, isPulsing: true,
        isMovedByLift: false,
        sendingOnBegan: .never, sendingOnMoved: .ifContinuous, sendingOnEnded: .unlessContinuous)
    case .frameGrabber:
      // The app's slider is no subclass of the system's and knows no `continuous`: it sends on every move.
      ModelTraits(
        following: .step, speeds: .frameGrabber, grab: .anywhere, adjusting: .unlessSpeedIsFixed, isPulsing: true,
        isMovedByLift: false,
        sendingOnBegan: .always, sendingOnMoved: .always, sendingOnEnded: .never)
    }
  }
}
