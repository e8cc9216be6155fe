import Files
import FrameGrabbing
import GestureFiles
import Video

/// The inputs of a run: the gesture and the video that the command line or the gesture names.
struct Inputs {
  let request: GrabRequest
  let terminal: Terminal
  let stopwatch: Stopwatch?
  var opened = OpenedVideos()

  /// Reads the gesture; one that is only shown need not be one that could be grabbed.
  func readGesture(isOnlyShown: Bool = false) throws(GrabError) -> Gesture? {
    guard let path = request.asked.gesture else { return nil }
    ProcessLimits.apply(memory: request.memory)
    let limit = GestureFile.maximumByteCount
    // A gesture may come slowly, from a pipe or a share, and a malicious one may take long to read.
    let deadline = Deadline(nanoseconds: request.limits.nanosecondsPerFrame)
    Watchdog.watch(deadline, name: path.bytes == Array("-".utf8) ? .standardInput : path, progress: terminal.progress)
    defer { deadline.pause() }
    let (name, bytes, identity) = try read(path, atMost: limit, onProgress: deadline.restart)
    guard let bytes else { throw GrabError(name, .gestureTooLarge(limit: limit)) }
    let file = try blaming(name, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureFile(parsing: bytes)
    }
    return try Gesture(
      file, path: name, identity: identity, allowsUnfinished: request.allowsUnfinished, isOnlyShown: isOnlyShown)
  }

  /// The bytes of a file, or of standard input for `-`; nil when there are more than `limit`.
  private func read(
    _ path: Path, atMost limit: Int, onProgress: () -> Void = {}
  ) throws(GrabError) -> (name: Path, bytes: [UInt8]?, identity: FileIdentity?) {
    let isStandardInput = path.bytes == Array("-".utf8)
    let name = isStandardInput ? Path.standardInput : path
    do throws(FileError) {
      if isStandardInput { return (name, try readStandardInput(atMost: limit, onProgress: onProgress), nil) }
      let file = try InputFile(opening: path)
      return (name, try file.readAll(atMost: limit, onProgress: onProgress), file.identity)
    } catch {
      // An empty file is reported as invalid content: it has no text.
      guard error.fault == .empty else { throw GrabError(name, .input(error)) }
      return (name, [], nil)
    }
  }

  /// The moments of the command line, with those read from files, and the files that must not be overwritten.
  func readMoments(_ gesture: Gesture?) throws(GrabError) -> (moments: [Moment], files: [FileIdentity]) {
    var moments: [Moment] = []
    var files = [gesture?.identity].compactMap { $0 }
    for item in request.asked.items {
      switch item {
      case .moment(let moment): moments.append(moment)
      case .gesture: if let gesture { moments.append(Moment(.gesture(gesture), text: gesture.path.text)) }
      case .list(let path):
        let limit = TimeList.maximumByteCount
        let (name, bytes, identity) = try read(path, atMost: limit)
        guard let bytes else { throw GrabError(name, .timeListTooLarge(limit: limit)) }
        let list = try blaming(name, GrabError.Fault.timeList) { () throws(TimeListError) in
          try TimeList(parsing: bytes)
        }
        moments += Moment.moments(at: list)
        if let identity { files.append(identity) }
      }
    }
    return (moments, files)
  }

  /// The command line's video, else the gesture file's, which is relative to the gesture file's folder.
  func videoPath(_ gesture: Gesture?) throws(GrabError) -> Path {
    if let path = request.video { return path }
    guard let gesture else { throw GrabError("", .input(FileError(path: "", fault: .noName))) }
    guard let path = try namedVideo(gesture) else {
      throw gesture.refusal(at: .video, "no video: name one here or on the command line")
    }
    return path
  }

  /// The video that the gesture file names; nil if it names none.
  ///
  /// - Throws: `GrabError` for a video that is neither below the file's folder nor below the current one: a gesture may
  ///   be the work of someone else, who must not choose which files are read.
  func namedVideo(_ gesture: Gesture) throws(GrabError) -> Path? {
    guard let named = gesture.file.video.map({ Path($0) }) else { return nil }
    let folder = gesture.path == .standardInput ? "." : gesture.path.parent
    let isPlain = named.isAbsolute || folder.bytes == Array(".".utf8)
    let path = isPlain ? named : folder.appending(named)
    guard request.trustsPaths || FolderBounds([folder, "."]).contain(path) else {
      throw gesture.refusal(
        at: .video,
        "this video is neither below the gesture file's folder nor below the current one; "
          + "name it on the command line, or give --trust-paths")
    }
    return path
  }

  func open(_ path: Path, isProbed: Bool) throws(GrabError) -> VideoFile {
    ProcessLimits.apply(memory: request.memory)
    if terminal.level >= .all {
      FFmpegLog.capture { [terminal] in terminal.say("ffmpeg: \($0)") }
    } else {
      FFmpegLog.capture()
    }
    let key = OpenedVideos.Key(
      path: path, stream: request.stream, clock: request.clock, isProbed: isProbed, limits: request.limits,
      cacheFolder: request.cacheFolder)
    if let video = opened.video(key) { return video }
    let deadline = Deadline(nanoseconds: request.limits.nanosecondsPerFrame)
    Watchdog.watch(deadline, name: path, progress: terminal.progress)
    let video = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in
      try VideoFile(
        opening: path, stream: request.stream, clock: request.clock, isProbed: isProbed,
        limits: request.limits, deadline: deadline,
        cache: request.cacheFolder.map { IndexCache(folder: $0, program: Version.number) }, stopwatch: stopwatch,
        onReading: terminal.progress.map { line in { line.show(reading: path, percent: $0) } })
    }
    opened.add(video, key, terminal, isFolderNamed: request.namesCacheFolder)
    return video
  }

  /// A note on which stream was taken, nil if there was no choice or the user made it.
  func choice(of video: VideoFile, _ path: Path) throws(GrabError) -> String? {
    guard request.stream == nil else { return nil }
    let facts = try blaming(path, GrabError.Fault.video, video.facts)
    let candidates = facts.streams.filter { $0.kind == "video" && !$0.isAttachedPicture }
    guard candidates.count > 1 else { return nil }
    let others = candidates.map { String($0.index) }.joined(separator: ", ")
    return "\(path): of the video streams \(others), stream \(facts.streamIndex) is taken; --stream N takes another"
  }
}
