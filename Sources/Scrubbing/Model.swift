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

  /// Media3's DefaultTimeBar of Android: whole pixels, and a third of the speed high above the bar.
  case media3

  /// Telegram's bar for long music on iOS: slower the further the finger is below the touch-down.
  case telegram

  /// A web page's `<input type=range>` in Chromium: the knob jumps under the finger and follows it.
  case htmlRange = "html-range"

  /// The seek bar of mpv and of video.js: the value is the finger's place on the bar.
  case bar
}

/// Where a drag may start.
public enum Grab: String, CaseIterable, Hashable, Sendable {
  /// Only on the knob's rectangle.
  case thumb

  /// Anywhere in the control's rectangle; of Media3's bar, in the rows of it that take touches.
  case frame

  /// Anywhere, even outside the control.
  case anywhere
}
