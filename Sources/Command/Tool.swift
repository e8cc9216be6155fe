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
  private let stopwatch: Stopwatch?

  /// Runs the tool with the arguments after the program's name and returns the exit code.
  public static func run(_ words: [Word]) -> Int32 {
    ensureStandardDescriptors()
    ProcessLimits.ignoreWriteSignals()
    ProcessLimits.raiseDescriptors()
    let terminal = Terminal(level: .normal)
    guard !words.isEmpty else {
      terminal.show(OptionTable.framegrab.shortHelp())
      return ExitCode.usage.rawValue
    }
    do throws(ArgumentError) {
      let arguments = try OptionTable.framegrab.parse(words)
      if let question = try Question(arguments, words) { return terminal.answer(question).rawValue }
      do throws(UsageError) {
        if Mode(arguments) == .serve {
          return Service(try ServiceSettings(serving: arguments)).run()
        }
        if Mode(arguments) == .batch { return try BatchRun.run(arguments) }
        let invocation = try Invocation(arguments)
        if invocation.mode == .scrub { return try ScrubRun.run(invocation, arguments) }
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
    inputs = Inputs(request: invocation.request)
    stopwatch = invocation.wantsTimings ? Stopwatch() : nil
  }

  private var request: GrabRequest { invocation.request }

  private func run() -> ExitCode {
    defer {
      terminal.progress?.clear()
      if let stopwatch { terminal.show(Timings(stopwatch), asJSON: invocation.printsJSON) }
    }
    if let error = Sandbox.check(invocation.sandbox) { return fail(error, asked: nil) }
    do throws(GrabError) {
      let code = try perform()
      try blaming(.standardOutput, GrabError.Fault.output, finishStandardOutput)
      return code
    } catch {
      return fail(RelayedError(error, request), asked: error.asked, isReported: !error.isAboutStandardOutput)
    }
  }

  /// Prints an error of the whole call, for people and for machines, and returns its exit code.
  private func fail(_ error: RelayedError, asked: String?, isReported: Bool = true) -> ExitCode {
    let code = ExitCode(rawValue: error.code) ?? .bug
    terminal.fail(error)
    guard invocation.mode == .grab, isReported else { return code }
    do throws(GrabError) {
      try reporter.report(error.report, code, asked: asked ?? request.asked.onlyText, input: request.video)
    } catch {
      terminal.fail(RelayedError(error, request))
    }
    return code
  }

  private var reporter: Reporter {
    Reporter(terminal: terminal, printsJSON: invocation.printsJSON, pathEnd: invocation.pathEnd)
  }

  // MARK: Jobs

  private func perform() throws(GrabError) -> ExitCode {
    switch invocation.mode {
    case .trace:
      guard let gesture = try inputs.readGesture(isOnlyShown: true) else { return .usage }
      return try run(.trace(gesture, try tracedVideo(gesture)))
    case .plot:
      guard let gesture = try inputs.readGesture(isOnlyShown: true) else { return .usage }
      return try run(.plot(gesture, try inputs.shownVideo(gesture)), gesture)
    case .replay:
      guard let gesture = try inputs.readGesture() else { return .usage }
      let input = try VideoInput(opening: try inputs.videoPath(gesture))
      let options = try inputs.replayOptions(gesture)
      return try run(.replay(gesture, input, options), gesture, options ?? request.options)
    case .newGesture: return try newGesture()
    case .solve: return try correctedGesture()
    case .info: return try run(.describe(try VideoInput(opening: try inputs.videoPath(nil))))
    case .listFrames: return try run(.listFrames(try VideoInput(opening: try inputs.videoPath(nil))))
    // A service, a batch and a scrubbing session have runs of their own and do not get here.
    case .grab, .serve, .batch, .scrub: return try grab()
    }
  }

  private func grab() throws(GrabError) -> ExitCode {
    let named = try NamedGrab(inputs)
    if let report = try named.present() {
      try reporter.report(report)
      return .success
    }
    let job = Job.grab(GrabJob(named: named, input: try VideoInput(opening: named.path)))
    return try run(job, nil, named.options, moments: named.moments.count)
  }

  // MARK: Gesture files

  private func newGesture() throws(GrabError) -> ExitCode {
    guard let path = invocation.newGesture else { return .usage }
    let input = try request.video.map { path throws(GrabError) in try VideoInput(opening: path) }
    let name = input.flatMap { GestureOutput.name(of: $0, in: path) }
    if let input, name == nil {
      terminal.say("\(input.path): its name is no UTF-8, so the gesture does not name it; name it on the command line")
    }
    let drawing = Drawing(
      path, .gesture(GestureCheck(video: name, original: nil)), request.options, terminal,
      inputs: [input?.identity], pathEnd: invocation.pathEnd)
    return try run(
      .newGesture(DragJob.New(wish: invocation.drag, path: path, videoName: name), input), drawing: drawing)
  }

  private func correctedGesture() throws(GrabError) -> ExitCode {
    guard let read = try inputs.readGesture(), let wish = invocation.correction else { return .usage }
    let input = try inputs.shownVideo(read)
    let path = request.output ?? GestureOutput.corrected(read.path)
    // A recording of a device has no places in points that could be moved: its touches become JSON.
    let gesture = try read.scripted(naming: input.flatMap { GestureOutput.name(of: $0, in: path) })
    // The gesture itself may be replaced with -y: all of it was read.
    let drawing = Drawing(
      path, .gesture(GestureCheck(video: nil, original: gesture.file)), request.options, terminal,
      inputs: [input?.identity], pathEnd: invocation.pathEnd)
    let code = try run(.solve(gesture, wish, input), gesture, drawing: drawing)
    if let name = gesture.file.video, !Path(name).isAbsolute, path.parent != gesture.path.parent, code == .success {
      terminal.say("\(path): names the video '\(printable(Array(name.utf8)))' as seen from another folder")
    }
    return code
  }

  /// Runs a job, with the outputs that it may have.
  private func run(
    _ job: Job, _ gesture: Gesture? = nil, _ options: GrabOptions? = nil, moments: Int? = nil, drawing: Drawing? = nil
  ) throws(GrabError) -> ExitCode {
    let reports = RunReports(reporter, terminal, input: job.input?.path)
    let plot = invocation.plot.map { path in
      Drawing(
        path, .svg, request.options, terminal, inputs: (gesture?.identities ?? []) + [job.input?.identity],
        pathEnd: invocation.pathEnd)
    }
    let path = job.input?.path ?? ""
    let broker = DirectBroker(
      terminal, input: path,
      outlet: DirectOutlet(options ?? request.options, input: path, inputs: [job.input?.identity].compactMap { $0 }),
      indexes: IndexCache(request), reports: reports, drawing: drawing ?? plot)
    let end = try JobRunner(invocation: invocation, terminal: terminal, stopwatch: stopwatch).run(job, broker)
    terminal.progress?.clear()
    if let failure = end.failure { return fail(failure, asked: end.asked) }
    guard let moments else { return end.isSuccess ? .success : .someFailed }
    return reports.code(moments: moments, isWhole: options?.joinsPictures ?? false)
  }

  /// The video of a trace, which needs none: a missing one is left out with a note, unless the user named it.
  private func tracedVideo(_ gesture: Gesture) throws(GrabError) -> VideoInput? {
    do throws(GrabError) {
      return try inputs.shownVideo(gesture)
    } catch {
      guard request.video == nil, case .video(let video) = error.fault, case .file(let file) = video.fault,
        file.fault == .missing
      else { throw error }
      terminal.say("\(error); traced without a video")
      return nil
    }
  }
}

extension GrabError {
  /// Whether standard output itself cannot be written, so that nothing can be reported there.
  fileprivate var isAboutStandardOutput: Bool {
    guard case .output(let output) = fault else { return false }
    return output.path == .standardOutput
  }
}
