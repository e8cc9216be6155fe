import FrameGrabbing
import GestureFiles

/// What a run does with one video; everything that it needs from elsewhere was read before.
enum Job {
  /// Grabs frames.
  case grab(GrabJob)
  /// Describes the video.
  case describe(VideoInput)
  /// Lists its frames.
  case listFrames(VideoInput)
  /// Shows a gesture, event by event.
  case trace(Gesture, VideoInput?)
  /// Draws a gesture.
  case plot(Gesture, VideoInput?)
  /// Plays a gesture, seek by seek.
  /// The frames shown are written as the options say, if there are any.
  case replay(Gesture, VideoInput, GrabOptions?)

  /// Makes a gesture file.
  case newGesture(DragJob.New, VideoInput?)
  /// Corrects a gesture file.
  case solve(Gesture, CorrectionWish, VideoInput?)

  /// The video; nil for a gesture without one.
  var input: VideoInput? {
    switch self {
    case .grab(let grab): grab.input
    case .describe(let input), .listFrames(let input), .replay(_, let input, _): input
    case .trace(_, let input), .plot(_, let input), .newGesture(_, let input), .solve(_, _, let input): input
    }
  }

  /// The most frames that are reported; nil for any number.
  var mostReports: Int? {
    guard case .grab(let grab) = self else { return 0 }
    let moments = grab.named.moments
    return moments.contains(where: \.mayGiveSeveral) ? nil : moments.count
  }

  /// Whether it prints lines of its own on standard output.
  var printsLines: Bool { if case .grab = self { false } else { true } }

  /// Does the work, in a worker or not.
  ///
  /// - Returns: Whether everything succeeded; of a grab, the broker was told for each frame.
  func run(in workspace: Workspace, _ invocation: Invocation) throws(GrabError) -> Bool {
    switch self {
    case .grab(let grab): try grab.run(in: workspace)
    case .describe(let input): try LookingJob(workspace, printsJSON: invocation.printsJSON).describe(input)
    case .listFrames(let input): try LookingJob(workspace, printsJSON: invocation.printsJSON).listFrames(input)
    case .trace(let gesture, let input): try GestureShow(workspace, invocation).trace(gesture, input)
    case .plot(let gesture, let input): try GestureShow(workspace, invocation).plot(gesture, input)
    case .newGesture(let new, let input): try DragJob(workspace).make(new, input)
    case .solve(let gesture, let wish, let input): try DragJob(workspace).correct(gesture, wish, input)
    case .replay(let gesture, let input, let options):
      return try ReplayShow(GestureShow(workspace, invocation)).run(gesture, input, options)
    }
    return true
  }
}
