/// Turns moments of some kinds into frames.
protocol MomentResolver {
  /// The frames of a moment; nil where it is of another kind, or where another resolver does better.
  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet?
}
