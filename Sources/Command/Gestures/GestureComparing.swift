import Broker
import Files
import FrameGrabbing
import GestureFiles
import Timeline

/// The same touches on several sliders: a table, lines of JSON, or a drawing.
struct GestureComparing {
  let invocation: Invocation
  let terminal: Terminal
  let inputs: Inputs
  let wish: ComparisonWish

  /// The duration of a seek unless one is given, in microseconds.
  private static let usualLatency: Int64 = 100_000

  /// A gesture with the video on which it is played.
  private struct Subject {
    let gesture: Gesture
    let input: VideoInput?
    let table: FrameTable?
  }

  /// Compares each gesture; of several, one that cannot be read does not stop the others.
  ///
  /// - Parameter frames: Looks up all frames of a video.
  func run(
    _ frames: (VideoInput?) throws(GrabError) -> FrameTable?, _ drawing: (Gesture, VideoInput?) -> Drawing?
  ) throws(GrabError) -> ExitCode {
    let sliders = try sliders()
    let isForPeople = invocation.printsToTerminal && !invocation.printsJSON
    var lines = LineBuffer(terminal)
    var (isCaught, hasFailed) = (false, false)
    // Why a slider cannot be played, for another reason than that no touch catches its knob.
    var fault: String?
    var last: Subject?
    for path in wish.gestures {
      let subject: Subject
      do throws(GrabError) {
        subject = try read(path, after: last, frames)
      } catch {
        guard wish.gestures.count > 1 else { throw error }
        terminal.fail(RelayedError(error, invocation.request))
        hasFailed = true
        continue
      }
      let isFirst = last == nil
      last = subject
      let (gesture, input, table) = (subject.gesture, subject.input, subject.table)
      let rows = sliders.map { slider in
        SliderComparison(
          gesture, on: slider, in: table, seeker: invocation.seeker,
          latency: invocation.latency ?? Self.usualLatency)
      }
      isCaught = isCaught || rows.contains(where: \.isCaught)
      fault = fault ?? rows.first { !$0.isCaught && !$0.isMissed }?.refusal
      if invocation.plot == nil || invocation.printsJSON {
        if isForPeople {
          if wish.gestures.count > 1 { try lines.add((isFirst ? "" : "\n") + "==> \(gesture.path.text) <==") }
          try lines.add(SliderComparison.heading)
          for row in rows { try lines.add(row.row) }
        } else {
          for row in rows { try lines.add(row.line(gesture: gesture.path.text)) }
        }
        try lines.flush()
      }
      guard let drawing = drawing(gesture, input) else { continue }
      if try drawing.isWanted() {
        try drawing.write(ComparisonPicture(gesture, rows, in: table, of: input?.path).svg)
      }
      try drawing.name()
    }
    if hasFailed { return .someFailed }
    if isCaught { return .success }
    if let fault {
      terminal.say("no slider can be dragged: \(fault)")
    } else {
      terminal.say("no slider catches the knob in any gesture; \"grab\": \"anywhere\" starts a drag anywhere")
    }
    return .usage
  }

  /// Reads a gesture, and looks up the frames of its video; those of the same video as before are known.
  private func read(
    _ path: Path, after last: Subject?, _ frames: (VideoInput?) throws(GrabError) -> FrameTable?
  ) throws(GrabError) -> Subject {
    let gesture = try inputs.readGesture(at: path)
    let input = try inputs.shownVideo(gesture)
    if let last, let known = last.input, known.path == input?.path {
      return Subject(gesture: gesture, input: input, table: last.table)
    }
    return Subject(gesture: gesture, input: input, table: try frames(input))
  }

  private func sliders() throws(GrabError) -> [ComparedSlider] {
    var sliders: [ComparedSlider] = []
    for slider in wish.sliders {
      switch slider {
      case .model(let model): sliders.append(ComparedSlider(model))
      case .file(let path):
        sliders.append(ComparedSlider(try inputs.readControl(at: path).control))
      }
    }
    return sliders
  }
}
