public import Timeline

/// One request: a time, frame indexes, the end of a gesture, or many frames at once.
public struct Moment: Sendable {
  /// The kinds of moments.
  public indirect enum Kind: Sendable {
    /// A point in time, or a frame in the notation of a time, such as its index or timecode.
    case time(TimeSpecification)
    /// One frame index or an evenly spaced run of them.
    case frames(FrameSelection)
    /// The slider's value after the last lift of a gesture.
    case gesture(Gesture)
    /// The times of a list.
    case times(TimeList)
    /// Times at this distance in seconds, above 0, within the span of the options.
    case every(Rational)
    /// The middles of this many equal parts, above 0, of the span of the options.
    case count(Int64)
    /// All frames that start in the span of the options.
    case all
    /// All keyframes that start in the span of the options.
    case keyframes
    /// The starts of all chapters of the video.
    case chapters
  }

  /// With more times than this, they are looked up in the timeline from the first frame on, since each look-up costs a
  /// seek.
  static let mostSeeks = 16

  /// The kind, with its values.
  public let kind: Kind
  /// The text of the request, for the report.
  public let text: String
  /// Its name, as someone gave it, for the report and for `{name}`; nil for a moment without one.
  public let name: String?

  /// Makes a moment from its kind, the text of the request, and a name of at most 1000 bytes.
  public init(_ kind: Kind, text: String, name: String? = nil) {
    self.kind = kind
    self.text = text
    self.name = name
  }

  /// The times of a list: a few as separate moments, each looked up from the packets around it, more as one moment.
  public static func moments(at list: TimeList) -> [Moment] {
    guard list.count <= mostSeeks else { return [Moment(.times(list), text: "the times of a list")] }
    return (0..<list.count).compactMap { number in
      list.time(number).map { Moment(.time($0), text: list.text(number), name: list.name(number)) }
    }
  }

  /// Whether the result depends on the end of the video, or on every frame before the moment.
  func needsWholeTimeline(in span: TimeSpan) -> Bool {
    switch kind {
    case .time(.timecode), .gesture, .times: true
    case .time(let time): time.needsWholeTimeline
    case .frames(let frames): frames.highestIndex == nil
    case .every, .count, .all, .keyframes: span.lastTime == nil
    case .chapters: false
    }
  }

  /// Whether only the end of the whole timeline is needed.
  var needsEndOnly: Bool { if case .time(let time) = kind { time.needsEndOnly } else { false } }

  /// Whether the result depends on the end of the video, so that a file with a missing end may give another.
  func dependsOnEnd(in span: TimeSpan) -> Bool {
    switch kind {
    case .time(let time): time.needsWholeTimeline
    case .frames(let frames): frames.highestIndex == nil
    case .gesture: true
    case .times(let list): (0..<list.count).contains { list.time($0)?.needsWholeTimeline ?? false }
    case .every, .count, .all, .keyframes:
      span.to?.needsWholeTimeline ?? true || span.from?.needsWholeTimeline ?? false
    case .chapters: false
    }
  }

  /// Whether all packets have to be read.
  var needsEveryPacket: Bool { if case .all = kind { true } else { false } }

  /// Whether keyframes are its frames.
  var needsKeyframes: Bool { if case .keyframes = kind { true } else { false } }

  /// Whether the number of its frames depends on the span.
  var isSpanned: Bool {
    switch kind {
    case .every, .count, .all, .keyframes: true
    case .time, .frames, .gesture, .times, .chapters: false
    }
  }

  /// Whether it may mean more than one frame.
  public var mayGiveSeveral: Bool {
    switch kind {
    case .every, .count, .all, .keyframes, .chapters, .times: true
    case .frames(let frames): frames.first != frames.last
    case .time, .gesture: false
    }
  }

  /// The most frames that it gives; nil if the video decides.
  var mostFrames: Int? {
    switch kind {
    case .time, .gesture: 1
    case .times(let list): list.count
    case .count(let count): Int(clamping: count)
    case .frames(let frames): frames.mostCount
    case .every, .all, .keyframes, .chapters: nil
    }
  }

  /// The times between two others, `inMiddles` with those of `every` in the middle of each step; nil if it is not a
  /// series, or they are out of range.
  func series(from: Rational, to: Rational, inMiddles: Bool) -> TimeSeries? {
    switch kind {
    case .every(let step) where inMiddles: TimeSeries(middlesOfEach: step, from: from, before: to)
    case .every(let step): TimeSeries(every: step, from: from, before: to)
    case .count(let count): TimeSeries(middlesOf: count, from: from, to: to)
    default: nil
    }
  }

  /// The highest frame index that is requested by number.
  var highestIndex: Int64? {
    switch kind {
    case .time(.frame(let index)): index
    case .frames(let frames): frames.highestIndex
    default: nil
    }
  }

  /// Whether its frames are selected by their indexes, which are then part of their names and metadata.
  var isByIndex: Bool {
    switch kind {
    case .time(let time): time.needsFrameNumbers
    case .times(let list): (0..<list.count).contains { list.time($0)?.needsFrameNumbers ?? false }
    case .frames, .gesture, .all, .keyframes: true
    case .every, .count, .chapters: false
    }
  }

  /// Whether it is a single time, which can be looked up from the packets around it.
  var isSingleTime: Bool {
    if case .time = kind { return true }
    return false
  }
}

extension [Moment] {
  /// The most frames and failures that all of them give, of a video of at most so many frames.
  public func mostFrames(atMost most: Int) -> Int {
    reduce(0) { sum, moment in
      let (count, overflows) = sum.addingReportingOverflow(Swift.max(1, moment.mostFrames ?? most))
      return overflows ? .max : count
    }
  }
}
