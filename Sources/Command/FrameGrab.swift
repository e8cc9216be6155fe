import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Video

/// The frames that one command line or one request asks for, with the video open.
struct FrameGrab {
  let video: VideoFile
  let path: Path
  let moments: [Moment]
  /// A note on which stream was taken, if there are several and `--stream` is not given.
  let choice: String?
  private let options: GrabOptions

  /// Opens the video.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(_ named: NamedGrab) throws(GrabError) {
    (path, moments, options) = (named.path, named.moments, named.options)
    video = try named.inputs.open(path, isProbed: false)
    choice = try named.inputs.choice(of: video, path)
  }

  /// A warning about the end of a file that is cut off; call it after all frames were grabbed.
  var warning: String? { Grabber(video, input: path, options: options).warning(for: moments) }

  /// Grabs all frames and reports each.
  ///
  /// - Throws: `GrabError` before anything is decoded or written.
  func run(
    goesOn: (GrabProgress) -> Bool, report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    try Grabber(video, input: path, options: options).grab(moments, goesOn: goesOn, report: report)
  }
}
