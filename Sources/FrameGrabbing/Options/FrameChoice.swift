public import Timeline

/// Which frames are chosen, apart from the moments themselves.
public struct FrameChoice: Sendable {
  /// Whether times select the frame whose start is nearest, instead of the one on screen.
  public var isNearest = false
  /// The part of the video for moments that mean many frames.
  public var span = TimeSpan()
  /// Whether evenly spaced moments that select the same frame give it again, each under its own moment.
  public var repeatsFrames = false
  /// The keyframe that every moment is moved to, nil for none; `step` is applied after it.
  public var snap: Keyframes.Side?
  /// How many frames every moment is moved forwards, backwards if negative; limited by the first and the last frame.
  public var step: Int64 = 0
  /// How long after a moment whose picture is blank another one is looked for, in seconds, above 0; nil to keep the
  /// moment's own picture, even if it is blank.
  public var skipsBlank: Rational?
  /// How a moment outside the video is handled.
  public var bounds = Bounds.refuse

  /// Whether frames are moved from where they were found.
  var movesFrames: Bool { step != 0 || snap != nil }
}
