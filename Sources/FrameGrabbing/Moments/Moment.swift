public import Timeline

/// One thing that was asked for: a time, frame indexes, the end of a gesture, or many frames at once.
public struct Moment: Sendable {
  /// What was asked for.
  public indirect enum Kind: Sendable {
    /// A point in time, or one of the names of a frame that a time may have.
    case time(TimeSpecification)
    /// One frame index or an evenly spaced run of them.
    case frames(FrameSelection)
    /// Where a slider stands when the finger of a gesture has lifted.
    case gesture(Gesture)
    /// The times of a list.
    case times(TimeList)
    /// A time each so many seconds, above 0, within the span of the options.
    case every(Rational)
    /// The middles of so many equal parts, above 0, of the span of the options.
    case count(Int64)
    /// All frames that start in the span of the options.
    case all
    /// All keyframes that start in the span of the options.
    case keyframes
  }

  /// Looking up a time costs a seek; so many and more of them are looked up in the timeline from the first frame on.
  static let mostSeeks = 16

  /// What was asked for.
  public let kind: Kind
  /// The words in which it was asked, for the report.
  public let text: String

  /// Makes a moment from what was asked for and the words for it.
  public init(_ kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// The times of a list: a few as moments of their own, each of which is looked up where it is, more as one.
  public static func moments(at list: TimeList) -> [Moment] {
    guard list.count <= mostSeeks else { return [Moment(.times(list), text: "the times of a list")] }
    return (0..<list.count).compactMap { number in
      list.time(number).map { Moment(.time($0), text: list.text(number)) }
    }
  }

  /// Whether the answer depends on where the video ends, or on every frame before it.
  func needsWholeTimeline(in span: TimeSpan) -> Bool {
    switch kind {
    case .time(.timecode), .gesture, .times: true
    case .time(let time): time.needsWholeTimeline
    case .frames(let frames): frames.highestIndex == nil
    case .every, .count, .all, .keyframes: span.lastTime == nil
    }
  }

  /// Whether the answer depends on where the video ends, so that one whose end is missing may give another.
  func dependsOnEnd(in span: TimeSpan) -> Bool {
    switch kind {
    case .time(let time): time.needsWholeTimeline
    case .frames(let frames): frames.highestIndex == nil
    case .gesture: true
    case .times(let list): (0..<list.count).contains { list.time($0)?.needsWholeTimeline ?? false }
    case .every, .count, .all, .keyframes:
      span.to?.needsWholeTimeline ?? true || span.from?.needsWholeTimeline ?? false
    }
  }

  /// Whether it stands for as many frames as a span of the video has.
  var isSpanned: Bool {
    switch kind {
    case .every, .count, .all, .keyframes: true
    case .time, .frames, .gesture, .times: false
    }
  }

  /// The times between two others that it stands for; nil where it stands for none, or they do not fit.
  func series(from: Rational, to: Rational) -> TimeSeries? {
    switch kind {
    case .every(let step): TimeSeries(every: step, from: from, before: to)
    case .count(let count): TimeSeries(middlesOf: count, from: from, to: to)
    default: nil
    }
  }

  /// The highest frame index that is asked for by its number.
  var highestIndex: Int64? {
    switch kind {
    case .time(.frame(let index)): index
    case .frames(let frames): frames.highestIndex
    default: nil
    }
  }

  /// Whether it is a single time, which can be looked up where it is.
  var isSingleTime: Bool {
    if case .time = kind { return true }
    return false
  }
}
