import Files
import Timeline
import Video

/// One run of a grabber: the frames that its moments came to, and their results, which are reported in the order of
/// asking as soon as that is possible, in whatever order they come.
struct GrabLedger {
  /// Takes what became of a frame.
  typealias Report = (Result<FrameReport, GrabError>) -> Void

  private enum Waiting {
    case kept(WaitingReport)
    /// Found on a timeline that does not hold any more.
    indirect case whole(FrameReport)
    indirect case failure(GrabError)
    case nothing
  }

  private let video: VideoFile
  private let input: Path
  private let options: GrabOptions
  private let moments: [Moment]
  /// Whether moments are looked up where they are, as long as their pictures come.
  private var looksAround = true
  private var plan: GrabPlan
  private(set) var found: FoundFrames
  private var total = 0
  private var name: FrameName?
  /// Names that several targets share.
  private(set) var sharedNames: Set<Path> = []
  private var waiting: [Target: Waiting] = [:]
  private var likeness: WaitingReport.Likeness?
  /// The first one that is not reported yet.
  private var next = Target(moment: 0, position: 0)
  private var done = 0
  /// Whether anything failed.
  private(set) var hasFailed = false

  /// Finds the frames and names them.
  ///
  /// - Throws: `GrabError` for what makes the whole call senseless.
  init(_ moments: [Moment], _ video: VideoFile, input: Path, options: GrabOptions) throws(GrabError) {
    self.video = video
    self.input = input
    self.options = options
    self.moments = moments
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    if case .files(let template) = options.destination { name = FrameName(template, video: input) }
    try nameAll()
  }

  /// Turns the moments into frames of one and the same timeline.
  private static func resolve(
    _ moments: [Moment], _ video: VideoFile, _ input: Path, _ options: GrabOptions, looksAround: Bool
  ) -> (GrabPlan, FoundFrames) {
    while true {
      let revision = video.revision
      var plan = GrabPlan(video, path: input, options: options, looksAround: looksAround)
      let found = plan.resolve(moments)
      // Else one of the moments led to another timeline: what was found before it does not hold any more.
      if video.revision == revision { return (plan, found) }
    }
  }

  /// Looks the frames that have no result yet up again, on a timeline that has become another one, or on the whole.
  ///
  /// A range that reaches to the end may have fewer frames now than the packets promised, or more.
  ///
  /// - Parameter inWhole: whether it is to be the timeline from the first frame on from now on.
  mutating func resolveAgain(inWhole: Bool = false) throws(GrabError) {
    if inWhole { looksAround = false }
    for (target, entry) in waiting {
      guard case .kept(let kept) = entry else { continue }
      if let frame = try? frame(target) { waiting[target] = .whole(kept.report(on: frame, of: input)) }
    }
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    try nameAll()
  }

  /// Everything about a frame, with its name.
  mutating func frame(_ target: Target) throws(GrabError) -> PlannedFrame {
    guard moments.indices.contains(target.moment) else { throw GrabError(input, .moment(.outOfRange, asked: "")) }
    var frame = try plan.frame(target.position, in: found.runs[target.moment].get(), of: moments[target.moment])
    frame.output = name?.path(of: frame)
    return frame
  }

  // MARK: Names

  /// Sees to it that every frame has a name of its own.
  private mutating func nameAll() throws(GrabError) {
    total = found.count
    if case .standardOutput = options.destination, found.pictureCount > 1 {
      throw GrabError(.standardOutput, .severalToStandardOutput(count: found.pictureCount))
    }
    guard var name else { return }
    // Nothing is read here, however many frames there are.
    video.deadline.pause()
    defer { video.deadline.restart() }
    if name.usesTimes {
      var times: [Rational] = []
      let found = found
      try found.forEach { target, _, _ throws(GrabError) in
        let frame = try self.frame(target)
        if frame.isByTime, let time = frame.namingTime { times.append(time) }
      }
      name.distinguish(times)
      self.name = name
    }
    var clashes = NameClashes()
    let found = found
    try found.forEach { target, _, _ throws(GrabError) in
      if let output = try self.frame(target).output { clashes.add(output, of: target) }
    }
    sharedNames = try clashes.shared { target throws(GrabError) in try self.frame(target) }
  }

  // MARK: What is to be done

  /// How far the run has come.
  var progress: GrabProgress { GrabProgress(done: done, total: total) }

  /// The frames that have no result yet, stretch by stretch in the order of asking.
  func wanted() -> [(stretch: Stretch, places: WantedPlaces)] {
    var stretches: [Stretch] = []
    var wanted: [Stretch: WantedPlaces] = [:]
    for (moment, run) in found.runs.enumerated() {
      guard case .success(let run) = run else { continue }
      for position in 0..<run.count {
        let target = Target(moment: moment, position: position)
        let stretch = run.stretch(position)
        guard let place = run.place(position), isOpen(target) else { continue }
        if wanted[stretch] == nil { stretches.append(stretch) }
        wanted[stretch, default: WantedPlaces()].add(place, for: target)
      }
    }
    return stretches.compactMap { stretch in
      guard var places = wanted.removeValue(forKey: stretch) else { return nil }
      places.sort()
      return (stretch, places)
    }
  }

  /// Whether a frame has no result yet.
  func isOpen(_ target: Target) -> Bool { target >= next && waiting[target] == nil }

  // MARK: Results

  /// Takes the result of a frame, once, and reports whatever is due.
  mutating func settle(_ target: Target, _ result: Result<FrameReport, GrabError>, _ report: Report) {
    guard isOpen(target) else { return }
    done += 1
    if case .failure = result { hasFailed = true }
    if target == next {
      report(result)
      next.position += 1
      return reportDue(report)
    }
    switch result {
    case .success(let whole): waiting[target] = .kept(WaitingReport(whole, sharing: &likeness))
    case .failure(let error): waiting[target] = .failure(error)
    }
  }

  /// Gives up a frame of which nothing is to be said.
  mutating func drop(_ target: Target, _ report: Report) {
    guard isOpen(target) else { return }
    done += 1
    waiting[target] = .nothing
    reportDue(report)
  }

  /// Reports what has its turn now: results that waited, and what cannot be found.
  mutating func reportDue(_ report: Report) {
    while next.moment < found.runs.count {
      switch found.runs[next.moment] {
      case .failure(let error):
        if next.position == 0 { fail(error, report) }
      case .success(let run):
        while next.position < run.count {
          if let entry = waiting.removeValue(forKey: next) {
            tell(entry, of: next, report)
          } else if run.place(next.position) == nil {
            fail(lookUpFault(next), report)
          } else {
            return
          }
          next.position += 1
        }
      }
      next = Target(moment: next.moment + 1, position: 0)
    }
  }

  /// Reports all results that are there, in the order of asking, after a run that was ended before its time.
  mutating func reportRest(_ report: Report) {
    for target in waiting.keys.sorted() {
      if let entry = waiting.removeValue(forKey: target) { tell(entry, of: target, report) }
    }
  }

  /// Reports the first of those that cannot be found; false when all can.
  mutating func reportFirstFault(_ report: Report) -> Bool {
    for (moment, run) in found.runs.enumerated() {
      switch run {
      case .failure(let error):
        fail(error, report)
        return true
      case .success(let run):
        guard run.hasFailures, let position = (0..<run.count).first(where: { run.place($0) == nil }) else { continue }
        fail(lookUpFault(Target(moment: moment, position: position)), report)
        return true
      }
    }
    return false
  }

  private mutating func tell(_ entry: Waiting, of target: Target, _ report: Report) {
    switch entry {
    case .whole(let whole): report(.success(whole))
    case .failure(let error): report(.failure(error))
    case .nothing: break
    case .kept(let kept):
      do throws(GrabError) {
        report(.success(kept.report(on: try frame(target), of: input)))
      } catch {
        report(.failure(error))
      }
    }
  }

  private mutating func fail(_ error: GrabError, _ report: Report) {
    hasFailed = true
    done += 1
    report(.failure(error))
  }

  /// Why a frame cannot be found.
  private mutating func lookUpFault(_ target: Target) -> GrabError {
    do throws(GrabError) {
      return plan.fault(.outOfRange, try frame(target).asked, nil)
    } catch {
      return error
    }
  }
}
