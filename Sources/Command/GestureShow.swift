import Files
import FrameGrabbing
import GestureFiles
import Seeking
import Timeline
import Video

/// The ways to look at a gesture without grabbing its final frame: event by event, drawn, seek by seek.
struct GestureShow {
  let inputs: Inputs
  let invocation: Invocation
  var terminal: Terminal { inputs.terminal }

  /// The duration of a seek in a drawing without a replay, in microseconds.
  private static let usualLatency: Int64 = 100_000

  init(_ inputs: Inputs, _ invocation: Invocation) {
    self.inputs = inputs
    self.invocation = invocation
  }

  /// Prints a line for each event; a gesture that a grab would refuse is refused after its last one.
  func trace() throws(GrabError) {
    guard let gesture = try inputs.readGesture(isOnlyShown: true) else { return }
    let trace = try GestureTrace(gesture, in: try tracedVideo(for: gesture)?.timeline)
    var lines = LineBuffer(terminal)
    if isForPeople {
      try trace.writeTable { line throws(GrabError) in try lines.add(line) }
    } else {
      try trace.write { line throws(GrabError) in try lines.add(line) }
    }
    try lines.flush()
    if let refusal = trace.refusal { throw refusal.error }
  }

  /// Whether standard output gets tables, and not JSON.
  var isForPeople: Bool { standardOutputIsTerminal && !invocation.printsJSON }

  /// Draws the gesture, with seeks of a fixed latency; a gesture that a grab would refuse is refused after that.
  func plot() throws(GrabError) {
    guard let gesture = try inputs.readGesture(isOnlyShown: true), let path = invocation.plot else { return }
    let source = try sliderVideo(for: gesture)
    let refusal = try GestureRehearsal(gesture, in: source?.timeline).refusal()
    let drawing = Drawing(path, inputs.request.options, terminal, inputs: [gesture.identity, source?.video.identity])
    if try drawing.isWanted() {
      try drawing.write(
        try svg(of: gesture, in: source) { source throws(GrabError) in
          let latency = invocation.latency ?? Self.usualLatency
          var seeks: [SeekRecord] = []
          _ = try GestureReplay(showing: gesture, in: source.timeline)
            .run(invocation.seeker, .simulated(latency: latency)) { seeks.append($0) }
          return GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: latency)
        })
    }
    try drawing.name(end: invocation.pathEnd)
    if let refusal { throw refusal.error }
  }

  /// The drawing as SVG; it is made again if its pictures show that the frames are different.
  func svg(
    of gesture: Gesture, in source: SliderVideo?,
    _ seeks: (SliderVideo) throws(GrabError) -> GesturePicture.Seeks
  ) throws(GrabError) -> [UInt8] {
    guard let source else { return try GesturePicture(gesture, in: nil).svg(nil) }
    return try source.video.settled { () throws(GrabError) in
      let source = try SliderVideo(source.video, path: source.path)
      return try GesturePicture(gesture, in: source).svg(try seeks(source))
    }
  }

  // MARK: Videos

  /// The same for a trace, which needs no video: a missing one is left out with a note, unless the user named it.
  private func tracedVideo(for gesture: Gesture) throws(GrabError) -> SliderVideo? {
    do throws(GrabError) {
      return try sliderVideo(for: gesture)
    } catch {
      guard inputs.request.video == nil, case .video(let video) = error.fault, case .file(let file) = video.fault,
        file.fault == .missing
      else { throw error }
      terminal.say("\(error); traced without a video")
      return nil
    }
  }

  /// The video that the command line or the gesture names, with all its frames; nil when neither does.
  func sliderVideo(for gesture: Gesture) throws(GrabError) -> SliderVideo? {
    let named = inputs.request.video == nil ? try inputs.namedVideo(gesture) : nil
    guard let path = inputs.request.video ?? named else { return nil }
    return try SliderVideo(inputs.open(path, isProbed: false), path: path)
  }
}
