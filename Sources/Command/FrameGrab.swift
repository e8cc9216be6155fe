import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Video

/// The frames that one command line or one request asks for: all named files read, and the video opened.
struct FrameGrab {
  let video: VideoFile
  let path: Path
  let moments: [Moment]
  private let options: GrabOptions

  /// Reads the named inputs and opens the video.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(_ inputs: Inputs) throws(GrabError) {
    let gesture = try inputs.readGesture()
    let (moments, files) = try inputs.readMoments(gesture)
    path = try inputs.videoPath(gesture)
    var options = inputs.request.options
    options.destination = try Self.destination(inputs.request, gesture)
    options.otherInputs = files
    if case .standardOutput = options.destination, !options.isDryRun, standardOutputIsTerminal {
      throw GrabError(.standardOutput, .output(FileError(path: .standardOutput, fault: .isTerminal)))
    }
    self.moments = moments
    self.options = options
    video = try inputs.open(path, isProbed: false)
    choice = try inputs.choice(of: video, path)
  }

  /// A note on which stream was taken, if there are several and `--stream` is not given.
  let choice: String?

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

  /// The destination of the pictures: the command line's, else the gesture file's, else the default names.
  private static func destination(
    _ request: GrabRequest, _ gesture: Gesture?
  ) throws(GrabError) -> GrabOptions.Destination {
    guard let output = request.output ?? gesture?.file.output.map({ Path($0) }) else {
      return request.options.wantsHash ? .nowhere : .files(.standard)
    }
    if output.bytes == Array("-".utf8) { return .standardOutput }
    do throws(TemplateError) {
      return .files(try OutputTemplate(output) { suggestion(for: $0, among: $1) })
    } catch {
      throw GrabError(output, .template(error))
    }
  }
}
