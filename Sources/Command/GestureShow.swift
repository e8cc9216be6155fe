import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Seeking
import Timeline
import Video

/// The ways to look at a gesture without grabbing the frame where it ends: event by event, seek by seek, drawn.
struct GestureShow {
  private let inputs: Inputs
  private let invocation: Invocation
  private let terminal: Terminal

  /// How long a seek takes in a drawing that nobody gave a replay for, in microseconds.
  private static let usualLatency: Int64 = 100_000

  init(_ inputs: Inputs) {
    self.inputs = inputs
    invocation = inputs.invocation
    terminal = inputs.terminal
  }

  // MARK: Event by event

  func trace() throws(GrabError) {
    guard let gesture = try inputs.readGesture() else { return }
    let source = try source(for: gesture)
    source?.video.deadline.pause()
    var trace = try GestureTrace(gesture, in: source?.timeline)
    var lines = LineBuffer(terminal)
    try trace.write { line throws(GrabError) in try lines.add(line) }
    try lines.flush()
  }

  // MARK: Seek by seek

  /// Plays the gesture's seeks, prints each, and draws them if that was asked for too.
  ///
  /// - Parameter fail: Says what went wrong, and returns the code for it.
  func replay(_ fail: (GrabError) -> ExitCode) throws(GrabError) -> ExitCode {
    guard let gesture = try inputs.readGesture() else { return .usage }
    _ = try inputs.videoPath(gesture)
    guard let source = try source(for: gesture) else { return .usage }
    let isLive = invocation.output == nil
    var lines = LineBuffer(terminal)
    var seeks: [SeekRecord] = []
    let replay = try GestureReplay(gesture, in: source.timeline)
    if invocation.latency == nil { try replay.show(source.video, source.path) }
    let pace = invocation.latency.map { GestureReplay.Pace.simulated(latency: $0) } ?? .decoding(source.video)
    let summary = try replay.run(invocation.seeker, pace) { seek throws(GrabError) in
      seeks.append(seek)
      guard isLive else { return }
      try lines.add(ReplayReport.line(for: seek, output: nil))
      try lines.flush()
    }
    source.video.deadline.restart()
    var code = summary.failures == 0 ? ExitCode.success : .someFailed
    if !isLive {
      let outputs = try write(seeks, of: source) {
        _ = fail($0)
        code = .someFailed
      }
      for seek in seeks {
        try lines.add(ReplayReport.line(for: seek, output: seek.shownFrame.flatMap { outputs[$0] }))
      }
    }
    try lines.add(ReplayReport.line(for: summary, seeker: invocation.seeker, latency: invocation.latency))
    try lines.flush()
    if let plot = invocation.plot {
      try draw(
        gesture, source, GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: invocation.latency), plot)
    }
    return code
  }

  /// Writes the frames that were shown, each once, and returns where.
  private func write(
    _ seeks: [SeekRecord], of source: SliderVideo, _ fail: (GrabError) -> Void
  ) throws(GrabError) -> [Int: Path] {
    guard let output = invocation.output else { return [:] }
    var frames: [Int] = []
    var known: Set<Int> = []
    for frame in seeks.compactMap(\.shownFrame) where known.insert(frame).inserted { frames.append(frame) }
    var options = invocation.options
    do throws(TemplateError) {
      options.destination = .files(try OutputTemplate(output) { suggestion(for: $0, among: $1) })
    } catch {
      throw GrabError(output, .template(error))
    }
    var outputs: [Int: Path] = [:]
    let moments = frames.map { Moment(.frames(FrameSelection($0)), text: String($0)) }
    try Grabber(source.video, input: source.path, options: options).grab(moments) { result in
      switch result {
      case .success(let report): if let frame = report.index, let path = report.path { outputs[frame] = path }
      case .failure(let error): fail(error)
      }
    }
    return outputs
  }

  // MARK: Drawn

  func plot() throws(GrabError) {
    guard let gesture = try inputs.readGesture(), let path = invocation.plot else { return }
    guard let source = try source(for: gesture) else {
      return try draw(gesture, nil, nil, path)
    }
    let latency = invocation.latency ?? Self.usualLatency
    var seeks: [SeekRecord] = []
    _ = try GestureReplay(gesture, in: source.timeline).run(invocation.seeker, .simulated(latency: latency)) { seek in
      seeks.append(seek)
    }
    try draw(gesture, source, GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: latency), path)
  }

  private func draw(
    _ gesture: Gesture, _ source: SliderVideo?, _ seeks: GesturePicture.Seeks?, _ path: Path
  ) throws(GrabError) {
    let isStandardOutput = path.bytes == Array("-".utf8)
    let output = Output(
      path: path, policy: invocation.options.policy, makesFolders: invocation.options.makesFolders,
      syncs: invocation.options.syncs)
    if !isStandardOutput {
      // Nothing is decoded for a drawing that has no place to go.
      do throws(FileError) {
        guard try output.check(notInput: source?.video.identity) else { return skip(path) }
      } catch {
        throw GrabError(path, .output(error))
      }
    }
    let svg = try GesturePicture(gesture, in: source).svg(seeks)
    guard !isStandardOutput else { return try terminal.print(bytes: svg) }
    do throws(FileError) {
      let isNew = try svg.withUnsafeBufferPointer { bytes throws(FileError) in
        try output.publish(UnsafeRawBufferPointer(bytes), notInput: source?.video.identity)
      }
      guard isNew else { return skip(path) }
    } catch {
      throw GrabError(path, .output(error))
    }
    if invocation.mode == .plot { try terminal.print(bytes: path.bytes + [0x0A]) }
  }

  private func skip(_ path: Path) { terminal.say("\(path): exists and is left as it is") }

  // MARK: Inputs

  /// The video that the command line or the gesture names, with all its frames; nil when neither does.
  private func source(for gesture: Gesture) throws(GrabError) -> SliderVideo? {
    guard let path = invocation.video ?? inputs.namedVideo(gesture) else { return nil }
    let video = try inputs.open(path, isProbed: false)
    do throws(VideoError) {
      return SliderVideo(video, timeline: try video.timeline(.whole), path: path)
    } catch {
      throw GrabError(path, .video(error))
    }
  }
}
