import Broker
import Files
import FrameGrabbing
import GestureFiles

/// Makes and corrects gesture files; where they lead depends on the frames of the video.
struct GestureMaking {
  let request: GrabRequest
  let terminal: Terminal
  let output: Drawing

  /// The gesture file to make.
  struct New {
    let wish: DragWish
    /// Its name.
    let path: Path
    /// The video's name as written in the file.
    let videoName: String?
  }

  /// Makes a gesture file.
  func make(_ new: New, _ video: DragVideo?) throws(GrabError) {
    guard try isWanted() else { return try output.name() }
    let made = try NewGesture(
      new.wish, in: video, named: new.videoName, path: new.path, bounds: request.options.choice.bounds)
    try write(made.recording.bytes)
    if new.wish.reach == nil {
      terminal.say(
        "\(new.path): \(made.summary); --help gestures says what its lines mean, --trace shows what each touch does")
    } else {
      terminal.say("\(new.path): \(made.summary)", from: .verbose)
    }
  }

  /// Corrects a gesture file.
  func correct(_ gesture: Gesture, _ wish: CorrectionWish, _ video: DragVideo?) throws(GrabError) {
    guard try isWanted() else { return try output.name() }
    let corrected = try GestureCorrection(
      gesture, reaching: wish.reach, moving: wish.touch, in: video, bounds: request.options.choice.bounds)
    try write(corrected.bytes)
    terminal.say("\(gesture.path): \(corrected.summary)")
  }

  /// Whether to make the gesture: in a dry run, too, to tell whether there is one.
  private func isWanted() throws(GrabError) -> Bool {
    if try output.isWanted() { return true }
    return request.options.isDryRun
  }

  private func write(_ bytes: [UInt8]) throws(GrabError) {
    if !request.options.isDryRun { try output.write(bytes) }
    try output.name()
  }
}
