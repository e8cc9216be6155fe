/// The seeker without smooth seeking (see Technical Q&A QA1820): every request cancels the seek in flight and starts a
/// new one.
///
/// It has no state, so a frame that is on screen or in flight is sought again.
public struct NaiveSeeker: Seeker {
  /// Makes a naive seeker.
  public init() {}

  /// True: every request orders a seek that cancels the one in flight.
  public var cancelsOnRequest: Bool { true }

  /// Orders a seek to `frame` in place of the one in flight, always.
  public mutating func request(_ frame: Int) -> SeekOrder? {
    SeekOrder(frame: frame, cancelsSeekInFlight: true)
  }

  /// Orders nothing.
  public mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder? {
    nil
  }
}
