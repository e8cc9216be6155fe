import Broker
import Files
import FrameGrabbing
import Workers

/// A run over many videos, from its settings to the exit code.
enum BatchCall {
  /// Runs the jobs that a command line asks for; returns the exit code.
  static func run(_ settings: BatchSettings) -> Int32 {
    var settings = settings
    let terminal = settings.service.terminal
    let zygote: Zygote?
    do throws(RelayedError) {
      zygote = try settings.service.begin()
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
      try Journal(path, resuming: settings.resuming, syncs: settings.syncs)
    }
    // A new file of results is made only after all jobs were checked, so that an invalid job leaves no file behind.
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
      // With fewer videos than workers, each video is decoded with more threads instead.
      settings.service.workers = max(1, min(settings.service.workers, read.queue.videoCount))
      plan = read
    }
    if journal == nil { journal = try settings.results.map { (path) throws(GrabError) in try open(path) } }
    let inputs = [texts?.identity, journal?.identity].compactMap { $0 }
    var run = BatchRun(settings, zygote, journal, inputs: inputs, start: start)
    defer { run.close() }
    return try run.workThrough(texts, plan)
  }

  /// The most faults that are printed.
  private static let mostFaults = 10
}
