public import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Timeline
import Video

/// The command-line tool: takes arguments, writes pictures and reports, returns an exit code.
public struct Tool {
  private let invocation: Invocation
  private let terminal: Terminal
  private let inputs: Inputs

  /// Runs the tool with the arguments after the program's name and returns the exit code.
  public static func run(_ words: [Word]) -> Int32 {
    ensureStandardDescriptors()
    ProcessLimits.ignoreWriteSignals()
    let terminal = Terminal(level: .normal)
    guard !words.isEmpty else {
      terminal.show(OptionTable.framegrab.shortHelp())
      return ExitCode.usage.rawValue
    }
    do throws(ArgumentError) {
      let arguments = try OptionTable.framegrab.parse(words)
      if let question = try Question(arguments, words) { return terminal.answer(question).rawValue }
      do throws(UsageError) {
        if Mode(arguments) == .serve { return try Service(arguments).run().rawValue }
        let invocation = try Invocation(arguments)
        return Tool(invocation).run().rawValue
      } catch {
        terminal.fail(error.line, in: error.text, at: error.fault)
      }
    } catch {
      terminal.fail(printableWords(error.description), in: error.text, at: error.faultRange)
    }
    return ExitCode.usage.rawValue
  }

  private init(_ invocation: Invocation) {
    self.invocation = invocation
    terminal = Terminal(
      level: invocation.level,
      progress: ProgressLine(invocation.progress, isHeard: invocation.level >= .normal))
    inputs = Inputs(
      request: invocation.request, terminal: terminal, stopwatch: invocation.wantsTimings ? Stopwatch() : nil)
  }

  private func run() -> ExitCode {
    defer {
      terminal.progress?.clear()
      inputs.opened.keepIndexes(terminal, isFolderNamed: invocation.request.namesCacheFolder)
      if let stopwatch = inputs.stopwatch {
        terminal.show(Timings(stopwatch), asJSON: invocation.printsJSON)
      }
    }
    do throws(GrabError) {
      let code = try perform()
      try blaming(.standardOutput, GrabError.Fault.output, finishStandardOutput)
      return code
    } catch {
      let code = fail(error)
      guard invocation.mode == .grab else { return code }
      do throws(GrabError) {
        try report(error, code, input: invocation.request.video)
      } catch {
        _ = fail(error)
      }
      return code
    }
  }

  private var reporter: Reporter {
    Reporter(terminal: terminal, printsJSON: invocation.printsJSON, pathEnd: invocation.pathEnd)
  }

  /// Reports a failure of a grab to machines, unless it is about standard output itself.
  private func report(_ error: GrabError, _ code: ExitCode, input: Path?) throws(GrabError) {
    if case .output(let fault) = error.fault, fault.path == .standardOutput { return }
    try reporter.report(
      FileAdvice(request: invocation.request).line(error), code,
      asked: error.asked ?? invocation.request.asked.onlyText, input: input)
  }

  private func perform() throws(GrabError) -> ExitCode {
    switch invocation.mode {
    case .trace: try GestureShow(inputs, invocation).trace()
    case .replay: return try ReplayShow(GestureShow(inputs, invocation)).run { fail($0) }
    case .plot: try GestureShow(inputs, invocation).plot()
    case .info: try describe()
    case .listFrames: try listFrames()
    // A service parses its own requests and does not get here.
    case .grab, .serve: return try grab()
    }
    return .success
  }

  // MARK: Grabbing

  private func grab() throws(GrabError) -> ExitCode {
    let named = try NamedGrab(inputs)
    let reporter = reporter
    if let report = try named.present() {
      try reporter.report(report)
      return .success
    }
    let grab = try FrameGrab(named)
    let (video, path) = (grab.video, grab.path)
    var shortfalls: Set<String> = []
    var outcome = GrabOutcome()
    var canPrint = true
    try grab.run(
      goesOn: { progress in
        terminal.progress?.show(progress)
        return canPrint
      },
      report: { result in
        // Once standard output is closed, the remaining frames are not grabbed.
        guard canPrint else { return }
        do throws(GrabError) {
          switch result {
          case .success(let report):
            // When a run fails, only the error is printed.
            if !outcome.hasSucceeded, let choice = grab.choice { terminal.say(choice) }
            try reporter.report(report)
            outcome.succeed()
            if let shortfall = report.shortfall { shortfalls.insert(shortfall) }
          case .failure(let error):
            let code = error.isRepeated ? ExitCode(error) : fail(error)
            outcome.fail(code)
            try self.report(error, code, input: path)
          }
        } catch {
          outcome.fail(fail(error))
          canPrint = false
        }
      })
    terminal.progress?.clear()
    // What failed is missing for another reason.
    for shortfall in shortfalls.sorted() where outcome.hasNoFailure { terminal.say("\(path): \(shortfall)") }
    if let warning = grab.warning { terminal.say(warning) }
    if video.hasJump {
      terminal.say("\(path): the file's timestamps start anew on the way; times go on where they were")
    }
    terminal.say("places searched for in the file: \(video.seekCount)", from: .verbose)
    return outcome.code(moments: grab.moments.count)
  }

  // MARK: Looking

  private func describe() throws(GrabError) {
    let path = try inputs.videoPath(nil)
    let video = try inputs.open(path, isProbed: true)
    let description = try VideoDescription(video, path: path)
    if invocation.printsJSON {
      try terminal.print(description.json)
    } else {
      try terminal.print(bytes: Array(description.text.utf8))
    }
  }

  private func listFrames() throws(GrabError) {
    let path = try inputs.videoPath(nil)
    let video = try inputs.open(path, isProbed: false)
    let list = try FrameList(video, path: path)
    if let warning = list.warning { terminal.say(warning) }
    var lines = LineBuffer(terminal)
    try list.write(asJSON: invocation.printsJSON) { line throws(GrabError) in try lines.add(line) }
    try lines.flush()
  }

  // MARK: Failing

  /// Prints the error on one line and returns its exit code.
  private func fail(_ error: GrabError) -> ExitCode {
    let code = ExitCode(error)
    switch error.fault {
    // The reader has closed the pipe, which is not an error.
    case .output(let fault) where fault.isBrokenPipe: break
    case .moment(let fault, let asked):
      if let syntax = fault.syntaxError(in: asked) {
        terminal.fail(printable(syntax.description), in: syntax.text, at: syntax.range)
      } else {
        terminal.fail(error.description)
      }
    case .timeList(let list):
      terminal.fail(error.description, in: list.fault?.text ?? "", at: list.fault?.range ?? 0..<0)
    default: terminal.fail(FileAdvice(request: invocation.request).line(error))
    }
    return code
  }
}

/// The exit code of a run: a single moment gives its own, several give 1 when any failed.
private struct GrabOutcome {
  private var failures: [ExitCode] = []
  private var successes = 0

  var hasSucceeded: Bool { successes > 0 }

  var hasNoFailure: Bool { failures.isEmpty }

  mutating func succeed() { successes += 1 }

  mutating func fail(_ code: ExitCode) { failures.append(code) }

  func code(moments: Int) -> ExitCode {
    guard let first = failures.first else { return .success }
    return moments == 1 && failures.count + successes == 1 ? first : .someFailed
  }
}
