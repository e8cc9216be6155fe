/// A published slider whose behaviour is reproduced.
public enum Model: String, CaseIterable, Hashable, Sendable {
  /// The system's plain slider, idealised: it follows the finger and has no scrubbing speeds.
  case uislider

  /// Arthur Hammer's ScrubbingSlider (2020): slower the higher the finger is above the knob.
  case scrubbingSlider = "scrubbing-slider"

  /// The slider of the app Frame Grabber: like ScrubbingSlider, but its knob stays under the finger at full speed.
  case frameGrabber = "frame-grabber"

  /// Ole Begemann's OBSlider since 2011-01-23: slower the further the finger is from the knob, up or down.
  case obslider

  /// OBSlider of 2011-01-05: the value depends on the displacement since touch-down, so the knob jumps between speeds.
  case obsliderJanuary = "obslider-january"

  /// OBSlider as first published: distances are measured from the touch-down, and the knob never closes the gap.
  case obsliderOriginal = "obslider-original"

  /// SPTScrollViewScrubber: a nub beside a film strip that is longer than its view.
  case scrollScrubber = "scroll-scrubber"
}

/// Where a drag may start.
public enum Grab: String, CaseIterable, Hashable, Sendable {
  /// Only on the knob's rectangle.
  case thumb

  /// Anywhere, even outside the control.
  case anywhere
}
