import Arguments
import Files
import FrameGrabbing
import GestureFiles
import JSON
import Seeking
import Timeline
import Video

/// A gesture played seek by seek: a line for each, the frames that were shown as pictures, and a drawing if wanted.
struct ReplayShow {
  private let show: GestureShow
  private var invocation: Invocation { show.invocation }

  init(_ show: GestureShow) {
    self.show = show
  }

  /// Plays the gesture; everything that can be refused is refused before.
  ///
  /// - Parameter fail: Says what went wrong, and returns the code for it.
  func run(_ fail: (GrabError) -> ExitCode) throws(GrabError) -> ExitCode {
    guard let gesture = try show.inputs.readGesture() else { return .usage }
    _ = try show.inputs.videoPath(gesture)
    guard var source = try show.sliderVideo(for: gesture) else { return .usage }
    var replay = try GestureReplay(gesture, in: source.timeline)
    let options = try pictureOptions(gesture)
    if let options { try refuse(replay, of: source, options) }
    let drawing = invocation.plot.map { path in
      Drawing(path, invocation, show.terminal, inputs: [gesture.identity, source.video.identity])
    }
    let isDrawn = try drawing?.isWanted() ?? false
    var played = try play(replay, on: source)
    for _ in 0..<3 where played == nil {
      // The decoder refuted the packets, or the file what was kept of it: the frames are looked up again, and all is
      // played anew.
      source = try show.sliderVideo(source.video, source.path)
      replay = try GestureReplay(gesture, in: source.timeline)
      played = try play(replay, on: source)
    }
    guard let (seeks, summary) = played else {
      throw GrabError(source.path, .video(VideoError("playing the gesture", .missingPicture)))
    }
    source.video.deadline.restart()

    var code = summary.failures == 0 ? ExitCode.success : .someFailed
    var outputs: [Int: Path] = [:]
    if let options {
      outputs = try write(seeks, of: source, options) {
        _ = fail($0)
        code = .someFailed
      }
      if let path = drawing?.path, outputs.values.contains(path) { throw GrabError(path, .sameOutput) }
    }
    var lines = LineBuffer(show.terminal)
    for seek in seeks {
      try lines.add(ReplayReport.line(for: seek, output: seek.shownFrame.flatMap { outputs[$0] }))
    }
    try lines.add(ReplayReport.line(for: summary, seeker: invocation.seeker, latency: invocation.latency))
    try lines.flush()
    if isDrawn, let drawing {
      try drawing.write(
        try show.svg(of: gesture, in: source) { _ in
          GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: invocation.latency)
        })
    }
    return code
  }

  /// Plays the requests; nil when the decoder showed meanwhile that the frames were looked up among the wrong ones.
  ///
  /// What comes of the seeks is therefore told at the end.
  private func play(
    _ replay: GestureReplay, on source: SliderVideo
  ) throws(GrabError) -> (seeks: [SeekRecord], summary: SeekSummary)? {
    var seeks: [SeekRecord] = []
    if let latency = invocation.latency {
      let summary = try replay.run(invocation.seeker, .simulated(latency: latency)) { seeks.append($0) }
      return (seeks, summary)
    }
    let revision = source.video.revision
    do throws(GrabError) {
      try replay.show(source.video, source.path)
      if revision != source.video.revision { return nil }
    } catch {
      if revision != source.video.revision { return nil }
      throw error
    }
    let summary = try replay.run(invocation.seeker, .decoding(source.video)) { seeks.append($0) }
    return revision == source.video.revision ? (seeks, summary) : nil
  }

  // MARK: Pictures

  /// How the frames that are shown are written, nil if they are not.
  private func pictureOptions(_ gesture: Gesture) throws(GrabError) -> GrabOptions? {
    guard let output = invocation.output else { return nil }
    var options = invocation.options
    options.otherInputs = [gesture.identity].compactMap { $0 }
    let template = try blaming(output, GrabError.Fault.template) { () throws(TemplateError) in
      try OutputTemplate(output) { suggestion(for: $0, among: $1) }
    }
    options.destination = .files(template)
    return options
  }

  /// Refuses names that two frames of the gesture would share, and a folder that is not there, before anything is
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

  /// Writes the frames that were shown, each once, and returns where.
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
