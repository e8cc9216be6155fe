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

extension BatchSettings {
  /// Reads the lists of moments that the command line names.
  ///
  /// - Throws: `GrabError` for one that cannot be read, or is none.
  mutating func readLists() throws(GrabError) {
    let inputs = Inputs(request: service.base)
    for case .list(let path) in service.base.asked.items { service.lists[path] = try inputs.readList(path) }
    if !service.lists.isEmpty { _ = try Inputs(request: service.base, lists: service.lists).readMoments(nil) }
  }

  /// What makes the lines on standard output.
  var reporter: Reporter {
    Reporter(terminal: service.terminal, printsJSON: printsJSON, pathEnd: pathEnd, namesVideos: !source.isOneVideo)
  }

  /// Whether something is printed for each frame: not if results or a summary are printed instead.
  var printsFrames: Bool { !printsResults && !(printsJSON && results != nil) }

  /// Whether the run writes files, so that it goes on when standard output is closed.
  var writesFiles: Bool {
    let options = service.base.options
    return !options.isDryRun
      && (results != nil || !source.needsMoments || !options.wantsHash || service.base.names != nil)
  }
}

extension BatchSource {
  /// The jobs; nil if they come through a pipe, in parts.
  ///
  /// - Throws: `GrabError` for a file that cannot be read.
  func texts() throws(GrabError) -> (any JobTexts)? {
    switch self {
    case .videos(let videos): return HeldJobs(videos: videos)
    case .list(let path):
      return try isPipe(path) ? HeldJobs(names: Self.standardInput()) : try Self.open(path, .videos)
    case .jobs(let path): return try isPipe(path) ? nil : try Self.open(path, .requests)
    }
  }

  /// Whether it is standard input, or another pipe, such as that of a shell's `<(command)`, which then replaces it.
  private func isPipe(_ path: Path) throws(GrabError) -> Bool {
    guard !isStandardInput else { return true }
    guard NamedThing(at: path) == .other else { return false }
    try blaming(path, GrabError.Fault.input) { () throws(FileError) in try replaceStandardInput(by: path) }
    return true
  }

  private static func open(_ path: Path, _ kind: JobTextKind) throws(GrabError) -> any JobTexts {
    let file: InputFile
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      // An empty file is a list in which another program found nothing.
      if error.fault == .empty { return HeldJobs(kind) }
      throw GrabError(path, .input(error))
    }
    return try JobFile(kind, file)
  }

  /// The most bytes of a list that comes through a pipe.
  private static let mostBytes = 1 << 30

  private static func standardInput() throws(GrabError) -> [UInt8] {
    try blaming(.standardInput, GrabError.Fault.input) { () throws(FileError) in
      guard let bytes = try readStandardInput(atMost: mostBytes) else {
        throw FileError(path: .standardInput, fault: .readsTooMuch)
      }
      return bytes
    }
  }
}
