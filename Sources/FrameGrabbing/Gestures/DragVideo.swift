public import Files
public import Timeline

/// The video that a drag is made for: its frames, and its name for messages.
public struct DragVideo: Sendable {
  /// Its frames.
  public let timeline: FrameTable
  /// The name under which it was opened.
  public let path: Path

  /// Makes a video of its frames.
  public init(_ timeline: FrameTable, path: Path) {
    self.timeline = timeline
    self.path = path
  }
}

/// Why a moment cannot be aimed at.
enum DragAimError: Error {
  /// It is not in the video.
  case moment(MomentError, asked: String)
  /// It is not on the slider.
  case drag(DragFault)

  /// The error about the video, or about the gesture file.
  func error(file: Path, video: Path?) -> GrabError {
    switch self {
    case .moment(let error, let asked): GrabError(video ?? file, .moment(error, asked: asked))
    case .drag(let fault): GrabError(file, .drag(fault))
    }
  }
}
