import FrameGrabbing
import Screen

/// What a scrubbing session's screen shows.
struct ScrubContents {
  var slider: LiveSlider?
  var label: LabelLine
  /// The cells of the slider that have a keyframe, counted from 0.
  var keyframeCells: Set<Int> = []
  /// The lowest line: a message, or the keys.
  var hint: LabelLine
  var prompt: ScrubPrompt?
  var showsHelp = false
  var picture: RGBPicture?
  /// Whether the picture is written even if the screen already shows it.
  var isNewPicture = false
  /// Whether the slider is being moved.
  var isMoving = false
  /// Whether the terminal takes long for a picture.
  var isSlow = false
}
