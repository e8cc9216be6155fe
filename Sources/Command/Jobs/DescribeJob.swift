import Broker
import Files
import FrameGrabbing
import Video

/// Describes a video.
struct DescribeJob: Job {
  let input: VideoInput
  /// Whether to describe it as one JSON object.
  let isJSON: Bool

  func bounds(_ options: GrabOptions) -> JobBounds {
    JobBounds(moments: nil, options, shows: [.description], byteCount: input.file.size)
  }

  /// Reports the description.
  func run(in workspace: Workspace) throws(GrabError) -> Bool {
    let video = try workspace.open(input, isProbed: true)
    let isWhole = workspace.request.options.readsEverything
    let description = try VideoDescription(video, path: input.path, isWhole: isWhole)
    let text = isJSON ? description.json + "\n" : description.text
    try workspace.broker.report(.description(Array(text.utf8)))
    workspace.tellOfNextMovie(behind: video, input.path)
    return true
  }
}
