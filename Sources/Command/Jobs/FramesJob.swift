import Broker
import Files
import FrameGrabbing
import Seeking
import Timeline
import Video

/// Finds all frames of a video: for a list, or for tracing, drawing or making a gesture.
struct FramesJob: Job {
  let input: VideoInput
  /// Whether it also finds out which frames can be decoded.
  var marksDecodable = false
  /// The gesture to be drawn, which needs small pictures; nil for none.
  var drawn: Gesture?
  /// The simulated seeks of an animated drawing; nil for a still one.
  var stage: (seeker: SeekerKind, latency: Int64)?

  func bounds(_ options: GrabOptions) -> JobBounds {
    JobBounds(
      moments: nil, options, shows: drawn == nil ? [.timeline] : [.timeline, .thumbnails], byteCount: input.file.size)
  }

  /// Reports the frames.
  func run(in workspace: Workspace) throws(GrabError) -> Bool {
    let (broker, path) = (workspace.broker, input.path)
    let video = try workspace.open(input)
    guard !marksDecodable else {
      let table = try blaming(path, GrabError.Fault.video, video.decodableTimeline)
      try broker.report(.timeline(PackedTimeline(table, of: video)))
      return true
    }
    // Decoding may change the timeline: then both are made again.
    let (table, pictures) = try video.settled { () throws(GrabError) in
      let source = try SliderVideo(video, path: path)
      guard let drawn else { return (source.timeline, [Int: Thumbnail]()) }
      let picture = try GesturePicture(drawn, in: source.timeline, of: path)
      let seeks = try stage.map { (stage) throws(GrabError) in
        try GesturePicture.Seeks(of: drawn, in: source.timeline, seeker: stage.seeker, latency: stage.latency)
      }
      let tiles = seeks.map(picture.stageFrames) ?? []
      return (source.timeline, try Thumbnail.pictures(of: picture.frames, stage: tiles, in: source))
    }
    try broker.report(.timeline(PackedTimeline(table, of: video)))
    for (frame, picture) in pictures { try broker.report(.thumbnail(picture, frame: frame)) }
    return true
  }
}

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
