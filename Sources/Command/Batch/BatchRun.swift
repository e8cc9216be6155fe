import Arguments
import Broker
import Files
import FrameGrabbing
import JSON
import Timeline
import Workers

/// Works on the jobs of a file or on many videos: plans them, hands them to workers, and notes what became of each.
///
/// A video that fails costs its own jobs. Pictures and results are the same with any number of workers.
struct BatchRun {
  private let settings: BatchSettings
  private let journal: Journal?
  private let inputs: [FileIdentity]
  private let desk: any RequestDesk
  private let stops: StopSignals
  private var tally: BatchTally
  /// The jobs that are worked on, by their places.
  private var started: [Int: Started] = [:]
  /// The jobs whose workers were lost, in the order in which they were.
  private var late: [Late] = []
  /// Why no more jobs can be read.
  private var fault: GrabError?

  private struct Started {
    let id: JSONText?
    let key: JobKey?
    let attempts: Int
    let time: Int64
  }

  /// A job that is tried once more, after all others.
  private struct Late {
    let place: Int
    let published: [Path: Published]
  }

  /// Runs the jobs that a command line asks for; returns the exit code.
  static func run(_ settings: BatchSettings) -> Int32 {
    var settings = settings
    let terminal = settings.service.terminal
    if let error = Sandbox.check(settings.service.sandbox) {
      terminal.fail(error)
      return error.code
    }
    let zygote: Zygote?
    do throws(RelayedError) {
      zygote = try settings.service.zygote()
    } catch {
      terminal.fail(error)
      return error.code
    }
    do throws(GrabError) {
      try settings.readLists()
      return try checkAndRun(settings, zygote, try settings.source.texts())
    } catch {
      terminal.fail(RelayedError(error, settings.service.base))
      return ExitCode(error).rawValue
    }
  }

  /// - Parameter texts: all jobs; nil if they come through a pipe.
  private static func checkAndRun(
    _ settings: BatchSettings, _ zygote: Zygote?, _ texts: (any JobTexts)?
  ) throws(GrabError) -> Int32 {
    let start = SystemClock.steady.nanoseconds
    var settings = settings
    let terminal = settings.service.terminal
    func open(_ path: Path) throws(GrabError) -> Journal {
      try Journal(path, isContinued: settings.resuming != nil, syncs: settings.syncs)
    }
    // A new file of results is made only after the jobs were checked: a fault in them leaves nothing behind.
    let existing = settings.resuming == nil ? nil : settings.results.flatMap { NamedThing(at: $0) == nil ? nil : $0 }
    var journal = try existing.map { (path) throws(GrabError) in try open(path) }
    var plan: BatchPlan?
    if let texts {
      var planner = BatchPlanner(settings, journal, mostFaults: mostFaults)
      let read = try planner.plan(texts)
      guard read.faultCount == 0 else {
        for fault in read.faults { terminal.fail("\(settings.source.name(of: fault.number)): \(fault.words)") }
        let more = read.faultCount - read.faults.count
        if more > 0 { terminal.fail("\(more) more jobs have faults; nothing was done") }
        return ExitCode.usage.rawValue
      }
      // Fewer videos than workers: each decodes with more threads instead.
      settings.service.workers = max(1, min(settings.service.workers, read.queue.videoCount))
      plan = read
    }
    if journal == nil { journal = try settings.results.map { (path) throws(GrabError) in try open(path) } }
    let inputs = [texts?.identity, journal?.identity].compactMap { $0 }
    var run = BatchRun(settings, zygote, journal, inputs: inputs, start: start)
    defer { run.desk.close() }
    return try run.workThrough(texts, plan)
  }

  /// The most faults that are named.
  private static let mostFaults = 10

  private init(
    _ settings: BatchSettings, _ zygote: Zygote?, _ journal: Journal?, inputs: [FileIdentity], start: Int64
  ) {
    tally = BatchTally(start: start)
    (self.settings, self.journal, self.inputs) = (settings, journal, inputs)
    stops = StopSignals()
    desk = settings.service.desk(zygote)
  }

  private var terminal: Terminal { settings.service.terminal }

  /// Whether no more jobs are begun.
  private var isEnding: Bool {
    stops.noted != nil || desk.hasFailed || fault != nil || settings.stopsAtFailure && tally.hasFailed
  }

  private mutating func workThrough(_ texts: (any JobTexts)?, _ plan: BatchPlan?) throws(GrabError) -> Int32 {
    if let texts {
      try work(on: texts, plan)
    } else {
      var windows = JobWindows()
      while !isEnding, let texts = try windows.next(desk, stops) { try work(on: texts) }
    }
    try journal?.finish()
    terminal.progress?.clear()
    if settings.printsJSON { try terminal.print(tally.summary(results: settings.results).description) }
    if terminal.level >= .normal || tally.failed > 0 {
      for line in tally.report(results: settings.results, isPartial: isEnding) { terminal.fail(line) }
    }
    try blaming(.standardOutput, GrabError.Fault.output, finishStandardOutput)
    if let signal = stops.noted { return 128 + signal }
    if desk.hasFailed {
      terminal.fail(WorkerLoss.noMoreWorkers)
      return ExitCode.limit.rawValue
    }
    if let fault {
      terminal.fail(RelayedError(fault, settings.service.base))
      return ExitCode(fault).rawValue
    }
    return (tally.failed > 0 ? ExitCode.someFailed : .success).rawValue
  }

  // MARK: Jobs

  /// Works on all jobs of some texts.
  ///
  /// - Parameter known: the plan, if it was made already.
  private mutating func work(on texts: any JobTexts, _ known: BatchPlan? = nil) throws(GrabError) {
    var planner = BatchPlanner(settings, journal)
    let plan: BatchPlan
    if let known { plan = known } else { plan = try planner.plan(texts) }
    tally.total += plan.total
    tally.count(earlier: plan)
    for fault in plan.faults {
      try note(JobResult(fault.words, .usage), number: fault.number, started: started(id: fault.id), nil, slot: nil)
    }
    var queue = plan.queue
    while true {
      for slot in desk.freeSlots where !isEnding {
        // A job that needs no worker leaves the place free.
        while !isEnding, let place = queue.next(for: slot), !(try start(texts, place, in: slot)) {}
      }
      if desk.isIdle, isEnding || queue.isEmpty { break }
      try awaitResults(texts)
    }
    for late in exchange(&self.late, with: []) where !isEnding {
      guard let slot = desk.freeSlots.first, try start(texts, late.place, in: slot, after: late) else { continue }
      while !desk.isIdle { try awaitResults(texts) }
    }
  }

  private func started(id: JSONText?, key: JobKey? = nil, attempts: Int = 1) -> Started {
    Started(id: id, key: key, attempts: attempts, time: SystemClock.steady.nanoseconds)
  }

  /// Reads a job that was read before, as a part of the plan; nil if that cannot be done, which ends the run.
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
    } catch {
      let result = JobResult(RelayedError(error, job.asked))
      try note(
        result, number: number, started: started(id: job.request.id, attempts: attempts),
        (job.subject, FileIdentity(of: job.subject)), slot: nil)
      return false
    }
    named.options.output.otherInputs += self.inputs
    if let journal { ResumedOutputs(settings, journal).setPolicies(of: &named, inputs) }
    for (path, published) in late?.published ?? [:] { named.options.output.policies[path] = .adopt(as: published) }
    let reading = reader.job(
      inputs, named, AnswerHead(id: job.request.id, line: number), isSeries: true,
      recording: ServiceJob.Recording(reporter: settings.reporter, measures: journal != nil))
    let identity: FileIdentity? =
      if case .job(let job) = reading { job.input.identity } else { FileIdentity(of: named.path) }
    let key = journal == nil ? nil : settings.key(of: named, inputs, identity)
    let start = started(id: job.request.id, key: key, attempts: attempts)
    switch reading {
    case .job(let ready):
      started[place] = start
      desk.start(ready, number: place, in: slot, isFresh: late != nil)
      return true
    case .result(let result):
      try note(result, number: number, started: start, (named.path, identity), slot: nil)
      return false
    }
  }

  /// Waits for results, and notes them.
  private mutating func awaitResults(_ texts: any JobTexts) throws(GrabError) {
    let stop = stops.noted == nil ? stops.descriptor : nil
    _ = desk.await(or: [stop].compactMap { $0 })
    for finished in desk.takeFinished() {
      guard let start = started.removeValue(forKey: finished.number) else { continue }
      if finished.result.isLost, start.attempts == 1 {
        late.append(Late(place: finished.number, published: finished.job.recording?.published.all ?? [:]))
        continue
      }
      try note(
        finished.result, number: texts.firstNumber + finished.number, started: start,
        (finished.job.input.path, finished.job.input.identity), slot: finished.slot)
    }
  }

  /// Notes what became of a job: in the file of results, on standard output, in the counts.
  private mutating func note(
    _ result: JobResult, number: Int, started: Started, _ video: (path: Path, identity: FileIdentity?)?, slot: Int?
  ) throws(GrabError) {
    if let journal {
      let line = JournalLine(
        number: number, key: started.key, id: started.id, video: video?.path, identity: video?.identity,
        result: result, attempts: started.attempts, duration: SystemClock.steady.nanoseconds - started.time,
        worker: slot.map { $0 + 1 })
      try journal.append(line.bytes)
    }
    if !result.lines.isEmpty { try terminal.print(bytes: result.lines) }
    tally.count(result, number: number)
    terminal.progress?.show(tally.progress)
  }
}

/// Replaces a value and returns the old one.
private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  defer { value = new }
  return value
}
