import Files
import FrameGrabbing
import GestureFiles
import Seeking
import Timeline
import Video

/// The ways to look at a gesture without grabbing its final frame: event by event, drawn, seek by seek.
struct GestureShow {
  let workspace: Workspace
  let invocation: Invocation
  var broker: any Broker { workspace.broker }

  /// The duration of a seek in a drawing without a replay, in microseconds.
  private static let usualLatency: Int64 = 100_000

  init(_ workspace: Workspace, _ invocation: Invocation) {
    self.workspace = workspace
    self.invocation = invocation
  }

  /// Prints a line for each event; a gesture that a grab would refuse is refused after its last one.
  func trace(_ gesture: Gesture, _ input: VideoInput?) throws(GrabError) {
    let trace = try GestureTrace(gesture, in: try sliderVideo(input)?.timeline)
    var lines = LineBuffer(broker)
    if isForPeople {
      try trace.writeTable { line throws(GrabError) in try lines.add(line) }
    } else {
      try trace.write { line throws(GrabError) in try lines.add(line) }
    }
    try lines.flush()
    if let refusal = trace.refusal { throw refusal.error }
  }

  /// Whether standard output gets tables, and not JSON.
  var isForPeople: Bool { invocation.printsToTerminal && !invocation.printsJSON }

  /// Draws the gesture, with seeks of a fixed latency; a gesture that a grab would refuse is refused after that.
  func plot(_ gesture: Gesture, _ input: VideoInput?) throws(GrabError) {
    let source = try sliderVideo(input)
    let refusal = try GestureRehearsal(gesture, in: source?.timeline).refusal()
    var svg: [UInt8]?
    if try broker.isDrawingWanted() {
      svg = try self.svg(of: gesture, in: source) { source throws(GrabError) in
        let latency = invocation.latency ?? Self.usualLatency
        var seeks: [SeekRecord] = []
        _ = try GestureReplay(showing: gesture, in: source.timeline)
          .run(invocation.seeker, .simulated(latency: latency)) { seeks.append($0) }
        return GesturePicture.Seeks(seeks, seeker: invocation.seeker, latency: latency)
      }
    }
    try broker.draw(svg, isNamed: true)
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

  /// A video with all its frames; nil for none.
  func sliderVideo(_ input: VideoInput?) throws(GrabError) -> SliderVideo? {
    guard let input else { return nil }
    return try SliderVideo(workspace.open(input), path: input.path)
  }
}
