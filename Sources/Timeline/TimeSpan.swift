/// A part of a video between two moments, of which the first belongs to it and the second does not.
public struct TimeSpan: Hashable, Sendable {
  /// Where it starts; nil for t = 0, and for frames for the first one.
  public let from: TimeSpecification?
  /// Where it ends; nil for the end of the video.
  public let to: TimeSpecification?

  /// Makes a span between two moments, nil for the beginning and the end.
  public init(from: TimeSpecification? = nil, to: TimeSpecification? = nil) {
    self.from = from
    self.to = to
  }

  /// The time in seconds from t = 0 up to which the timeline has to be known, or `nil` for all of it.
  public var lastTime: Rational? {
    switch from {
    case nil, .time?, .start?: break
    default: return nil
    }
    guard case .time(let time) = to else { return nil }
    return time
  }
}

extension FrameTable {
  /// The times of a span, in seconds from t = 0.
  ///
  /// Throws `MomentError` when one of them is outside the video and `bounds` refuses that, when they are not in order,
  /// and when the table does not reach so far.
  public func times(of span: TimeSpan, bounds: Bounds) throws(MomentError) -> (from: Rational, to: Rational) {
    let from: Rational
    if let asked = span.from { from = try time(of: asked, bounds: bounds) } else { from = .zero }
    let to: Rational
    if let asked = span.to {
      to = try time(of: asked, bounds: bounds)
    } else {
      guard isComplete else { throw .notReadThatFar }
      guard let end else { throw .outOfRange }
      to = end
    }
    guard from < to else { throw .emptySpan(from: from, to: to) }
    return (from, to)
  }

  /// The frames that start in a span; of frames that touch one another spans never share any, and miss none.
  ///
  /// Throws `MomentError` as `times` does.
  public func frames(in span: TimeSpan, bounds: Bounds) throws(MomentError) -> Range<Int> {
    guard span.from != nil || span.to != nil else {
      guard isComplete else { throw .notReadThatFar }
      return 0..<count
    }
    let (from, to) = try times(of: span, bounds: bounds)
    let first = span.from == nil ? 0 : firstIndex(startingAtOrAfter: from)
    let end = span.to == nil ? count : firstIndex(startingAtOrAfter: to)
    // Behind the last frame that is known others may follow which start before the end of the span.
    guard isComplete || end < count else { throw .notReadThatFar }
    return first..<max(first, end)
  }

  /// The first frame that starts at a time, in seconds from t = 0, or after it; the count where there is none.
  private func firstIndex(startingAtOrAfter time: Rational) -> Int {
    let ticks = ticks(at: WideRational(time))
    guard let tick = ticks.ceiling else { return ticks.isNegative ? 0 : count }
    let (before, isLeast) = tick.subtractingReportingOverflow(1)
    return isLeast ? 0 : firstIndex(startingAfter: before)
  }
}
