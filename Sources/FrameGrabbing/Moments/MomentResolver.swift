/// Turns moments of some kinds into frames.
protocol MomentResolver {
  /// The frames of a moment; nil if another resolver has to find them.
  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet?
}
