import Arguments
import Broker
import Files
import FrameGrabbing
import JSON
import Sourcing
import Timeline
import Workers

/// Does the jobs of a file, or of many videos: plans them, hands them to workers, and records the results.
///
/// A video that fails affects its own jobs only. Pictures and results are the same with any number of workers.
struct BatchRun {
  private let settings: BatchSettings
  private let journal: Journal?
  private let inputs: [FileIdentity]
  private let desk: any RequestDesk
  private let stops: StopSignals
  private var tally: BatchTally
  /// The known jobs that are not begun yet.
  private var queue = BatchQueue([])
  private var lines = JobLines(isOrdered: false)
  /// The jobs that are worked on, by their places.
  private var started: [Int: Started] = [:]
  /// The jobs whose workers were lost, in that order.
  private var late: [Late] = []
  /// Why no more jobs can be read.
  private var fault: GrabError?
  /// Whether someone still reads standard output.
  private var isRead = true
  /// The jobs with results, if the run continues a file of results.
  private var jobs = RunJobs()
  /// Writes the progress for machines; nil if that is not wanted.
  private var teller: ProgressTeller?
  /// The folders to which no file can be written: jobs for them do not start.
  private let folders = FolderFaults()

  private struct Started {
    let id: JSONText?
    let key: JobKey?
    let version: String?
    /// The text of its only moment; nil if it has several, or is no job.
    let asked: String?
    /// Its output, if the name does not depend on the video.
    let output: Path?
    let attempts: Int
    let time: Int64
  }

  /// A job that is tried a second time, after all others.
  private struct Late {
    let place: Int
    let published: [Path: Published]
  }

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - inputs: The files that must not be overwritten.
  ///   - start: When it was begun, in nanoseconds of the steady clock.
  init(
    _ settings: BatchSettings, _ zygote: Zygote?, _ journal: Journal?, inputs: [FileIdentity], start: Int64
  ) {
    tally = BatchTally(start: start)
    (self.settings, self.journal, self.inputs) = (settings, journal, inputs)
    stops = ProcessLimits.noteStops()
    teller = settings.tellsProgress ? ProgressTeller(settings.service.terminal) : nil
    desk = settings.service.desk(zygote)
  }

  private var terminal: Terminal { settings.service.terminal }
  /// Whether videos are files, and not what a helper reads.
  private var areFiles: Bool { settings.service.base.source == nil }

  /// Whether no more jobs are started.
  private var isEnding: Bool {
    stops.noted != nil || desk.hasFailed || settings.service.source?.fault != nil || fault ?? journal?.fault != nil
      || settings.stopsAtFailure && tally.hasFailed
  }

  /// Runs all jobs and prints the summary; returns the exit code.
  ///
  /// - Parameters:
  ///   - texts: all jobs; nil if they come through a pipe.
  ///   - plan: what is to be done of them, if they were planned.
  mutating func workThrough(_ texts: (any JobTexts)?, _ plan: BatchPlan?) throws(GrabError) -> Int32 {
    if let texts {
      try work(on: texts, plan)
    } else {
      var windows = JobWindows()
      tally.mayGrow = true
      while !isEnding, let texts = try windows.next(stops, tick: { teller?.tick(tally, running: 0) }) {
        try work(on: texts)
      }
    }
    journal?.finish()
    if settings.resuming != nil, !isEnding, tally.untried == 0 { journal?.rewrite(jobs) }
    terminal.progress?.clear()
    if settings.printsJSON { try print(Array((tally.summary(results: settings.results).description + "\n").utf8)) }
    // A run that succeeds is silent unless standard error is a terminal, so that cron sends no mail.
    let isWatched = terminal.level >= .verbose || terminal.level == .normal && standardErrorIsTerminal
    let isPartial = isEnding || tally.untried > 0
    let isTold = isPartial && (terminal.level >= .normal || tally.notBegun > 0)
    if tally.failed > 0 || isTold || isWatched {
      for line in tally.report(results: settings.results, isPartial: isPartial) { terminal.fail(line) }
      if tally.untried > 0 {
        let folders = folders.folders.map { "\($0)" }.sorted().prefix(3).joined(separator: ", ")
        let jobs = tally.untried == 1 ? "1 job was" : "\(tally.untried) jobs were"
        terminal.fail("\(jobs) not tried: no file can be written to \(folders)")
      }
    }
    try blaming(.standardOutput, GrabError.Fault.output, finishStandardOutput)
    if let signal = stops.noted { return 128 + signal }
    if desk.hasFailed {
      terminal.fail(WorkerLoss.noMoreWorkers)
      return ExitCode.limit.rawValue
    }
    if let fault = settings.service.source?.fault {
      terminal.fail("\(fault.words), so no more jobs are begun")
      return ExitCode.limit.rawValue
    }
    if let fault = fault ?? journal?.fault {
      terminal.fail(RelayedError(fault, settings.service.base))
      return ExitCode(fault).rawValue
    }
    return (folders.folders.isEmpty ? tally.code : .output).rawValue
  }

  /// Ends the workers and the helper, and prints the last progress.
  func close() {
    desk.close()
    settings.service.source?.close()
    teller?.end(tally)
  }

  // MARK: Jobs

  /// Runs all jobs of some texts.
  ///
  /// - Parameter known: the plan, if it was made already.
  private mutating func work(on texts: any JobTexts, _ known: BatchPlan? = nil) throws(GrabError) {
    var planner = BatchPlanner(settings, journal)
    let plan: BatchPlan
    if let known { plan = known } else { plan = try planner.plan(texts) }
    tally.total += plan.total
    tally.count(earlier: plan)
    for job in plan.earlierJobs { jobs.note(job.key, number: job.number, video: job.video, output: job.output) }
    queue = plan.queue
    lines = JobLines(isOrdered: settings.service.isOrdered)
    for fault in plan.faults {
      let place = fault.number - texts.firstNumber
      try note(JobResult(fault.words, .usage), at: place, in: texts, started(id: fault.id), nil, slot: nil)
    }
    while true {
      for slot in desk.freeSlots {
        // A job that needs no worker leaves its slot free.
        while mayBegin, let place = queue.next(for: slot, front: lines.front), !(try start(texts, place, in: slot)) {}
      }
      if desk.isIdle {
        guard !isEnding, !late.isEmpty else { break }
        // No other job can start: none is left, or the waiting ones are too far ahead of this one.
        let job = late.removeFirst()
        guard let slot = desk.freeSlots.first, try start(texts, job.place, in: slot, after: job) else { continue }
      }
      try awaitResults(texts)
    }
    try print(lines.takeRest())
  }

  /// Whether a job may be begun now.
  private var mayBegin: Bool { !isEnding && (desk.isIdle || !lines.isFull && !isRetrying) }

  /// Whether a job is being tried a second time, which no other may disturb.
  private var isRetrying: Bool { started.values.contains { $0.attempts > 1 } }

  private func started(
    id: JSONText?, key: JobKey? = nil, version: String? = nil, asked: AskedMoments? = nil, output: Path? = nil,
    attempts: Int = 1
  ) -> Started {
    Started(
      id: id, key: key, version: version, asked: asked?.onlyText, output: output, attempts: attempts,
      time: SystemClock.steady.nanoseconds)
  }

  /// Reads a job again that was read for the plan; nil if that fails, which ends the run.
  private mutating func readAgain(_ texts: any JobTexts, _ place: Int) -> BatchPlanner.Job? {
    do throws(GrabError) {
      let text = try texts.text(at: place)
      if let job = try? BatchPlanner.job(text, texts.kind, texts.firstNumber + place, settings) { return job }
      fault = .changedJobs(settings.source.file ?? .standardInput)
    } catch {
      fault = error
    }
    return nil
  }

  /// Starts a job; returns false if it has its result already.
  private mutating func start(
    _ texts: any JobTexts, _ place: Int, in slot: Int, after late: Late? = nil
  ) throws(GrabError) -> Bool {
    let number = texts.firstNumber + place
    guard let job = readAgain(texts, place) else { return false }
    let reader = JobReader(settings.service)
    let attempts = late == nil ? 1 : 2
    let inputs: Inputs
    var named: NamedGrab
    do throws(GrabError) {
      (inputs, named) = try reader.named(job.asked)
      if let folder = named.options.knownFolder(input: named.path) {
        guard folders.fault(of: folder) == nil else {
          tally.countUntried()
          try print(lines.take([], of: place, isAwaited: queue.contains))
          return false
        }
        try check(folder, of: named)
      }
    } catch {
      let result = JobResult(RelayedError(error, job.asked))
      try note(
        result, at: place, in: texts, started(id: job.request.id, asked: job.asked.asked, attempts: attempts),
        JournalVideo(unopened: job.subject, isFile: areFiles, version: job.request.version), slot: nil)
      return false
    }
    named.options.output.otherInputs += self.inputs
    if let journal { ResumedOutputs(settings, journal).setPolicies(of: &named, inputs) }
    for (path, published) in late?.published ?? [:] { named.options.output.policies[path] = .adopt(as: published) }
    let reading = reader.job(
      inputs, named, AnswerHead(id: job.request.id, line: number), isSeries: true,
      recording: ServiceJob.Recording(
        reporter: settings.printsFrames ? settings.reporter : nil, measures: hasResults,
        published: PublishedFiles(of: settings.files), folders: folders))
    let identity: FileIdentity? =
      if case .job(let job) = reading { job.input.lastingIdentity } else {
        areFiles ? FileIdentity(of: named.path) : nil
      }
    let key = hasResults ? settings.key(of: named, inputs, identity) : nil
    let start = started(
      id: job.request.id, key: key, version: job.request.version, asked: job.asked.asked, output: named.knownOutput,
      attempts: attempts)
    switch reading {
    case .job(let ready):
      started[place] = start
      desk.start(ready, number: place, in: slot, isFresh: late != nil)
      return true
    case .result(let result):
      let video = JournalVideo(unopened: named.path, isFile: areFiles, version: inputs.request.version)
      try note(result, at: place, in: texts, start, video, slot: nil)
      return false
    }
  }

  /// Makes sure that files can be written to a job's folder, before its video is opened.
  ///
  /// - Throws: `GrabError` if they cannot be, unless the job may only find existing pictures there.
  private func check(_ folder: Path, of named: NamedGrab) throws(GrabError) {
    let options = named.options.output
    guard !named.options.isDryRun, settings.resuming == nil, options.policy != .skip else { return }
    do throws(FileError) {
      let name = named.knownOutput ?? folder.appending(named.path.stem)
      try folders.check(Output(path: name, makesFolders: options.makesFolders))
    } catch {
      var fault = error.fault
      if named.knownOutput == nil, case .system(let number, _) = fault {
        fault = .system(errno: number, operation: .write)
      }
      let path = named.knownOutput ?? folder
      throw GrabError(path, .output(FileError(path: path, fault: fault)))
    }
  }

  /// Waits for results, and records them.
  private mutating func awaitResults(_ texts: any JobTexts) throws(GrabError) {
    let stop = stops.noted == nil ? stops.descriptor : nil
    _ = desk.await(or: [stop].compactMap { $0 }, atMost: teller?.tick(tally, running: started.count))
    for finished in desk.takeFinished() {
      guard let start = started.removeValue(forKey: finished.number) else { continue }
      if finished.result.isLost { tally.countLostWorker() }
      if finished.result.isLost, start.attempts == 1 {
        late.append(Late(place: finished.number, published: finished.job.recording?.published.all ?? [:]))
        continue
      }
      if teller != nil {
        let files = finished.job.recording?.published.all.keys.compactMap { FileIdentity(of: $0)?.size }
        tally.note(read: finished.result.bytesRead, written: files?.reduce(0, +) ?? 0)
      }
      try note(
        finished.result, at: finished.number, in: texts, start,
        JournalVideo(finished.job.input, version: start.version), slot: finished.slot)
    }
  }

  /// Records a job's result: in the file of results, on standard output, and in the counts.
  private mutating func note(
    _ result: JobResult, at place: Int, in texts: any JobTexts, _ started: Started,
    _ video: JournalVideo?, slot: Int?
  ) throws(GrabError) {
    let number = texts.firstNumber + place
    var printed = result.lines
    if hasResults {
      let line = JournalLine(
        number: number, key: started.key, id: started.id, video: video, result: result, attempts: started.attempts,
        duration: SystemClock.steady.nanoseconds - started.time,
        worker: slot.map { $0 + 1 })
      if let journal { journal.append(line.bytes) } else { printed = line.bytes + [0x0A] }
    } else if settings.printsFrames, let failure = result.failure {
      let report = FailureReport(
        line: failure.line, code: failure.code, asked: started.asked, input: video?.path, isCutOff: failure.isCutOff)
      printed += settings.reporter.text(report)
    }
    try print(lines.take(printed, of: place, isAwaited: queue.contains))
    if settings.resuming != nil {
      jobs.note(started.key, number: number, video: video?.path, output: started.output)
    }
    tally.count(result, number: number)
    tally.note(video?.path, in: slot)
    terminal.progress?.show(tally.progress)
    _ = teller?.tick(tally, running: self.started.count)
  }

  /// Whether a line of results is made for each job.
  private var hasResults: Bool { journal != nil || settings.printsResults }

  /// Prints lines for machines. If standard output is closed, a run that writes files goes on without them.
  private mutating func print(_ bytes: [UInt8]) throws(GrabError) {
    guard isRead, !bytes.isEmpty else { return }
    do throws(GrabError) {
      try terminal.print(bytes: bytes)
    } catch {
      guard settings.writesFiles, case .output(let fault) = error.fault, fault.isBrokenPipe else { throw error }
      isRead = false
    }
  }
}
