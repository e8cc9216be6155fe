/// A moment of a video as the user specifies it.
public enum TimeSpecification: Hashable, Sendable {
  /// Seconds from t = 0.
  case time(Rational)
  /// Seconds back from the end.
  case beforeEnd(Rational)
  /// Percent of the time from t = 0 to the end; 100 is the end.
  case percent(Rational)
  /// 0-based frame index in presentation order; −1 is the last frame.
  case frame(Int64)
  /// t = 0.
  case start
  /// The end, where the last frame is on screen.
  case end
  /// A presentation timestamp in ticks of the stream's time base.
  case ticks(Int64)
  /// A timecode, counted from the video's start timecode if it has one.
  case timecode(Timecode)

  /// Whether the timeline is needed up to the end.
  public var needsWholeTimeline: Bool {
    switch self {
    case .beforeEnd, .percent, .end: true
    case .frame(let index): index < 0
    case .time, .start, .ticks, .timecode: false
    }
  }

  /// Whether it counts frames, so that every frame before the requested one is needed.
  public var needsFrameNumbers: Bool {
    switch self {
    case .frame, .timecode: true
    case .time, .beforeEnd, .percent, .start, .end, .ticks: false
    }
  }
}
