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

  /// Compares each gesture.
  ///
  /// - Parameter frames: Looks up all frames of a video.
  /// - Returns: Whether at least one slider caught a gesture.
  func run(
    _ frames: (VideoInput?) throws(GrabError) -> FrameTable?, _ drawing: (Gesture, VideoInput?) -> Drawing?
  ) throws(GrabError) -> Bool {
    let sliders = try sliders()
    let isForPeople = invocation.printsToTerminal && !invocation.printsJSON
    var lines = LineBuffer(terminal)
    var (isCaught, known): (Bool, (path: Path, table: FrameTable?)?) = (false, nil)
    for (number, path) in wish.gestures.enumerated() {
      let gesture = try inputs.readGesture(at: path)
      let input = try inputs.shownVideo(gesture)
      // The frames of a video that several gestures share are looked up once.
      let table = if let known, known.path == input?.path { known.table } else { try frames(input) }
      if let input { known = (input.path, table) }
      let rows = sliders.map { slider in
        SliderComparison(
          gesture, on: slider, in: table, seeker: invocation.seeker,
          latency: invocation.latency ?? Self.usualLatency)
      }
      isCaught = isCaught || rows.contains(where: \.isCaught)
      if invocation.plot == nil || invocation.printsJSON {
        if isForPeople {
          if wish.gestures.count > 1 { try lines.add((number == 0 ? "" : "\n") + "==> \(gesture.path.text) <==") }
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
    if !isCaught {
      terminal.say("no slider catches the knob in any gesture; \"grab\": \"anywhere\" starts a drag anywhere")
    }
    return isCaught
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
