/// Which parts of a scrubbing session's screen must be painted.
struct ScrubPainting {
  /// The keyframes on the slider.
  var marks = KeyframeMarks()
  /// Whether anything has changed since it was painted.
  var isDirty = true
  /// Whether the picture must be painted again although it is the same.
  var needsRedraw = false
}
