import Files
import Timeline
import Video

/// The bookkeeping of one run: the frames of its moments, and their results, which are reported in request order as
/// early as possible, whatever order they arrive in.
///
/// A class, since the workers of a run put their results into one ledger (`ParallelLedger` guards it).
final class GrabLedger {
  /// Receives the result of a frame.
  typealias Report = (Result<FrameReport, GrabError>) -> Void

  private enum Waiting {
    case kept(WaitingReport)
    /// The whole report, since the timeline that it was made from has changed.
    indirect case whole(FrameReport)
    indirect case failure(GrabError)
    case nothing
  }

  private let video: VideoFile
  let input: Path
  private let options: GrabOptions
  let moments: [Moment]
  /// Whether moments are looked up by seeking; false once a picture is missing.
  private var looksAround = true
  private(set) var plan: GrabPlan
  private(set) var found: FoundFrames
  private(set) var total = 0
  /// For each moment, how many requests precede it.
  private(set) var starts: [Int] = []
  /// Whether reports are held back until the one file for all pictures, or all sheets, are complete.
  private(set) var isHeld: Bool
  /// Whether that file is open for pictures.
  private(set) var hasFile = false
  /// How that file was published.
  private var published: Published?
  /// The size and shape of the video's pictures, if they become tiles.
  private let shown: ShownPicture?
  /// The sheets; nil if there are none.
  private(set) var sheets: SheetPlan?
  /// Why the file or the sheets cannot be written, which ends the run.
  private(set) var loss: GrabError?
  private var name: FrameName?
  /// Names that several requests share.
  private(set) var sharedNames: Set<Path> = []
  /// Requests whose own picture is blank, and the frames that replace such pictures.
  var blanks: Set<AskedFrame> = []
  var moves: [AskedFrame: BlankMove] = [:]
  private var waiting: [AskedFrame: Waiting] = [:]
  private var likeness: WaitingReport.SharedFacts?
  /// The first request that was not reported yet.
  private(set) var next = AskedFrame(moment: 0, position: 0)
  /// All requests before this one have a result: the search for the next tiles starts here.
  var firstOpen = AskedFrame(moment: 0, position: 0)
  private var done = 0
  /// Whether anything failed.
  private(set) var hasFailed = false
  /// The folders that take no files, each with the last moment for which this was reported.
  private var blocked: [Path: Int] = [:]
  /// The moments of which a frame is behind the end of a file that is cut off.
  private var cut: Set<Int> = []
  /// Whether such a folder was found since the outputs were last checked.
  var isBlocked = false
  /// How many pictures were not tried, since another one could not be written to their folder.
  private(set) var untriedCount = 0

  /// Finds the frames and names them.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(
    _ moments: [Moment], _ video: VideoFile, input: Path, options: GrabOptions, shown: ShownPicture? = nil
  ) throws(GrabError) {
    self.shown = shown
    self.video = video
    self.input = input
    self.options = options
    let moments = try Moment.withChapters(moments, of: video, path: input)
    self.moments = moments
    isHeld = options.joinsFile && !options.isDryRun
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    name = FrameName(options, video: input)
    if case .nowhere = options.output.destination { name = FrameName(.standard, video: input, tellsMoment: true) }
    try nameAll()
  }

  /// Resolves the moments to frames of one timeline: if resolving one of them changes the timeline, all are resolved
  /// again.
  private static func resolve(
    _ moments: [Moment], _ video: VideoFile, _ input: Path, _ options: GrabOptions, looksAround: Bool
  ) -> (GrabPlan, FoundFrames) {
    video.settled {
      let plan = GrabPlan(video, path: input, options: options, looksAround: looksAround)
      return (plan, plan.resolve(moments))
    }
  }

  /// Looks up again the frames that have no result yet, on a timeline that has changed or on the whole one.
  ///
  /// A range that reaches to the end may have fewer or more frames now than the packets implied.
  ///
  /// - Parameter inWhole: whether to use the timeline from the first frame on from now on.
  func resolveAgain(inWhole: Bool) throws(GrabError) {
    if inWhole { looksAround = false }
    for (request, entry) in waiting {
      guard case .kept(let kept) = entry else { continue }
      if let frame = try? frame(request) { waiting[request] = .whole(kept.report(on: frame, of: input)) }
    }
    (blanks, moves) = ([], [:])
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    try nameAll()
  }

  /// All facts about a frame, with its name.
  func frame(_ request: AskedFrame) throws(GrabError) -> PlannedFrame {
    guard moments.indices.contains(request.moment) else { throw GrabError(input, .moment(.outOfRange, asked: "")) }
    let (moment, frames) = (moments[request.moment], try found.sets[request.moment].get())
    var frame = try plan.frame(request.position, in: frames, of: moment)
    if case .count(let asked) = moment.kind { frame.count = (frames.count, asked) }
    frame.position = starts[request.moment] + request.position
    if let sheets, let tile = sheets.place(frame.position) {
      (frame.tile, frame.position, frame.sheet) = (tile, tile.cell, tile.cell / sheets.grid.capacity + 1)
    }
    frame.name = name?.name(of: frame)
    if case .files = options.output.destination { frame.output = frame.name.flatMap { name?.path(of: $0) } }
    // A replacement keeps the name of the moment's own frame, since names are made before anything is decoded.
    if options.choice.skipsBlank != nil { frame.skip(moves[request]) }
    return frame
  }

  // MARK: Names

  /// Makes sure that every frame has a name of its own.
  private func nameAll() throws(GrabError) {
    total = found.count
    starts = found.starts
    if let sheet = options.pixels.sheet, let shown {
      sheets = try SheetPlan(sheet, options, shown, of: moments, found, plan)
      if let grid = sheets?.grid, grid.sheets > 1, options.names?.uses(.sheet) != true {
        throw GrabError(
          file ?? .standardOutput,
          .severalSheets(grid.sheets, columns: grid.columns, rows: grid.rows, tiles: grid.count))
      }
      if sheets == nil { isHeld = false }
    }
    if case .standardOutput = options.output.destination, !options.joinsPictures, found.pictureCount > 1 {
      throw GrabError(.standardOutput, .severalToStandardOutput(count: found.pictureCount))
    }
    try AnswerPictures.check(found.pictureCount, of: video, input: input, options)
    guard var name else { return }
    if name.usesTimes {
      var times: [Rational] = []
      try found.forEach { request, _ throws(GrabError) in
        let frame = try frame(request)
        if frame.isByTime, let time = frame.namingTime { times.append(time) }
      }
      name.distinguish(times)
      self.name = name
    }
    if options.joinsPictures { return }
    var clashes = NameClashes()
    try found.forEach { request, _ throws(GrabError) in
      if let output = try frame(request).output { clashes.note(output, of: request) }
    }
    sharedNames = try clashes.shared(frame)
  }

  /// The progress of the run; a timeline that has changed may have fewer frames than have results.
  var progress: GrabProgress { GrabProgress(done: min(done, total), total: total) }

  /// The frame that is decoded for a request; nil if it cannot be found.
  func reference(_ request: AskedFrame) -> FrameReference? {
    moves[request]?.frame.map { $0.part.reference(to: $0.place) } ?? found.reference(request)
  }

  /// Whether a request is the next one to be reported.
  func isNext(_ request: AskedFrame) -> Bool { request == next }

  // MARK: One file for all pictures

  /// Forgets all results, since the file or the sheets start anew; `isOpen` tells whether they take pictures.
  func startAgain(isOpen: Bool) {
    waiting = [:]
    firstOpen = next
    done = 0
    hasFile = isOpen
  }

  /// The one file for all pictures.
  var file: Path? { name?.path(of: PictureName()) }

  /// Completes the file or the sheets, if there are any, and reports what is left.
  func finish(through outlet: any PictureOutlet, _ report: Report) {
    let hasPictures = waiting.values.contains { if case .failure = $0 { false } else { true } }
    guard isHeld, sheets == nil || hasPictures else {
      isHeld = false
      return reportDue(report)
    }
    do throws(GrabError) {
      release(hasFile ? try outlet.complete(count: sheets?.grid.count ?? total) : .skipped, report)
    } catch {
      report(.failure(error))
    }
  }

  /// Reports everything that was held back until the file was published.
  func release(_ published: Published, _ report: Report) {
    self.published = published
    isHeld = false
    reportDue(report)
  }

  /// Whether a frame has no result yet.
  func isOpen(_ request: AskedFrame) -> Bool { request >= next && waiting[request] == nil }

  // MARK: Results

  /// Stores the result of a frame, once, and reports whatever is due.
  func settle(_ request: AskedFrame, _ result: Result<FrameReport, GrabError>, _ report: Report) {
    guard isOpen(request) else { return }
    done += 1
    if case .failure(let error) = result {
      hasFailed = true
      if isHeld, error.isAboutOutput { loss = error }
    }
    let result = result.mapError { error in
      let frame = try? frame(request)
      let told = note(error, of: request, in: frame?.output?.parent)
      return told.asked(frame?.asked ?? moments[request.moment].text)
    }
    if request == next, !isHeld {
      report(result)
      next.position += 1
      return reportDue(report)
    }
    switch result {
    case .success(let whole): waiting[request] = .kept(WaitingReport(whole, sharing: &likeness))
    case .failure(let error): waiting[request] = .failure(error)
    }
  }

  /// Notes a folder that takes no files, and a moment behind a cut; returns the error, marked as a repetition if it was
  /// reported before.
  private func note(_ error: GrabError, of request: AskedFrame, in folder: Path?) -> GrabError {
    if error.isCutOff { return cut.insert(request.moment).inserted ? error : error.repeated() }
    guard error.isAboutFolder, let folder else { return error }
    isBlocked = true
    return blocked.updateValue(request.moment, forKey: folder) == nil ? error : error.repeated()
  }

  /// Settles a frame whose folder takes no files: one error for each moment.
  ///
  /// - Parameter isUntried: Whether it was not tried only because another one had failed.
  func refuse(_ request: AskedFrame, in folder: Path, _ failure: GrabError, isUntried: Bool, _ report: Report) {
    if isUntried { untriedCount += 1 }
    if blocked[folder] == request.moment { drop(request, report) } else { settle(request, .failure(failure), report) }
  }

  /// Drops a frame that gets no report.
  func drop(_ request: AskedFrame, _ report: Report) {
    guard isOpen(request) else { return }
    done += 1
    waiting[request] = .nothing
    reportDue(report)
  }

  /// Reports what is due: stored results, and frames that cannot be found, up to the first request without a result.
  func reportDue(_ report: Report) {
    if isHeld { return }
    while next.moment < found.sets.count {
      switch found.sets[next.moment] {
      case .failure(let error):
        // Of a moment that has had frames, the rest cannot be found: the timeline has changed.
        fail(error.asked(moments[next.moment].text), report)
      case .success(let frames):
        while next.position < frames.count {
          if let entry = waiting.removeValue(forKey: next) {
            tell(entry, of: next, report)
          } else if found.reference(next) == nil {
            fail(note(lookUpFault(next), of: next, in: nil), report)
          } else {
            return
          }
          next.position += 1
        }
      }
      next = AskedFrame(moment: next.moment + 1, position: 0)
    }
  }

  /// Reports all available results in request order, after a run that was ended early.
  func reportRest(_ report: Report) {
    if isHeld, let loss { return report(.failure(loss)) }
    for request in waiting.keys.sorted() {
      guard let entry = waiting.removeValue(forKey: request) else { continue }
      guard isHeld else {
        tell(entry, of: request, report)
        continue
      }
      // Without the file there are no pictures to report: only the first error is.
      if case .failure = entry { return tell(entry, of: request, report) }
    }
  }

  /// Reports the first request that cannot be found; false when all can.
  func reportFirstFault(_ report: Report) -> Bool {
    for (moment, set) in found.sets.enumerated() {
      switch set {
      case .failure(let error):
        fail(error.asked(moments[moment].text), report)
        return true
      case .success(let frames):
        guard frames.hasFailures else { continue }
        let requests = (0..<frames.count).lazy.map { AskedFrame(moment: moment, position: $0) }
        guard let request = requests.first(where: { found.reference($0) == nil }) else { continue }
        fail(lookUpFault(request), report)
        return true
      }
    }
    return false
  }

  private func tell(_ entry: Waiting, of request: AskedFrame, _ report: Report) {
    switch entry {
    case .whole(let whole): report(.success(whole))
    case .failure(let error): report(.failure(error))
    case .nothing: break
    case .kept(let kept):
      do throws(GrabError) {
        let frame = try frame(request)
        var whole = kept.report(on: frame, of: input)
        if let published {
          let path = sheets == nil ? file : frame.output
          whole.outcome = path.map { FrameReport.Outcome(published, $0) } ?? .standardOutput
        }
        report(.success(whole))
      } catch {
        report(.failure(error))
      }
    }
  }

  private func fail(_ error: GrabError, _ report: Report) {
    hasFailed = true
    done += 1
    report(.failure(error))
  }
}
