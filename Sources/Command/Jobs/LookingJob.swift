import FrameGrabbing
import Video

/// Prints what is known about a video without grabbing a frame.
struct LookingJob {
  private let workspace: Workspace
  private let printsJSON: Bool

  init(_ workspace: Workspace, printsJSON: Bool) {
    (self.workspace, self.printsJSON) = (workspace, printsJSON)
  }

  /// Prints a description of the video.
  func describe(_ input: VideoInput) throws(GrabError) {
    let video = try workspace.open(input, isProbed: true)
    let description = try VideoDescription(video, path: input.path)
    try workspace.broker.write(Array((printsJSON ? description.json + "\n" : description.text).utf8))
  }

  /// Prints a line for each frame.
  func listFrames(_ input: VideoInput) throws(GrabError) {
    let video = try workspace.open(input)
    let list = try FrameList(video, path: input.path)
    if let warning = list.warning { workspace.broker.say(warning, from: .normal) }
    var lines = LineBuffer(workspace.broker)
    try list.write(asJSON: printsJSON) { line throws(GrabError) in try lines.add(line) }
    try lines.flush()
  }
}
