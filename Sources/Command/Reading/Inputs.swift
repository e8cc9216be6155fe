import Broker
import Files
import FrameGrabbing
import GestureFiles
import Sourcing
import Video

/// Reads the inputs of a run: the gesture, lists of moments, and the video named on the command line or in the gesture.
struct Inputs {
  let request: GrabRequest
  /// The helper that reads videos; nil if they are files, and in a worker.
  var source: SourceLink?
  /// The gesture, if it was read before; a worker cannot read it itself.
  var gestureText: InputText?
  /// The slider of a recorded gesture, if it was read before.
  var controlText: InputText?
  /// The lists of moments that were read before.
  var lists: [Path: InputText] = [:]
  /// The video's name, if it was found before; a worker cannot look for it.
  var foundVideo: Path?

  /// The text of the gesture; nil if none is asked for.
  func readGestureText() throws(GrabError) -> InputText? {
    guard let path = request.asked.gesture else { return nil }
    if let gestureText { return gestureText }
    return try readText(path)
  }

  /// The text of the file with the slider of a gesture; nil without either.
  func readControlText() throws(GrabError) -> InputText? {
    guard let path = request.control, request.asked.gesture != nil else { return nil }
    if let controlText { return controlText }
    return try readText(path)
  }

  private func readText(_ path: Path) throws(GrabError) -> InputText {
    let limit = GestureFile.maximumByteCount
    let (name, bytes, identity) = try read(path, atMost: limit)
    guard let bytes else { throw GrabError(name, .gestureTooLarge(limit: limit)) }
    return InputText(name: name, bytes: bytes, identity: identity)
  }

  /// Reads the gesture; with `isOnlyShown`, one that a grab would refuse is accepted.
  func readGesture(isOnlyShown: Bool = false) throws(GrabError) -> Gesture? {
    guard let text = try readGestureText() else { return nil }
    return try gesture(text, try readControlText(), isOnlyShown: isOnlyShown)
  }

  /// Reads a gesture that is only shown.
  func readGesture(at path: Path) throws(GrabError) -> Gesture {
    let slider = try request.control.map { path throws(GrabError) in try readText(path) }
    return try gesture(try readText(path), slider, isOnlyShown: true)
  }

  /// Reads the slider of `--control`, as a gesture of which only the slider is used; nil without that option.
  func readSlider() throws(GrabError) -> Gesture? {
    guard let path = request.control else { return nil }
    return try Gesture(
      GestureFile(of: try readControl(at: path)), path: path, allowsUnfinished: true, isOnlyShown: true)
  }

  /// Reads the slider of a gesture file, which need not have touches.
  func readControl(at path: Path) throws(GrabError) -> ControlFile {
    let text = try readText(path)
    return try blaming(text.name, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try ControlFile(parsing: text.bytes)
    }
  }

  private func gesture(
    _ text: InputText, _ slider: InputText?, isOnlyShown: Bool
  ) throws(GrabError) -> Gesture {
    var settings = request.recording
    if let slider {
      settings.control = try blaming(slider.name, GrabError.Fault.gesture) { () throws(GestureFileError) in
        try ControlFile(parsing: slider.bytes)
      }
    }
    let file = try blaming(text.name, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureFile(parsing: text.bytes, recordedWith: settings)
    }
    return try Gesture(
      file, path: text.name, sliderPath: slider?.name, identities: [text.identity, slider?.identity].compactMap { $0 },
      allowsUnfinished: request.allowsUnfinished, isOnlyShown: isOnlyShown)
  }

  /// The bytes of a file, or of standard input for `-`; nil when there are more than `limit`.
  private func read(
    _ path: Path, atMost limit: Int
  ) throws(GrabError) -> (name: Path, bytes: [UInt8]?, identity: FileIdentity?) {
    let isStandardInput = path.bytes == Array("-".utf8)
    let name = isStandardInput ? Path.standardInput : path
    do throws(FileError) {
      // Standard input may be slow or silent, so it has a time limit.
      let patience = request.limits.nanosecondsPerFrame
      if isStandardInput { return (name, try readStandardInput(atMost: limit, patience: patience), nil) }
      let file = try InputFile(opening: path)
      return (name, try file.readAll(atMost: limit), file.identity)
    } catch {
      if error.isOverdue {
        let limit = ReachedLimit.time(nanoseconds: request.limits.nanosecondsPerFrame)
        throw GrabError(name, .video(VideoError("reading", .limit(limit))))
      }
      // An empty file is reported as invalid content: it has no text.
      guard error.fault == .empty else { throw GrabError(name, .input(error)) }
      return (name, [], nil)
    }
  }

  /// The moments of the command line, with those read from files, and the files that must not be overwritten.
  func readMoments(_ gesture: Gesture?) throws(GrabError) -> (moments: [Moment], files: [FileIdentity]) {
    var moments: [Moment] = []
    var files = gesture?.identities ?? []
    for item in request.asked.items {
      switch item {
      case .moment(let moment): moments.append(moment)
      case .gesture: if let gesture { moments.append(Moment(.gesture(gesture), text: gesture.path.text)) }
      case .list(let path):
        let text = try readList(path)
        let list = try blaming(text.name, GrabError.Fault.timeList) { () throws(TimeListError) in
          try TimeList(parsing: text.bytes)
        }
        moments += Moment.moments(at: list)
        if let identity = text.identity { files.append(identity) }
      }
    }
    return (moments, files)
  }

  /// The text of a list of moments.
  func readList(_ path: Path) throws(GrabError) -> InputText {
    if let text = lists[path] { return text }
    let limit = TimeList.maximumByteCount
    let (name, bytes, identity) = try read(path, atMost: limit)
    guard let bytes else { throw GrabError(name, .timeListTooLarge(limit: limit)) }
    return InputText(name: name, bytes: bytes, identity: identity)
  }

  /// The command line's video, else the gesture file's, which is relative to the gesture file's folder.
  func video(_ gesture: Gesture?) throws(GrabError) -> NamedVideo {
    if let foundVideo { return NamedVideo(foundVideo) }
    if let video = askedVideo { return video }
    guard let gesture else { throw GrabError("", .input(FileError(path: "", fault: .noName))) }
    guard let video = try namedVideo(gesture) else {
      throw gesture.refusal(at: .video, "no video: name one here or on the command line")
    }
    return video
  }

  /// The video of the command line or the request; nil if it names none.
  private var askedVideo: NamedVideo? {
    if let source, let name = request.sourceName { return NamedVideo(name, by: source) }
    return request.video.map { NamedVideo($0) }
  }

  /// The video that the gesture file names; nil if it names none.
  ///
  /// - Throws: `GrabError`, unless paths are trusted, for a video outside the file's folder and the current one, and
  ///   where a helper reads videos, which it does with the user's rights.
  private func namedVideo(_ gesture: Gesture) throws(GrabError) -> NamedVideo? {
    guard let named = gesture.file.video.map({ Path($0) }) else { return nil }
    if let source {
      guard request.trustsPaths else {
        throw gesture.refusal(
          at: .video,
          "a gesture does not choose what --source reads; name the video on the command line, or give --trust-paths")
      }
      guard let name = SourceName(named.bytes) else { throw gesture.refusal(at: .video, SourceName.fault) }
      return NamedVideo(name, by: source)
    }
    let folder = gesture.sliderPath == .standardInput ? "." : gesture.sliderPath.parent
    let isPlain = named.isAbsolute || folder.bytes == Array(".".utf8)
    let path = isPlain ? named : folder.appending(named)
    guard !request.trustsPaths else { return NamedVideo(path) }
    return try NamedVideo(
      path, within: FolderBounds([folder, "."]),
      or: gesture.refusal(
        at: .video,
        "this video is neither below the gesture file's folder nor below the current one; "
          + "name it on the command line, or give --trust-paths"))
  }

  /// The video that the command line names, or a gesture that is only shown; nil if neither does.
  func shownVideo(_ gesture: Gesture) throws(GrabError) -> VideoInput? {
    if let askedVideo { return try askedVideo.open() }
    return try namedVideo(gesture)?.open()
  }

  /// The options for writing the frames that a replay shows; nil if they are not written.
  func replayOptions(_ gesture: Gesture) throws(GrabError) -> GrabOptions? {
    guard let name = request.names else { return nil }
    var options = request.options
    options.output.otherInputs = gesture.identities
    options.output.destination = .files(
      try blaming(name, GrabError.Fault.template) { () throws(TemplateError) in try request.template() })
    return options
  }
}
