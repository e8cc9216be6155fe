import Arguments
import Files
import FrameGrabbing
import GestureFiles
import JSON
import Seeking
import Timeline
import Video

/// A gesture played seek by seek: a line for each, pictures of the frames shown, and a drawing if requested.
struct ReplayShow {
  private let show: GestureShow
  private var invocation: Invocation { show.invocation }

  init(_ show: GestureShow) {
    self.show = show
  }

  /// Plays the gesture; all errors that can be known in advance are thrown before.
  ///
  /// - Parameter fail: Prints the error and returns its exit code.
  func run(_ fail: (GrabError) -> ExitCode) throws(GrabError) -> ExitCode {
    guard let gesture = try show.inputs.readGesture() else { return .usage }
    _ = try show.inputs.videoPath(gesture)
    guard let found = try show.sliderVideo(for: gesture) else { return .usage }
    let options = try pictureOptions(gesture)
    if let options { try refuse(GestureReplay(gesture, in: found.timeline), of: found, options) }
    let drawing = invocation.plot.map { path in
      Drawing(path, show.inputs.request.options, show.terminal, inputs: [gesture.identity, found.video.identity])
    }
    let isDrawn = try drawing?.isWanted() ?? false
    // When decoding refutes the packets or the cached index, the frames are looked up again and the gesture is
    // played again; therefore the seeks are only reported at the end.
    let (source, seeks, summary) = try found.video.settled { () throws(GrabError) in
      let source = try SliderVideo(found.video, path: found.path)
      let (seeks, summary) = try play(GestureReplay(gesture, in: source.timeline), on: source)
      return (source, seeks, summary)
    }

    var code = summary.failures == 0 ? ExitCode.success : .someFailed
    var outputs: [Int: Path] = [:]
    if let options {
      outputs = try write(seeks, of: source, options) {
        _ = fail($0)
        code = .someFailed
      }
      if let path = drawing?.path, outputs.values.contains(path) { throw GrabError(path, .sameOutput) }
    }
    try print(seeks, summary, outputs)
    if isDrawn, let drawing {
      try drawing.write(
        try show.svg(of: gesture, in: source) { _ in
          GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: invocation.latency)
        })
    }
    return code
  }

  private func play(
    _ replay: GestureReplay, on source: SliderVideo
  ) throws(GrabError) -> (seeks: [SeekRecord], summary: SeekSummary) {
    var seeks: [SeekRecord] = []
    var pace = GestureReplay.Pace.decoding(source)
    if let latency = invocation.latency { pace = .simulated(latency: latency) } else { try replay.show(source) }
    let summary = try replay.run(invocation.seeker, pace) { seeks.append($0) }
    return (seeks, summary)
  }

  private func print(
    _ seeks: [SeekRecord], _ summary: SeekSummary, _ outputs: [Int: Path]
  ) throws(GrabError) {
    var lines = LineBuffer(show.terminal)
    if show.isForPeople { try lines.add(ReplayTable.heading) }
    for seek in seeks {
      let output = seek.shownFrame.flatMap { outputs[$0] }
      if show.isForPeople {
        try lines.add(ReplayTable.line(for: seek, output: output))
      } else {
        try lines.add(ReplayReport.line(for: seek, output: output))
      }
    }
    let (seeker, latency) = (invocation.seeker, invocation.latency)
    if show.isForPeople {
      try lines.add(ReplayTable.line(for: summary, seeker: seeker, latency: latency))
    } else {
      try lines.add(ReplayReport.line(for: summary, seeker: seeker, latency: latency))
    }
    try lines.flush()
  }

  // MARK: Pictures

  /// The options for writing the frames that are shown, nil if they are not written.
  private func pictureOptions(_ gesture: Gesture) throws(GrabError) -> GrabOptions? {
    let request = show.inputs.request
    guard let name = request.names else { return nil }
    var options = request.options
    options.otherInputs = [gesture.identity].compactMap { $0 }
    options.destination = .files(
      try blaming(name, GrabError.Fault.template) { () throws(TemplateError) in try request.template() })
    return options
  }

  /// Refuses names that two frames of the gesture would share, and a missing folder, before anything is
  /// played.
  private func refuse(_ replay: GestureReplay, of source: SliderVideo, _ options: GrabOptions) throws(GrabError) {
    var options = options
    options.isDryRun = true
    var first: Path?
    try grab(replay.requests.map(\.frame), of: source, options) { result in
      if case .success(let report) = result { first = first ?? report.path }
    }
    guard let first else { return }
    let output = Output(path: first, policy: .overwrite, makesFolders: options.makesFolders)
    _ = try blaming(first, GrabError.Fault.output) { () throws(FileError) in try output.check(notInputs: []) }
  }

  /// Writes the frames that were shown, each once, and returns their files.
  private func write(
    _ seeks: [SeekRecord], of source: SliderVideo, _ options: GrabOptions, _ fail: (GrabError) -> Void
  ) throws(GrabError) -> [Int: Path] {
    var outputs: [Int: Path] = [:]
    try grab(seeks.compactMap(\.shownFrame), of: source, options) { result in
      switch result {
      case .success(let report): if let frame = report.index, let path = report.path { outputs[frame] = path }
      case .failure(let error): fail(error)
      }
    }
    return outputs
  }

  private func grab(
    _ frames: [Int], of source: SliderVideo, _ options: GrabOptions,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    var known: Set<Int> = []
    let moments = frames.filter { known.insert($0).inserted }.map { frame in
      Moment(.frames(FrameSelection(frame)), text: String(frame))
    }
    try Grabber(source.video, input: source.path, options: options).grab(moments, report: report)
  }
}
