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
  /// - Parameter options: How the frames that are shown are written; nil if they are not.
  /// - Returns: Whether every seek and every picture succeeded.
  func run(_ gesture: Gesture, _ input: VideoInput, _ options: GrabOptions?) throws(GrabError) -> Bool {
    guard let found = try show.sliderVideo(input) else { return false }
    if let options { try refuse(GestureReplay(gesture, in: found.timeline), of: found, options) }
    let isDrawn = try show.broker.isDrawingWanted()
    // When decoding refutes the packets or the cached index, the frames are looked up again and the gesture is
    // played again; therefore the seeks are only reported at the end.
    let (source, seeks, summary) = try found.video.settled { () throws(GrabError) in
      let source = try SliderVideo(found.video, path: found.path)
      let (seeks, summary) = try play(GestureReplay(gesture, in: source.timeline), on: source)
      return (source, seeks, summary)
    }

    var isComplete = summary.failures == 0
    var outputs: [Int: Path] = [:]
    if let options {
      outputs = try write(seeks, of: source, options) { error in
        _ = show.broker.report(
          MomentFailure(error: RelayedError(error, show.workspace.request), asked: nil, isOnlyLine: true))
        isComplete = false
      }
      if let path = invocation.plot, outputs.values.contains(path) { throw GrabError(path, .sameOutput) }
    }
    try print(seeks, summary, outputs)
    if isDrawn {
      let svg = try show.svg(of: gesture, in: source) { _ in
        GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: invocation.latency)
      }
      try show.broker.draw(svg, isNamed: false)
    }
    return isComplete
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
    var lines = LineBuffer(show.broker)
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

  /// Refuses names that two frames of the gesture would share, and a missing folder, before anything is
  /// played.
  private func refuse(_ replay: GestureReplay, of source: SliderVideo, _ options: GrabOptions) throws(GrabError) {
    var options = options
    options.isDryRun = true
    var first: PictureName?
    try grab(replay.requests.map(\.frame), of: source, options) { result in
      if case .success(let report) = result { first = first ?? report.name }
    }
    if let first { _ = try show.broker.check([first], onlyFolders: true)[0].get() }
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
    try Grabber(source.video, input: source.path, options: options, outlet: show.broker).grab(moments, report: report)
  }
}
