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

  /// Whether only the end of the timeline is needed.
  public var needsEndOnly: Bool {
    switch self {
    case .beforeEnd, .percent, .end: true
    case .time, .frame, .start, .ticks, .timecode: false
    }
  }

  /// The moment in seconds from t = 0 if the video ends at `end`; `nil` if it does not depend on the end, is before t =
  /// 0 or after the end, or does not fit.
  public func time(from end: Rational) -> Rational? {
    let time: Rational? =
      switch self {
      case .end: end
      case .beforeEnd(let distance): end.subtracting(distance)
      // The same order of operations as in a table of all frames, so that the same values fit.
      case .percent(let percent): percent.divided(by: Rational(100)).flatMap { end.multiplied(by: $0) }
      case .time, .frame, .start, .ticks, .timecode: nil
      }
    return time.flatMap { .zero <= $0 && $0 <= end ? $0 : nil }
  }

  /// Whether it counts frames, so that every frame before the requested one is needed.
  public var needsFrameNumbers: Bool {
    switch self {
    case .frame, .timecode: true
    case .time, .beforeEnd, .percent, .start, .end, .ticks: false
    }
  }

  /// The moment as it can be typed, which reads as the same moment again: `375f`, `12.5s`, `1001/30000s`, `25%`.
  ///
  /// `nil` for what no text says: a negative number of seconds, and a percentage without an end to its decimals.
  public var text: String? {
    switch self {
    case .time(let seconds): Self.text(ofSeconds: seconds)
    case .beforeEnd(let seconds): Self.text(ofSeconds: seconds).map { "end-" + $0 }
    case .percent(let percent): percent.exactDecimal(upTo: Self.mostDecimals).map { $0 + "%" }
    case .frame(let index): "\(index)f"
    case .start: "start"
    case .end: "end"
    case .ticks(let ticks): "pts:\(ticks)"
    case .timecode(let timecode): timecode.description
    }
  }

  /// The largest power of two that is a denominator is 2^62, and its fraction has as many decimals.
  private static let mostDecimals = 62

  private static func text(ofSeconds seconds: Rational) -> String? {
    guard seconds >= .zero else { return nil }
    return (seconds.exactDecimal(upTo: 6) ?? seconds.description) + "s"
  }
}
