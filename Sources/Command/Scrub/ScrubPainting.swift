/// What of a scrubbing session's screen has to be painted.
struct ScrubPainting {
  /// The keyframes on the slider.
  var marks = KeyframeMarks()
  /// Whether anything has changed since it was painted.
  var isDirty = true
  /// Whether the picture is painted again although it is the same.
  var needsRedraw = false
}
