public import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Timeline
import Video

/// The command-line tool: words in, pictures and reports out, an exit code back.
public struct Tool {
  private let invocation: Invocation
  private let terminal: Terminal

  /// Runs the tool with the words after the program's name and returns the exit code.
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
      if let question = Question(arguments) { return terminal.answer(question).rawValue }
      do throws(UsageError) {
        let invocation = try Invocation(arguments)
        return Tool(invocation).run().rawValue
      } catch {
        terminal.fail(error.line, in: error.text, at: error.fault)
      }
    } catch {
      terminal.fail(printable(error.description), in: error.text, at: error.faultRange)
    }
    return ExitCode.usage.rawValue
  }

  private init(_ invocation: Invocation) {
    self.invocation = invocation
    terminal = Terminal(level: invocation.level)
  }

  private func run() -> ExitCode {
    do throws(GrabError) {
      let code = try perform()
      do throws(FileError) {
        try finishStandardOutput()
      } catch {
        throw GrabError(.standardOutput, .output(error))
      }
      return code
    } catch {
      return fail(error)
    }
  }

  private func perform() throws(GrabError) -> ExitCode {
    switch invocation.mode {
    case .trace: return try trace()
    case .info: try describe()
    case .listFrames: try listFrames()
    case .grab: return try grab()
    }
    return .success
  }

  // MARK: Grabbing

  private func grab() throws(GrabError) -> ExitCode {
    let gesture = try readGesture()
    var moments = invocation.moments
    if let gesture, let place = invocation.gesture?.place {
      moments.insert(Moment(.gesture(gesture), text: gesture.path.text), at: place)
    }
    let path = try videoPath(gesture)
    var options = invocation.options
    options.destination = try destination(gesture)
    if case .standardOutput = options.destination, !options.isDryRun, standardOutputIsTerminal {
      throw GrabError(.standardOutput, .output(FileError(path: .standardOutput, fault: .isTerminal)))
    }
    let video = try open(path, isProbed: false)
    try noteChoice(of: video, path)
    let reporter = Reporter(terminal: terminal, printsJSON: invocation.printsJSON, wantsHash: options.wantsHash)
    var outcome = GrabOutcome()
    try Grabber(video, input: path, options: options).grab(moments) { result in
      switch result {
      case .success(let report):
        // Whoever reads the report may take their time.
        video.deadline.pause()
        defer { video.deadline.restart() }
        do throws(GrabError) {
          try reporter.report(report)
          outcome.succeed()
        } catch {
          outcome.fail(fail(error))
        }
      case .failure(let error): outcome.fail(fail(error))
      }
    }
    if video.hasJump {
      terminal.say("\(path): the file's timestamps start anew on the way; times go on where they were")
    }
    terminal.say("places searched for in the file: \(video.seekCount)", from: .verbose)
    return outcome.code(moments: moments.count)
  }

  /// Where pictures go: the command line's word, else the gesture file's, else the default names.
  private func destination(_ gesture: Gesture?) throws(GrabError) -> GrabOptions.Destination {
    guard let output = invocation.output ?? gesture?.file.output.map({ Path($0) }) else {
      return invocation.options.wantsHash ? .nowhere : .files(.standard)
    }
    if output.bytes == Array("-".utf8) { return .standardOutput }
    do throws(TemplateError) {
      return .files(try OutputTemplate(output) { suggestion(for: $0, among: $1) })
    } catch {
      throw GrabError(output, .template(error))
    }
  }

  // MARK: Inputs

  private func readGesture() throws(GrabError) -> Gesture? {
    guard let path = invocation.gesture?.path else { return nil }
    let isStandardInput = path.bytes == Array("-".utf8)
    let name = isStandardInput ? Path.standardInput : path
    let limit = GestureFile.maximumByteCount
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try isStandardInput ? readStandardInput(atMost: limit) : InputFile(opening: path).readAll(atMost: limit)
    } catch {
      // A file without a byte is wrong in the way of a gesture: it has no text.
      guard error.fault == .empty else { throw GrabError(name, .input(error)) }
      bytes = []
    }
    guard let bytes else { throw GrabError(name, .gestureTooLarge(limit: limit)) }
    let file: GestureFile
    do throws(GestureFileError) {
      file = try GestureFile(parsing: bytes)
    } catch {
      throw GrabError(name, .gesture(error))
    }
    return try Gesture(file, path: name, allowsUnfinished: invocation.allowsUnfinished)
  }

  /// The command line's video, else the gesture file's, which is relative to the gesture file's folder.
  private func videoPath(_ gesture: Gesture?) throws(GrabError) -> Path {
    if let path = invocation.video { return path }
    guard let gesture else { throw GrabError("", .input(FileError(path: "", fault: .noName))) }
    guard let path = gestureVideo(gesture) else {
      throw GrabError(
        gesture.path,
        .gesture(gesture.file.refusal(at: .video, reason: "no video: name one here or on the command line")))
    }
    return path
  }

  private func gestureVideo(_ gesture: Gesture) -> Path? {
    guard let named = gesture.file.video.map({ Path($0) }) else { return nil }
    if named.isAbsolute || gesture.path == .standardInput { return named }
    return gesture.path.parent.bytes == Array(".".utf8) ? named : gesture.path.parent.appending(named)
  }

  private func open(_ path: Path, isProbed: Bool) throws(GrabError) -> VideoFile {
    ProcessLimits.apply(memory: invocation.memory)
    if terminal.level >= .all {
      FFmpegLog.capture { [terminal] in terminal.say("ffmpeg: \($0)") }
    } else {
      FFmpegLog.capture()
    }
    let deadline = Deadline(nanoseconds: invocation.limits.nanosecondsPerFrame)
    Watchdog.watch(deadline, name: path)
    do throws(VideoError) {
      return try VideoFile(
        opening: path, stream: invocation.stream, clock: invocation.clock, isProbed: isProbed,
        limits: invocation.limits, deadline: deadline)
    } catch {
      throw GrabError(path, .video(error))
    }
  }

  /// Says which stream was taken when there was a choice and nobody chose.
  private func noteChoice(of video: VideoFile, _ path: Path) throws(GrabError) {
    guard invocation.stream == nil else { return }
    do throws(VideoError) {
      let facts = try video.facts()
      let candidates = facts.streams.filter { $0.kind == "video" && !$0.isAttachedPicture }
      guard candidates.count > 1 else { return }
      let others = candidates.map { String($0.index) }.joined(separator: ", ")
      terminal.say(
        "\(path): of the video streams \(others), stream \(facts.streamIndex) is taken; --stream N takes another")
    } catch {
      throw GrabError(path, .video(error))
    }
  }

  // MARK: Looking

  private func trace() throws(GrabError) -> ExitCode {
    guard let gesture = try readGesture() else { return .usage }
    var timeline: FrameTable?
    if let path = invocation.video ?? gestureVideo(gesture) {
      let video = try open(path, isProbed: false)
      do throws(VideoError) {
        timeline = try video.timeline(.whole)
        video.deadline.pause()
      } catch {
        throw GrabError(path, .video(error))
      }
    }
    var trace = try GestureTrace(gesture, in: timeline)
    var lines = LineBuffer(terminal)
    try trace.write { line throws(GrabError) in try lines.add(line) }
    try lines.flush()
    return .success
  }

  private func describe() throws(GrabError) {
    let path = try videoPath(nil)
    let video = try open(path, isProbed: true)
    let description = try VideoDescription(video, path: path)
    if invocation.printsJSON {
      try terminal.print(description.json)
    } else {
      try terminal.print(bytes: Array(description.text.utf8))
    }
  }

  private func listFrames() throws(GrabError) {
    let path = try videoPath(nil)
    let video = try open(path, isProbed: false)
    let list = try FrameList(video, path: path)
    // Whoever reads the lines may take their time.
    video.deadline.pause()
    var lines = LineBuffer(terminal)
    try list.write(asJSON: invocation.printsJSON) { line throws(GrabError) in try lines.add(line) }
    try lines.flush()
  }

  // MARK: Failing

  /// Says what went wrong, in one line, and returns the code for it.
  private func fail(_ error: GrabError) -> ExitCode {
    let code = ExitCode(error)
    switch error.fault {
    // Whoever reads has gone: there is nothing to complain about.
    case .output(let fault) where fault.isBrokenPipe: break
    case .moment(let fault, let asked):
      if let syntax = fault.syntaxError(in: asked) {
        terminal.fail(printable(syntax.description), in: syntax.text, at: syntax.range)
      } else {
        terminal.fail(error.description)
      }
    default: terminal.fail(error.description)
    }
    return code
  }
}

/// The exit code of a run: a single moment gives its own, several give 1 when any failed.
private struct GrabOutcome {
  private var failures: [ExitCode] = []
  private var successes = 0

  mutating func succeed() { successes += 1 }

  mutating func fail(_ code: ExitCode) { failures.append(code) }

  func code(moments: Int) -> ExitCode {
    guard let first = failures.first else { return .success }
    return moments == 1 && failures.count + successes == 1 ? first : .someFailed
  }
}
