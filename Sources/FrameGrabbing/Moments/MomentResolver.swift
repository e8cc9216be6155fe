/// Turns moments of some kinds into frames.
protocol MomentResolver {
  /// The frames of a moment; nil if it is of another kind, or if another resolver is better.
  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet?
}
