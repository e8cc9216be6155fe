public import Files
public import Timeline
public import Video

/// The video that a gesture's slider spans, with all its frames and its name.
public struct SliderVideo {
  /// The video, open.
  public let video: VideoFile
  /// All its frames.
  public let timeline: FrameTable
  /// The name it was opened under.
  public let path: Path

  /// Brings the three together.
  public init(_ video: VideoFile, timeline: FrameTable, path: Path) {
    self.video = video
    self.timeline = timeline
    self.path = path
  }
}
