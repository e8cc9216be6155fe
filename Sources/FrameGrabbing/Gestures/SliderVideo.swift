public import Files
public import Timeline
public import Video

/// The video that a gesture's slider spans, with all its frames and its name.
public struct SliderVideo {
  /// The video, open.
  public let video: VideoFile
  /// All its frames, with their references.
  public let frames: TimelinePart
  /// The name it was opened under.
  public let path: Path

  /// All its frames.
  public var timeline: FrameTable { frames.table }

  /// Looks up all frames of a video that was opened under this name.
  ///
  /// - Parameter extent: how: keyframes are certain only if they are asked for.
  /// - Throws: `GrabError` when the video cannot be read or holds no frame.
  public init(_ video: VideoFile, path: Path, extent: TimelineExtent = .whole) throws(GrabError) {
    self.video = video
    self.path = path
    frames = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in try video.lookUp(extent) }
  }
}
