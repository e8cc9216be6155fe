import Files
import FrameGrabbing
import GestureFiles

/// Makes and corrects gesture files; the frames of the video decide what they say.
struct DragJob {
  private let workspace: Workspace
  private var broker: any Broker { workspace.broker }

  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// A gesture file that is to be made.
  struct New {
    let wish: DragWish
    /// Its name.
    let path: Path
    /// The video's name as the file has it.
    let videoName: String?
  }

  /// Makes a gesture file.
  func make(_ new: New, _ input: VideoInput?) throws(GrabError) {
    let video = try dragVideo(input)
    guard try isWanted() else { return try broker.draw(nil, isNamed: true) }
    let made = try NewGesture(
      new.wish, in: video, named: new.videoName, path: new.path, bounds: workspace.request.options.bounds)
    try hand(over: made.recording.bytes)
    if new.wish.reach == nil {
      broker.say(
        "\(new.path): \(made.summary); --help gestures says what its lines mean, --trace shows what each touch does",
        from: .normal)
    } else {
      broker.say("\(new.path): \(made.summary)", from: .verbose)
    }
  }

  /// Corrects a gesture file.
  func correct(_ gesture: Gesture, _ wish: CorrectionWish, _ input: VideoInput?) throws(GrabError) {
    let video = try dragVideo(input)
    guard try isWanted() else { return try broker.draw(nil, isNamed: true) }
    let corrected = try GestureCorrection(
      gesture, reaching: wish.reach, moving: wish.touch, in: video, bounds: workspace.request.options.bounds)
    try hand(over: corrected.bytes)
    broker.say("\(gesture.path): \(corrected.summary)", from: .normal)
  }

  /// Whether to search: also for a file that is not written, to tell whether there is one.
  private func isWanted() throws(GrabError) -> Bool {
    if try broker.isDrawingWanted() { return true }
    return workspace.request.options.isDryRun
  }

  private func hand(over bytes: [UInt8]) throws(GrabError) {
    try broker.draw(workspace.request.options.isDryRun ? nil : bytes, isNamed: true)
  }

  private func dragVideo(_ input: VideoInput?) throws(GrabError) -> DragVideo? {
    guard let input else { return nil }
    return DragVideo(try SliderVideo(workspace.open(input), path: input.path).timeline, path: input.path)
  }
}
