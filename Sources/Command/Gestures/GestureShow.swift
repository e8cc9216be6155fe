import Broker
import Files
import FrameGrabbing
import Seeking
import Timeline

/// The modes that show a gesture without grabbing its final frame: a trace of events, a drawing, a replay of seeks.
///
/// They use only numbers and small pictures that a worker found in the video.
struct GestureShow {
  let invocation: Invocation
  let terminal: Terminal

  /// The duration of a seek in a drawing without a replay, in microseconds.
  static let usualLatency: Int64 = 100_000

  /// Whether standard output gets tables instead of JSON.
  private var isForPeople: Bool { invocation.printsToTerminal && !invocation.printsJSON }

  /// Prints a line for each event. A gesture that cannot be grabbed gives its error after the last line.
  func trace(_ gesture: Gesture, _ timeline: FrameTable?) throws(GrabError) {
    let trace = try GestureTrace(gesture, in: timeline)
    var lines = LineBuffer(terminal)
    if isForPeople {
      try trace.writeTable { line throws(GrabError) in try lines.add(line) }
    } else {
      try trace.write { line throws(GrabError) in try lines.add(line) }
    }
    try lines.flush()
    if let refusal = trace.refusal { throw refusal.error }
  }

  /// Draws the gesture, with seeks of a fixed latency. A gesture that cannot be grabbed gives its error after that.
  ///
  /// - Parameter isWanted: Whether the drawing is made; if not, only its name is printed.
  func plot(
    _ gesture: Gesture, _ findings: Findings?, of video: Path?, to drawing: Drawing, isWanted: Bool
  ) throws(GrabError) {
    let timeline = findings?.timeline?.table
    let refusal = try GestureRehearsal(gesture, in: timeline).refusal()
    if isWanted {
      let latency = invocation.latency ?? Self.usualLatency
      let drawn = try timeline.map { (timeline) throws(GrabError) in
        try GesturePicture.Seeks(of: gesture, in: timeline, seeker: invocation.seeker, latency: latency)
      }
      try drawing.write(
        GesturePicture(gesture, in: timeline, of: video)
          .svg(drawn, findings?.thumbnails ?? [:], isAnimated: invocation.isAnimated))
    }
    try drawing.name()
    if let refusal { throw refusal.error }
  }

  /// Prints the seeks of a replay, and draws it if that is wanted.
  ///
  /// - Parameters:
  ///   - outputs: The files of the frames that were shown.
  ///   - drawing: The output of the drawing; nil for none.
  func replay(
    _ gesture: Gesture, _ findings: Findings, of video: Path, _ outputs: [Int: Path], to drawing: Drawing?
  ) throws(GrabError) {
    if let path = invocation.plot, outputs.values.contains(path) { throw GrabError(path, .sameOutput) }
    var lines = LineBuffer(terminal)
    if isForPeople { try lines.add(ReplayTable.heading) }
    for seek in findings.seeks {
      let output = seek.shownFrame.flatMap { outputs[$0] }
      if isForPeople {
        try lines.add(ReplayTable.line(for: seek, output: output))
      } else {
        try lines.add(ReplayReport.line(for: seek, output: output))
      }
    }
    let (seeker, latency) = (invocation.seeker, invocation.latency)
    if let summary = findings.summary {
      if isForPeople {
        try lines.add(ReplayTable.line(for: summary, seeker: seeker, latency: latency))
      } else {
        try lines.add(ReplayReport.line(for: summary, seeker: seeker, latency: latency))
      }
    }
    try lines.flush()
    guard let drawing else { return }
    let seeks = GesturePicture.Seeks(findings.seeks, seeker: seeker, latency: latency)
    try drawing.write(
      GesturePicture(gesture, in: findings.timeline?.table, of: video)
        .svg(seeks, findings.thumbnails, isAnimated: invocation.isAnimated))
  }
}

/// The files of the frames that a replay showed.
final class ReplayOutputs: ReportSink {
  private let terminal: Terminal
  /// By the indexes of the frames.
  private(set) var paths: [Int: Path] = [:]

  init(_ terminal: Terminal) { self.terminal = terminal }

  func receive(_ report: FrameReport) -> Bool {
    if let frame = report.index, let path = report.path { paths[frame] = path }
    return true
  }

  func receive(_ failure: MomentFailure) -> Bool {
    if !failure.isRepeated { terminal.fail(failure.error) }
    return true
  }
}
