import Broker
import Files
import FrameGrabbing
import GestureFiles

/// What a run does with one video; everything that it needs from elsewhere was read before.
enum Job {
  /// Grabs frames.
  case grab(GrabJob)
  /// Describes the video.
  case describe(DescribeJob)
  /// Finds all frames.
  case frames(FramesJob)
  /// Plays a gesture, seek by seek.
  case replay(ReplayJob)

  /// The video.
  var input: VideoInput {
    switch self {
    case .grab(let grab): grab.input
    case .describe(let describe): describe.input
    case .frames(let frames): frames.input
    case .replay(let replay): replay.input
    }
  }

  /// How much it may give.
  func bounds(_ request: GrabRequest) -> JobBounds {
    let size = input.file.size
    return switch self {
    case .grab(let grab): JobBounds(moments: grab.named.moments, grab.named.options, byteCount: size)
    case .describe: JobBounds(moments: nil, request.options, shows: [.description], byteCount: size)
    case .frames(let frames):
      JobBounds(
        moments: nil, request.options, shows: frames.drawn == nil ? [.timeline] : [.timeline, .thumbnails],
        byteCount: size)
    case .replay(let replay):
      JobBounds(
        moments: nil, replay.options ?? request.options,
        shows: replay.isDrawn ? [.timeline, .seeks, .thumbnails] : [.timeline, .seeks], byteCount: size)
    }
  }

  /// Does the work, in a worker or not.
  ///
  /// - Returns: Whether everything succeeded; of a grab, the broker was told for each frame.
  func run(in workspace: Workspace, _ invocation: Invocation) throws(GrabError) -> Bool {
    switch self {
    case .grab(let grab): try grab.run(in: workspace)
    case .describe(let describe): try describe.run(in: workspace)
    case .frames(let frames): try frames.run(in: workspace)
    case .replay(let replay): return try replay.run(in: workspace, invocation)
    }
    return true
  }
}
