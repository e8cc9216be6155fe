import FrameGrabbing
import Screen

/// What a scrubbing session's screen shows.
struct ScrubContents {
  var slider: LiveSlider?
  var label: LabelLine
  /// The lowest line: a message, or the keys.
  var hint: String
  var prompt: ScrubPrompt?
  var showsHelp = false
  var picture: RGBPicture?
  /// Whether the picture has to be written, although the screen may have it.
  var isNewPicture = false
  /// Whether colours may have fewer bits.
  var isMoving = false
}
