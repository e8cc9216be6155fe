import Timeline
import Video

/// Moments that stand for as many frames as a span of the video has; each frame counts once in each of them.
extension GrabPlan {
  mutating func spanned(_ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    // Nothing but the timeline is read, however many frames there are.
    defer { video.deadline.restart() }
    switch moment.kind {
    case .every, .count: return try series(moment)
    case .keyframes:
      let (range, table) = try frames(of: moment, areKeyframes: true)
      return cutShort(
        try listed(keyframes(of: table, .main).indices.filter(range.contains), moment), moment, range, table)
    default:
      let (range, table) = try frames(of: moment, areKeyframes: false)
      let run: FoundFrames.FrameSet =
        movesFrames
        ? try listed(Array(range), moment) : .spaced(first: range.lowerBound, count: range.count, step: 1)
      return cutShort(run, moment, range, table)
    }
  }

  /// The frames, and that others should follow, where a span reaches beyond what is left of a file that is cut off.
  private func cutShort(
    _ run: FoundFrames.FrameSet, _ moment: Moment, _ range: Range<Int>, _ table: FrameTable
  ) -> FoundFrames.FrameSet {
    guard table.lacksEnd, range.upperBound == table.count else { return run }
    if let to = options.span.to, let end = try? table.time(of: to, bounds: .clamp), let last = table.lastFrameEnd,
      end <= last
    {
      return run
    }
    return .cutShort(run, endsEarly(moment.text, table))
  }

  /// The frames that start in the span, of which at least one is of the kind wanted.
  private mutating func frames(of moment: Moment, areKeyframes: Bool) throws(GrabError) -> (Range<Int>, FrameTable) {
    let span = options.span
    let bounds = options.bounds
    let (range, table) = try ask(moment.text) { table throws(MomentError) in try table.frames(in: span, bounds: bounds)
    }
    video.deadline.pause()
    if range.isEmpty || areKeyframes && !table.frames[range].contains(where: { $0.isKeyframe }) {
      func time(_ moment: TimeSpecification?) -> Rational? {
        moment.flatMap { try? table.time(of: $0, bounds: bounds) }
      }
      throw fault(
        .nothingStarts(isKeyframe: areKeyframes, from: time(span.from), to: time(span.to)), moment.text, table)
    }
    return (range, table)
  }

  /// Frames in their order, moved; those that come to the same one count once.
  private mutating func listed(_ indices: [Int], _ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    guard movesFrames else { return .listed(indices) }
    var places: [Int] = []
    for index in indices {
      let place = try moved(index, nil, moment.text)
      if place != places.last { places.append(place) }
    }
    return .listed(places)
  }

  private mutating func series(_ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    let (span, bounds, isNearest) = (options.span, options.bounds, options.isNearest)
    let (found, table) = try ask(moment.text) { table throws(MomentError) in
      let (from, to) = try table.times(of: span, bounds: bounds)
      guard let series = moment.series(from: from, to: to) else { throw .tooFine }
      return (series, try table.frames(of: series, nearest: isNearest))
    }
    let (series, frames) = found
    video.deadline.pause()
    var numbers: [Int64] = []
    var places: [Int] = []
    for (place, index) in frames.indices.enumerated() {
      let number = frames.numbers[place]
      // What is wrong with a moment is found out again when its turn comes to be reported.
      if fallsIntoHole(number, of: series, index, table) {
        numbers.append(number)
        places.append(-1)
        continue
      }
      let moved = try moved(index, series.time(number), series.text(number))
      if moved != places.last {
        numbers.append(number)
        places.append(moved)
      }
      // The last of the moments that come to this frame may lie where the next one is missing.
      let last = (place + 1 < frames.numbers.count ? frames.numbers[place + 1] : series.count) - 1
      if last > number, fallsIntoHole(last, of: series, index, table) {
        numbers.append(last)
        places.append(-1)
      }
    }
    return .series(series, numbers: numbers, places: places)
  }

  /// Whether a moment lies behind a frame of a file that is cut off, where others are missing.
  private mutating func fallsIntoHole(_ number: Int64, of series: TimeSeries, _ index: Int, _ table: FrameTable) -> Bool
  {
    guard video.isCutOff else { return false }
    guard let time = series.time(number) else { return false }
    return (try? refuseHole(time, index, series.text(number), table, .main)) == nil
  }
}
