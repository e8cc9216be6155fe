/// A moment of a video as a person names it.
public enum TimeSpecification: Hashable, Sendable {
  /// Seconds from t = 0.
  case time(Rational)
  /// Seconds back from the end.
  case beforeEnd(Rational)
  /// Percent of the way from t = 0 to the end; 100 is the end.
  case percent(Rational)
  /// 0-based frame index in presentation order; −1 is the last frame.
  case frame(Int64)
  /// t = 0.
  case start
  /// The end, where the last frame is on screen.
  case end
  /// A presentation timestamp in ticks of the stream's time base.
  case ticks(Int64)
  /// A timecode, counted from the video's own when it has one.
  case timecode(Timecode)

  /// Reads a time: `12.5s`, `12.5`, `62500ms`, `100us`, `1m2.5s`, `1:02`, `00:01:02.500`, `1001/30000s`, `50%`, `375f`,
  /// `-3s`, `end-3s`, `start`, `end`, `pts:8704`, `00:01:02:15` or drop-frame `00:01:02;15`.
  ///
  /// Numbers are exact, in ASCII digits with a decimal point. Throws `TimeSyntaxError` for everything else; whether a
  /// timecode's frame exists at the video's frame rate shows only when it is resolved.
  public init(parsing text: String) throws(TimeSyntaxError) {
    self = try TimeReader(TimeText(text, kind: "a time")).specification()
  }

  /// Whether the frames up to the end have to be known first.
  public var needsWholeTimeline: Bool {
    switch self {
    case .beforeEnd, .percent, .end: true
    case .frame(let index): index < 0
    case .time, .start, .ticks, .timecode: false
    }
  }

  /// Whether it counts frames, so that every frame before the one asked has to be known.
  public var needsFrameNumbers: Bool {
    switch self {
    case .frame, .timecode: true
    case .time, .beforeEnd, .percent, .start, .end, .ticks: false
    }
  }
}
