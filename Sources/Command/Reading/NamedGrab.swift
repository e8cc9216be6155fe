import Files
import FrameGrabbing
import GestureFiles
import Video

/// The frames that one command line or one request asks for: all named files read, the video not opened yet.
struct NamedGrab {
  let video: NamedVideo
  let moments: [Moment]
  var options: GrabOptions

  /// The name of the video.
  var path: Path { video.path }

  /// Reads the named inputs.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(_ inputs: Inputs) throws(GrabError) {
    let gesture = try inputs.readGesture()
    let (moments, files) = try inputs.readMoments(gesture)
    video = try inputs.video(gesture)
    if let gesture, inputs.request.video == nil, inputs.request.output == nil, gesture.file.output == nil {
      try Self.checkStem(of: video.path, gesture)
    }
    var options = try Self.options(for: inputs.request, gesture)
    options.output.isNameForeign = inputs.request.names == nil && gesture?.file.output != nil
    options.output.otherInputs = files
    self.moments = moments
    self.options = options
  }

  /// How frames are written; the gesture may name the output.
  ///
  /// - Throws: `GrabError` for an output that cannot be.
  static func options(for request: GrabRequest, _ gesture: Gesture? = nil) throws(GrabError) -> GrabOptions {
    var options = request.options
    options.output.destination = try destination(request, gesture)
    var isPrinted = options.output.answer != nil
    if case .standardOutput = options.output.destination { isPrinted = true }
    if isPrinted, !options.isDryRun, standardOutputIsTerminal {
      throw GrabError(.standardOutput, .output(FileError(path: .standardOutput, fault: .isTerminal)))
    }
    return options
  }

  /// The report on a picture that exists and is kept, so that the video need not be opened; nil if it must be opened.
  ///
  /// - Parameter record: What the jobs of a run have written.
  /// - Throws: `GrabError` for a name that cannot be an output, and for a file of another job.
  func present(_ record: PublishedFiles? = nil) throws(GrabError) -> FrameReport? {
    guard let output = try options.presentOutput(of: moments, input: path) else { return nil }
    try record?.check(output, options.output)
    let moment = moments.first
    var report = FrameReport(input: path, asked: moment?.text ?? "", name: moment?.name, skipped: output)
    var counter = RawCounter(options)
    counter.addPlace(to: &report)
    return report
  }

  /// The destination of the pictures: the command line's, else the gesture file's, else the default names.
  ///
  /// With --hash only a name on the command line counts: asking for a checksum is not asking for a picture.
  private static func destination(
    _ request: GrabRequest, _ gesture: Gesture?
  ) throws(GrabError) -> OutputOptions.Destination {
    if request.options.output.answer != nil { return .files(.timestamps) }
    let foreign = request.names == nil ? try foreignOutput(gesture) : nil
    if request.options.wantsHash, request.output == nil, request.folder == nil { return .nowhere }
    let named = request.output ?? foreign
    guard let output = named ?? request.folder else { return .files(request.standardNames) }
    if let gesture, foreign != nil, request.options.pixels.raw != nil {
      throw gesture.refusal(at: .output, "this is the name of a PNG, and --raw writes none; name the output with -o")
    }
    if named?.bytes == Array("-".utf8) { return .standardOutput }
    do throws(TemplateError) {
      return .files(try request.template(foreign: foreign))
    } catch {
      guard let gesture, foreign != nil else { throw GrabError(output, .template(error)) }
      throw gesture.refusal(at: .output, error.description)
    }
  }

  /// Refuses a gesture file's video whose default picture name would be one that a file must not choose.
  private static func checkStem(of video: Path, _ gesture: Gesture) throws(GrabError) {
    guard let reason = ForeignName(Path(bytes: video.stem.bytes + Array(".png".utf8))).fault else { return }
    throw gesture.refusal(
      at: .video, "the picture would be named after this video, and such a name \(reason); name the output with -o")
  }

  /// The output that the gesture file names, with its fields; nil if it names none.
  private static func foreignOutput(_ gesture: Gesture?) throws(GrabError) -> Path? {
    guard let gesture, let output = gesture.file.output.map({ Path($0) }) else { return nil }
    guard let reason = ForeignName(output).fault else { return output }
    throw gesture.refusal(at: .output, "a name that a file chooses \(reason); name the output with -o instead")
  }
}
