import Timeline
import Video

/// Moments that mean as many frames as a span of the video has; each frame is in each of them at most once.
struct SpannedMoments: MomentResolver {
  let lookup: FrameLookup
  private var options: GrabOptions { lookup.options }

  init(lookup: FrameLookup) { self.lookup = lookup }

  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet? {
    switch moment.kind {
    case .every, .count: return try series(moment)
    case .keyframes:
      let (range, part) = try frames(of: moment, areKeyframes: true)
      return cutShort(
        try listed(lookup.keyframes(of: part).indices.filter(range.contains), moment), moment, range, part.table)
    case .all:
      let (range, part) = try frames(of: moment, areKeyframes: false)
      let frames: FoundFrames.FrameSet =
        lookup.movesFrames
        ? try listed(Array(range), moment) : .spaced(first: range.lowerBound, count: range.count, step: 1)
      return cutShort(frames, moment, range, part.table)
    case .time, .frames, .gesture, .times, .chapters: return nil
    }
  }

  /// The frames, with an error for those that should follow, if a span reaches into the missing end of a cut-off file.
  private func cutShort(
    _ frames: FoundFrames.FrameSet, _ moment: Moment, _ range: Range<Int>, _ table: FrameTable
  ) -> FoundFrames.FrameSet {
    guard table.lacksEnd, range.upperBound == table.count else { return frames }
    let span = options.choice.span
    if span.to != nil, let (_, end) = try? table.times(of: span, bounds: options.choice.bounds),
      let last = table.lastFrameEnd, end <= last
    {
      return frames
    }
    return .cutShort(frames, lookup.endsEarly(moment.text, table))
  }

  /// The frames that start in the span, at least one of them of the kind wanted.
  private func frames(of moment: Moment, areKeyframes: Bool) throws(GrabError) -> (Range<Int>, TimelinePart) {
    let span = options.choice.span
    let bounds = options.choice.bounds
    let (range, part) = try lookup.ask(moment.text) { table throws(MomentError) in
      try table.frames(in: span, bounds: bounds)
    }
    let table = part.table
    if range.isEmpty || areKeyframes && !table.frames[range].contains(where: { $0.isKeyframe }) {
      func time(_ moment: TimeSpecification?) -> Rational? {
        moment.flatMap { try? table.time(of: $0, bounds: bounds) }
      }
      throw lookup.fault(
        .nothingStarts(isKeyframe: areKeyframes, from: time(span.from), to: time(span.to)), moment.text, table)
    }
    return (range, part)
  }

  /// Frames in order, moved; those that are moved to the same one count once.
  private func listed(_ indices: [Int], _ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    guard lookup.movesFrames else { return .listed(indices, from: nil) }
    var places: [Int] = []
    var origins: [Int] = []
    for index in indices {
      let place = try lookup.moved(index, nil, moment.text)
      if place != places.last {
        places.append(place)
        origins.append(index)
      }
    }
    return .listed(places, from: origins)
  }

  private func series(_ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    let (span, bounds, isNearest) = (options.choice.span, options.choice.bounds, options.choice.isNearest)
    let (found, part) = try lookup.ask(moment.text) { table throws(MomentError) in
      let (from, to) = try table.times(of: span, bounds: bounds)
      let isSheet = options.pixels.sheet != nil
      guard let series = moment.series(from: from, to: to, inMiddles: isSheet) else { throw .tooFine }
      return (series, try table.frames(of: series, nearest: isNearest, repeats: options.choice.repeatsFrames))
    }
    let (series, frames) = found
    var numbers: [Int64] = []
    var places = FramePlaces()
    for (place, index) in frames.indices.enumerated() {
      let number = frames.numbers[place]
      // The error is made again when it is reported.
      if fallsIntoHole(number, of: series, index, part) {
        numbers.append(number)
        places.append(nil)
        continue
      }
      let last = (place + 1 < frames.numbers.count ? frames.numbers[place + 1] : series.count) - 1
      for (number, moved) in try moved(index, of: number...max(number, last), in: series)
      where moved != places.last || options.choice.repeatsFrames {
        numbers.append(number)
        places.append(moved)
      }
      // Of the moments with this frame, the last one may be in the missing part.
      if last > number, fallsIntoHole(last, of: series, index, part) {
        numbers.append(last)
        places.append(nil)
      }
    }
    return .series(series, numbers: numbers, places: places)
  }

  /// What a frame is moved to for the moments that have it: of several, the first may be nearer to another keyframe than
  /// the last, and then the first one that is nearer to that, too.
  private func moved(
    _ index: Int, of numbers: ClosedRange<Int64>, in series: TimeSeries
  ) throws(GrabError) -> [(number: Int64, place: Int)] {
    func place(_ number: Int64) throws(GrabError) -> Int {
      try lookup.moved(index, series.time(number), series.text(number))
    }
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    let first = try place(low)
    // One that may be nearer to what a file has lost is no moment of its own.
    guard options.choice.snap == .nearest, low < high, let other = try? place(high), other != first else {
      return [(low, first)]
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if (try? place(middle)) == other { high = middle } else { low = middle }
    }
    return [(numbers.lowerBound, first), (high, other)]
  }

  /// Whether a moment is in the missing part of a file, after the frame that it selected.
  private func fallsIntoHole(_ number: Int64, of series: TimeSeries, _ index: Int, _ part: TimelinePart) -> Bool {
    guard lookup.video.isCutOff, let time = series.time(number) else { return false }
    return (try? lookup.refuseMissingPart(time, index, series.text(number), part)) == nil
  }
}
