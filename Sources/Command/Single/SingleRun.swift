import Broker
import Files
import FrameGrabbing
import GestureFiles
import Sourcing
import Timeline
import Video

/// One run about one video or gesture, from its invocation to the exit code.
struct SingleRun {
  /// Whether the run is alone or one of several in a call.
  enum Place {
    case alone
    /// One of several videos.
    case oneOfSeveral(isFirst: Bool)
  }

  private let invocation: Invocation
  private let task: SingleTask
  private let place: Place
  private let terminal: Terminal
  private var inputs: Inputs
  private let stopwatch: Stopwatch?

  /// - Parameter source: The helper that reads videos, if it was started before.
  init(_ invocation: Invocation, _ task: SingleTask, _ place: Place = .alone, source: SourceLink? = nil) {
    (self.invocation, self.task, self.place) = (invocation, task, place)
    terminal = Terminal(
      level: invocation.level,
      progress: ProgressLine(invocation.progress, isHeard: invocation.level >= .normal))
    inputs = Inputs(request: invocation.request, source: source)
    stopwatch = invocation.wantsTimings ? Stopwatch() : nil
  }

  private var request: GrabRequest { invocation.request }

  /// Runs the task, and returns the exit code.
  mutating func run() -> ExitCode {
    defer {
      terminal.progress?.clear()
      if let stopwatch { terminal.show(Timings(stopwatch), asJSON: invocation.printsJSON) }
    }
    if let error = Sandbox.check(invocation.sandbox) { return fail(error, asked: nil) }
    do throws(RelayedError) {
      if inputs.source == nil { inputs.source = try request.startSource() }
    } catch {
      return fail(error, asked: nil)
    }
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
    guard [.grab, .describe, .listFrames].contains(task), isReported else { return code }
    do throws(GrabError) {
      try reporter.report(error, asked: asked ?? request.asked.onlyText, input: request.video)
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
    let show = GestureShow(invocation: invocation, terminal: terminal)
    switch task {
    case .trace:
      guard let gesture = try inputs.readGesture(isOnlyShown: true) else { return .usage }
      try show.trace(gesture, try frames(of: try tracedVideo(gesture))?.timeline?.table)
    case .compare:
      guard let wish = invocation.comparison else { return .usage }
      return try GestureComparing(invocation: invocation, terminal: terminal, inputs: inputs, wish: wish).run(
        { input throws(GrabError) in try frames(of: input)?.timeline?.table }, drawing(of:_:))
    case .plot:
      guard let gesture = try inputs.readGesture(isOnlyShown: true) else { return .usage }
      let input = try inputs.shownVideo(gesture)
      guard let drawing = drawing(of: gesture, input) else { return .usage }
      if invocation.isAnimated, input == nil {
        terminal.fail("--animate shows the frames of a video: name one")
        return .usage
      }
      let isWanted = try drawing.isWanted()
      let found = try frames(of: input, drawnFor: isWanted ? gesture : nil)
      try show.plot(gesture, found, of: input?.path, to: drawing, isWanted: isWanted)
    case .replay: return try replay(show)
    case .makeGesture: try newGesture()
    case .correctGesture: try correctedGesture()
    case .describe:
      let job = DescribeJob(input: try inputs.video(nil).open(), isJSON: invocation.printsJSON)
      let found = try found(by: job)
      try terminal.print(bytes: (invocation.printsJSON ? [] : separation) + found.description)
    case .listFrames: try listFrames()
    case .grab: return try grab()
    }
    return .success
  }

  private func grab() throws(GrabError) -> ExitCode {
    let named = try NamedGrab(inputs)
    if let report = try named.present() {
      try reporter.report(report)
      return .success
    }
    let job = GrabJob(named: named, input: try named.video.open())
    var writesFiles = false
    if case .files = named.options.output.destination { writesFiles = !named.options.isDryRun }
    let reports = RunReports(reporter, terminal, input: named.path, writesFiles: writesFiles)
    let (end, found) = try run(job, reports, named.options)
    if let failure = end.failure { return fail(failure, asked: end.asked) }
    if let sheets = found.sheets { try reporter.report(sheets) }
    return reports.code(of: named)
  }

  /// The empty line between the texts about several videos.
  private var separation: [UInt8] {
    if case .oneOfSeveral(isFirst: false) = place { [0x0A] } else { [] }
  }

  private func listFrames() throws(GrabError) {
    let input = try inputs.video(nil).open()
    let found = try found(by: FramesJob(input: input, marksDecodable: true))
    guard let timeline = found.timeline else { return }
    let list = FrameList(
      timeline.table, isCutOff: timeline.isCutOff, isDecoded: timeline.isCounted, path: input.path)
    if let warning = list.warning { terminal.say(warning) }
    var lines = LineBuffer(terminal)
    if case .oneOfSeveral = place {
      // The same header line as head(1).
      if !invocation.printsJSON {
        try terminal.print(bytes: separation + Array("==> ".utf8) + terminal.line(input.path, end: 0x20))
        try lines.add("<==")
      }
      try list.write(asJSON: invocation.printsJSON, namesVideo: true) { line throws(GrabError) in try lines.add(line) }
    } else {
      try list.write(asJSON: invocation.printsJSON) { line throws(GrabError) in try lines.add(line) }
    }
    try lines.flush()
  }

  private func replay(_ show: GestureShow) throws(GrabError) -> ExitCode {
    guard let gesture = try inputs.readGesture() else { return .usage }
    let input = try inputs.video(gesture).open()
    let options = try inputs.replayOptions(gesture)
    let drawing = drawing(of: gesture, input)
    let isDrawn = try drawing?.isWanted() ?? false
    let outputs = ReplayOutputs(terminal)
    let job = ReplayJob(
      gesture: gesture, input: input, options: options, isDrawn: isDrawn, invocation: invocation)
    let (end, found) = try run(job, outputs, options ?? request.options)
    if let failure = end.failure { return fail(failure, asked: end.asked) }
    try show.replay(gesture, found, of: input.path, outputs.paths, to: isDrawn ? drawing : nil)
    return end.isSuccess ? .success : .someFailed
  }

  // MARK: Gesture files

  private func newGesture() throws(GrabError) {
    guard let path = invocation.newGesture else { return }
    let input = try request.video.map { path throws(GrabError) in try VideoInput(opening: path) }
    let name = input.flatMap { GestureOutput.name(of: $0, in: path) }
    if let input, name == nil {
      terminal.say("\(input.path): its name is no UTF-8, so the gesture does not name it; name it on the command line")
    }
    var wish = invocation.drag
    wish.control = try request.control.map { path throws(GrabError) in try inputs.readControl(at: path).control }
    try making(at: path, input).make(
      GestureMaking.New(wish: wish, path: path, videoName: name), try dragVideo(input))
  }

  private func correctedGesture() throws(GrabError) {
    guard let read = try inputs.readGesture(), let wish = invocation.correction else { return }
    let input = try inputs.shownVideo(read)
    let path = request.output ?? GestureOutput.corrected(read.path)
    // A device's recording has no locations in points that could be moved: its touches are converted to JSON.
    let gesture = try read.scripted(naming: input.flatMap { GestureOutput.name(of: $0, in: path) })
    // With -y the output may replace the gesture, which has been read completely.
    try making(at: path, input).correct(gesture, wish, try dragVideo(input))
    if let name = gesture.file.video, !Path(name).isAbsolute, path.parent != gesture.path.parent {
      terminal.say(
        "\(path): names the video '\(printable(Array(name.utf8)))', which is not at that place from here; correct it there"
      )
    }
  }

  private func making(at path: Path, _ input: VideoInput?) -> GestureMaking {
    GestureMaking(
      request: request, terminal: terminal,
      output: Drawing(path, request.options, terminal, inputs: [input?.identity], pathEnd: invocation.pathEnd))
  }

  private func dragVideo(_ input: VideoInput?) throws(GrabError) -> DragVideo? {
    guard let input, let timeline = try frames(of: input)?.timeline else { return nil }
    return DragVideo(timeline.table, path: input.path)
  }

  /// The output of a drawing; nil if none is wanted.
  private func drawing(of gesture: Gesture, _ input: VideoInput?) -> Drawing? {
    invocation.plot.map { path in
      Drawing(
        path, request.options, terminal, inputs: gesture.identities + [input?.identity], pathEnd: invocation.pathEnd)
    }
  }

  // MARK: Workers

  /// All frames of a video, with small pictures for the drawing of a gesture; nil without a video.
  private func frames(of input: VideoInput?, drawnFor gesture: Gesture? = nil) throws(GrabError) -> Findings? {
    guard let input else { return nil }
    var job = FramesJob(input: input, drawn: gesture)
    if invocation.isAnimated {
      job.stage = (invocation.seeker, invocation.latency ?? GestureShow.usualLatency)
    }
    return try found(by: job)
  }

  /// The findings of a job that reports no frames.
  private func found(by job: any Job) throws(GrabError) -> Findings {
    let (end, found) = try run(job, RunReports(reporter, terminal, input: job.input.path), request.options)
    if let failure = end.failure { throw GrabError(job.input.path, .relayed(failure)) }
    return found
  }

  /// Runs a job.
  private func run(
    _ job: any Job, _ reports: any ReportSink, _ options: GrabOptions
  ) throws(GrabError) -> (end: JobEnd, found: Findings) {
    let input = job.input
    let broker = DirectBroker(
      terminal, input: input.path, outlet: DirectOutlet(options, input: input.path, inputs: [input.identity]),
      indexes: IndexCache(request, for: input), reports: reports)
    let end = try JobRunner(invocation: invocation, terminal: terminal, stopwatch: stopwatch).run(job, broker)
    terminal.progress?.clear()
    broker.findings.sheets = broker.outlet.sheetFiles
    return (end, broker.findings)
  }

  /// The video for a trace, which works without: if it is missing, a note is printed, unless the user named it.
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
