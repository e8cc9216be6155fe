/// A published slider whose behaviour is reproduced.
public enum Model: String, CaseIterable, Hashable, Sendable {
  /// The system's plain slider, idealised: it follows the finger and knows no scrubbing speeds.
  case uislider

  /// Arthur Hammer's ScrubbingSlider (2020): slower the higher the finger is above the knob.
  case scrubbingSlider = "scrubbing-slider"

  /// The slider of the app Frame Grabber: as ScrubbingSlider, but its knob stays under the finger at full speed.
  case frameGrabber = "frame-grabber"

  /// Where a drag may start unless told otherwise.
  public var defaultGrab: Grab { traits.grab }

  /// The model's own scrubbing speeds, or nil if it has none and takes no table.
  public var defaultSpeeds: SpeedTable? { traits.speeds }
}

/// Where a drag may start.
public enum Grab: String, CaseIterable, Hashable, Sendable {
  /// Only on the knob's rectangle.
  case thumb

  /// At any place at all, even outside the control.
  case anywhere
}
