import Broker
import Files
import FrameGrabbing
import Seeking
import Timeline
import Video

/// Plays a gesture seek by seek with a decoder or with fixed latencies, and writes the frames that were shown.
struct ReplayJob: Job {
  let gesture: Gesture
  let input: VideoInput
  /// How the frames that are shown are written; nil if they are not.
  let options: GrabOptions?
  /// Whether a drawing of it is wanted.
  let isDrawn: Bool
  /// Gives the seeker and its latency.
  let invocation: Invocation

  func bounds(_ options: GrabOptions) -> JobBounds {
    JobBounds(
      moments: nil, self.options ?? options,
      shows: isDrawn ? [.timeline, .seeks, .thumbnails] : [.timeline, .seeks], byteCount: input.file.size)
  }

  /// Plays the gesture; all errors that can be known in advance are thrown before.
  ///
  /// - Returns: Whether every seek and every picture succeeded.
  func run(in workspace: Workspace) throws(GrabError) -> Bool {
    let (broker, path) = (workspace.broker, input.path)
    let video = try workspace.open(input)
    let found = try SliderVideo(video, path: path)
    if let options { try refuse(GestureReplay(gesture, in: found.timeline), of: found, options, broker) }
    // Decoding may change the timeline: the gesture is then played again, so seeks are reported only at the end.
    let (source, seeks, summary) = try video.settled { () throws(GrabError) in
      let source = try SliderVideo(video, path: path)
      let (seeks, summary) = try play(GestureReplay(gesture, in: source.timeline), on: source)
      return (source, seeks, summary)
    }
    var isComplete = summary.failures == 0
    if let options {
      try grab(seeks.compactMap(\.shownFrame), of: source, options, broker) { result in
        switch result {
        case .success(let report): _ = broker.report(report)
        case .failure(let error):
          isComplete = false
          _ = broker.report(
            MomentFailure(error: RelayedError(error, workspace.request), asked: nil, isOnlyLine: true))
        }
      }
    }
    var (table, pictures) = (source.timeline, [Int: Thumbnail]())
    if isDrawn {
      (table, pictures) = try video.settled { () throws(GrabError) in
        let source = try SliderVideo(video, path: path)
        let picture = try GesturePicture(gesture, in: source.timeline, of: path)
        let drawn = GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: invocation.latency)
        let tiles = invocation.isAnimated ? picture.stageFrames(drawn) : []
        return (source.timeline, try Thumbnail.pictures(of: picture.frames, stage: tiles, in: source))
      }
    }
    try broker.report(.timeline(PackedTimeline(table, of: video)))
    try broker.report(.seeks(seeks))
    try broker.report(.summary(summary))
    for (frame, picture) in pictures { try broker.report(.thumbnail(picture, frame: frame)) }
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

  /// Refuses names that two frames of the gesture would share, and a missing folder, before anything is
  /// played.
  private func refuse(
    _ replay: GestureReplay, of source: SliderVideo, _ options: GrabOptions, _ broker: any JobHost
  ) throws(GrabError) {
    var options = options
    options.isDryRun = true
    var first: PictureName?
    try grab(replay.requests.map(\.frame), of: source, options, broker) { result in
      if case .success(let report) = result { first = first ?? report.name }
    }
    if let first { _ = try broker.check([first], onlyFolders: true)[0].get() }
  }

  private func grab(
    _ frames: [Int], of source: SliderVideo, _ options: GrabOptions, _ broker: any JobHost,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    var known: Set<Int> = []
    let moments = frames.filter { known.insert($0).inserted }.map { frame in
      Moment(.frames(FrameSelection(frame)), text: String(frame))
    }
    try Grabber(source.video, input: source.path, options: options, outlet: broker).grab(moments, report: report)
  }
}
