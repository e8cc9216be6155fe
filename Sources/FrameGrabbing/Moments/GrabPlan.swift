import Files
import GestureFiles
import Scrubbing
import Timeline
import Video

/// Turns the moments that were asked for into frames of one video, reading no more of it than the answers need.
struct GrabPlan {
  let video: VideoFile
  let options: GrabOptions
  private let path: Path
  /// The timeline from the first frame on, as far as it was needed; nil while nothing needed it.
  private var timeline: FrameTable?
  /// The keyframes of that timeline, when it was complete.
  private var keyframes: Keyframes?

  /// Whether moments are looked up where they are, rather than in the timeline from the first frame on.
  let looksAround: Bool

  init(_ video: VideoFile, path: Path, options: GrabOptions, looksAround: Bool = true) {
    self.video = video
    self.path = path
    self.options = options
    self.looksAround = looksAround && !options.needsIndex
  }

  /// Resolves every moment by itself: a failure of one does not touch the others.
  mutating func resolve(_ moments: [Moment]) -> FoundFrames {
    if moments.count == 1, let run = try? scattered(moments[0]) { return FoundFrames(runs: [.success(run)]) }
    do throws(VideoError) {
      try readTimeline(for: moments)
    } catch {
      return FoundFrames(runs: moments.map { _ in .failure(GrabError(path, .video(error))) })
    }
    return FoundFrames(
      runs: moments.map { moment in
        do throws(GrabError) {
          return .success(try run(of: moment))
        } catch {
          return .failure(error)
        }
      })
  }

  /// Everything about one of the frames that a moment came to.
  mutating func frame(
    _ position: Int, in run: FoundFrames.FrameSet, of moment: Moment
  ) throws(GrabError) -> PlannedFrame {
    switch run {
    case .single(let frame): return frame
    case .scattered(let frames):
      guard frames.indices.contains(position) else { throw fault(.outOfRange, moment.text, nil) }
      return frames[position]
    case .times(let list, _): return try frame(ofTime: position, in: list)
    case .cutShort(let run, let error):
      guard position < run.count else { throw error }
      return try frame(position, in: run, of: moment)
    case .spaced, .listed:
      guard let place = run.place(position) else { throw fault(.outOfRange, moment.text, nil) }
      return try planned(PlannedFrame.Asking(moment.text), place, try known(), .main)
    case .series(let series, let numbers, _):
      guard numbers.indices.contains(position), let time = series.time(numbers[position]) else {
        throw fault(.tooFine, moment.text, nil)
      }
      let text = series.text(numbers[position])
      guard let place = run.place(position) else { return try frame(at: .time(time), text) }
      return try planned(PlannedFrame.Asking(text, .time(time), resolved: time), place, try known(), .main)
    }
  }

  /// Whether reports hold timecode: where a name asks for it, or the file has its own. It takes the whole timeline,
  /// since only a constant frame rate can be counted.
  var knowsTimecode: Bool { options.namesTimecode || options.wantsReport && video.hasTimecode }

  private mutating func readTimeline(for moments: [Moment]) throws(VideoError) {
    let highest = moments.compactMap { $0.highestIndex }.max()
    if knowsTimecode || options.step != 0 || moments.contains(where: { $0.needsWholeTimeline(in: options.span) })
      || moments.count(where: { $0.isSingleTime }) > Moment.mostSeeks
    {
      timeline = try video.timeline(.whole)
      return
    }
    if let highest { timeline = try video.timeline(.throughFrame(Int(clamping: max(0, highest)))) }
    if let last = options.span.lastTime, moments.contains(where: { $0.isSpanned }) {
      timeline = try video.timeline(.throughTime(last))
    }
  }

  private mutating func run(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet {
    switch moment.kind {
    case .time(let time): return .single(try frame(at: time, moment.text))
    case .frames(let selection):
      let bounds = options.bounds
      let (indexes, table) = try ask(moment.text) { table throws(MomentError) in
        try table.indices(of: selection, bounds: bounds)
      }
      for index in [selection.first, selection.last] { try refuseMissing(index, moment.text, table) }
      let step = Int(clamping: selection.step)
      guard let first = indexes.first(where: { _ in true }) else { return .listed([]) }
      guard movesFrames else { return .spaced(first: first, count: indexes.underestimatedCount, step: step) }
      var places: [Int] = []
      for index in indexes { places.append(try moved(index, nil, moment.text)) }
      return .listed(places)
    case .gesture(let gesture):
      let timeline = try whole()
      var rehearsal = try GestureRehearsal(gesture, in: timeline)
      let value = try rehearsal.play { _ in }
      guard let found = rehearsal.frame(at: value) else { throw fault(.outOfRange, moment.text, timeline) }
      let time = rehearsal.time(ofTick: found.tick)
      let asking = PlannedFrame.Asking(moment.text, time: time, gestureModel: gesture.file.control.model.rawValue)
      return .single(try planned(asking, try moved(found.index, time, moment.text), try known(), .main))
    case .times(let list):
      // Nothing is read here, however long the list is.
      _ = try whole()
      video.deadline.pause()
      defer { video.deadline.restart() }
      var places: [Int] = []
      places.reserveCapacity(list.count)
      for number in 0..<list.count { places.append((try? frame(ofTime: number, in: list))?.place ?? -1) }
      return .times(list, places: places)
    case .every, .count, .all, .keyframes: return try spanned(moment)
    }
  }

  private mutating func frame(ofTime number: Int, in list: TimeList) throws(GrabError) -> PlannedFrame {
    guard let time = list.time(number) else { throw fault(.outOfRange, list.text(number), nil) }
    return try frame(at: time, list.text(number))
  }

  private mutating func frame(at time: TimeSpecification, _ text: String) throws(GrabError) -> PlannedFrame {
    var (table, stretch) = try frames(around: time)
    let resolution: FrameTable.Resolution
    do throws(MomentError) {
      resolution = try table.resolve(time, nearest: options.isNearest, bounds: options.bounds)
    } catch {
      // Only the whole timeline can tell the last frame's index and whether the moment is really outside.
      (table, stretch) = (try whole(), .main)
      do throws(MomentError) {
        resolution = try table.resolve(time, nearest: options.isNearest, bounds: options.bounds)
      } catch {
        throw fault(error, text, table)
      }
    }
    try refuseHole(time, resolution, text, table, stretch)
    let asking = PlannedFrame.Asking(text, time, resolved: resolution.asked)
    guard movesFrames else { return try planned(asking, resolution.index, table, stretch) }
    if options.step == 0, let place = snapped(resolution.index, resolution.asked, in: keyframes(of: table, stretch)) {
      return try planned(asking, place, table, stretch)
    }
    var place = resolution.index
    if stretch != .main { place = try whole().frameIndex(onScreenAtTick: table.frames[place].tick) }
    return try planned(asking, try moved(place, resolution.asked, text), try known(), .main)
  }

  /// The last frame before a hole in a file that is cut off does not stand for what is missing, whatever `--clamp` and
  /// `--nearest` say.
  private mutating func refuseHole(
    _ time: TimeSpecification, _ resolution: FrameTable.Resolution, _ text: String, _ table: FrameTable,
    _ stretch: Stretch
  ) throws(GrabError) {
    switch time {
    case .frame(let index): try refuseMissing(index, text, table)
    case .timecode: break
    case .start, .time, .ticks, .percent, .beforeEnd, .end:
      guard let asked = resolution.asked else { return }
      // Where nothing tells of the whole, the end is that of the last frame that is there.
      if asked == table.end, !table.lacksEnd, time.needsWholeTimeline { return }
      try refuseHole(asked, resolution.index, text, table, stretch)
    }
  }

  /// The same for an index: one beyond the last frame, and any that is counted from an end that is not there.
  private func refuseMissing(_ index: Int64, _ text: String, _ table: FrameTable) throws(GrabError) {
    let isBeyond = index < 0 ? table.lacksEnd : index >= Int64(table.count)
    if table.isComplete, isBeyond, video.isCutOff { throw endsEarly(text, table) }
  }

  /// The same for a time.
  mutating func refuseHole(
    _ asked: Rational, _ place: Int, _ text: String, _ table: FrameTable, _ stretch: Stretch
  ) throws(GrabError) {
    if table.isComplete, video.isCutOff, let end = table.end, asked > end { throw endsEarly(text, try whole()) }
    guard let tick = asked.adding(table.origin).flatMap({ table.timeBase.lastTick(atOrBefore: $0) }),
      video.endsBefore(tick: tick, frame: place, in: table, of: stretch)
    else { return }
    // Only the whole timeline tells the frame's index.
    throw endsEarly(text, try whole())
  }

  /// That what was asked for lies behind the last frame of a file that is cut off.
  func endsEarly(_ text: String, _ timeline: FrameTable) -> GrabError {
    let last = timeline.lastDecodable
    return GrabError(
      path, .video(VideoError("finding \(text)", last.map { .endsAfter(frame: $0) } ?? .noFrames)))
  }

  // MARK: Reading

  /// The frames among which a time is looked up: a stretch around it, or all from the first when the index is wanted.
  private mutating func frames(around time: TimeSpecification) throws(GrabError) -> (FrameTable, Stretch) {
    if let timeline, timeline.isComplete || time.needsFrameNumbers { return (timeline, .main) }
    let seconds: Rational
    switch time {
    case .time(let asked): seconds = asked
    case .start: seconds = .zero
    case .ticks(let ticks):
      guard let absolute = video.timeBase.seconds(ofTicks: ticks), let asked = absolute.subtracting(video.origin) else {
        return (try whole(), .main)
      }
      seconds = asked
    default: return (try whole(), .main)
    }
    return try blaming(path, GrabError.Fault.video) { () throws(VideoError) in
      looksAround ? try video.neighbourhood(of: seconds) : (try video.timeline(.throughTime(seconds)), .main)
    }
  }

  /// What the timeline that was read so far says, or all of it when that is not enough.
  mutating func ask<Answer>(
    _ text: String, _ body: (FrameTable) throws(MomentError) -> Answer
  ) throws(GrabError) -> (Answer, FrameTable) {
    if let timeline, !timeline.isComplete, let answer = try? body(timeline) { return (answer, timeline) }
    let table = try whole()
    do throws(MomentError) {
      return (try body(table), table)
    } catch {
      throw fault(error, text, table)
    }
  }

  /// The timeline from the first frame to the last.
  private mutating func whole() throws(GrabError) -> FrameTable {
    if let timeline, timeline.isComplete { return timeline }
    let read = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in try video.timeline(.whole) }
    timeline = read
    return read
  }

  /// The timeline from the first frame on that frames of the main stretch were found in.
  private mutating func known() throws(GrabError) -> FrameTable {
    if let timeline { return timeline }
    return try whole()
  }

  /// A file that is cut off says so, instead of "past the end".
  func fault(_ error: MomentError, _ text: String, _ timeline: FrameTable?) -> GrabError {
    switch error {
    case .pastEnd, .noSuchFrame:
      if video.isCutOff, let timeline { return endsEarly(text, timeline) }
    case .outOfRange:
      if let timeline, timeline.lacksEnd { return endsEarly(text, timeline) }
    default: break
    }
    return GrabError(path, .moment(error, asked: text))
  }
}

// MARK: Moving

extension GrabPlan {
  /// Whether frames are moved from where they were found.
  var movesFrames: Bool { options.step != 0 || options.snap != nil }

  /// Where a frame of the main stretch is moved to: to a keyframe first, and then on by the step.
  mutating func moved(_ place: Int, _ time: Rational?, _ text: String) throws(GrabError) -> Int {
    var place = place
    if options.snap != nil {
      var table = try known()
      var found = snapped(place, time, in: keyframes(of: table, .main))
      if found == nil, !table.isComplete {
        table = try whole()
        found = snapped(place, time, in: keyframes(of: table, .main))
      }
      guard let found else { throw fault(.noKeyframe, text, table) }
      place = found
    }
    return options.step == 0 ? place : stepped(place, in: try whole())
  }

  private func snapped(_ place: Int, _ time: Rational?, in keyframes: Keyframes) -> Int? {
    guard let side = options.snap else { return place }
    return keyframes.keyframe(side, of: place, at: time)
  }

  /// The keyframes of a stretch; those of the whole video are gathered once.
  mutating func keyframes(of table: FrameTable, _ stretch: Stretch) -> Keyframes {
    guard stretch == .main, table.isComplete else { return Keyframes(of: table) }
    if let keyframes { return keyframes }
    let found = Keyframes(of: table)
    keyframes = found
    return found
  }

  /// The frame that is `--step` frames on, within the video.
  private func stepped(_ place: Int, in timeline: FrameTable) -> Int {
    let (sum, overflows) = Int64(place).addingReportingOverflow(options.step)
    let wanted = overflows ? (options.step < 0 ? .min : .max) : sum
    return Int(min(max(wanted, 0), Int64(timeline.count - 1)))
  }

  func planned(
    _ asking: PlannedFrame.Asking, _ place: Int, _ timeline: FrameTable, _ stretch: Stretch
  ) throws(GrabError) -> PlannedFrame {
    let frame = PlannedFrame(
      asking, place: place, in: timeline, stretch: stretch, knowsTimecode: knowsTimecode, isCutOff: video.knownCutOff,
      isSnapped: options.snap != nil, isStepped: options.step != 0)
    guard let frame else { throw fault(.outOfRange, asking.text, timeline) }
    return frame
  }
}
