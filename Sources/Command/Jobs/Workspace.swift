import Broker
import Files
import FrameGrabbing
import Video

/// What a job works with: the request, the broker, and the videos that are open.
struct Workspace {
  let request: GrabRequest
  let broker: any JobHost
  /// Measures the stages of the job; nil if that is not wanted.
  let stopwatch: Stopwatch?
  /// Whether FFmpeg's own messages are printed.
  let isEchoing: Bool
  var opened = OpenedVideos()

  /// Opens a video, or takes the one that is open already.
  func open(_ input: VideoInput, isProbed: Bool = false) throws(GrabError) -> VideoFile {
    let (broker, path) = (broker, input.path)
    let echo: @Sendable (String) -> Void = { broker.say("ffmpeg: \($0)", from: .all) }
    FFmpegLog.echo(to: isEchoing ? echo : nil)
    let key = OpenedVideos.Key(
      path: path, stream: request.stream, clock: request.clock, isProbed: isProbed, limits: request.limits,
      cacheFolder: request.cacheFolder)
    if let video = opened.video(key, identity: input.identity) { return video }
    let video = try read(input, isProbed: isProbed, limits: request.limits) { broker.show(.reading($0)) }
    opened.keep(video, key, broker, isFolderNamed: request.namesCacheFolder)
    return video
  }

  /// Opens the video a second time for provisional pictures, with its own reader, without progress messages and without
  /// keeping it open.
  func openBeside(_ input: VideoInput) throws(GrabError) -> VideoFile {
    var limits = request.limits
    limits.samplesFewPlaces = true
    return try read(input, isProbed: false, limits: limits)
  }

  private func read(
    _ input: VideoInput, isProbed: Bool, limits: Limits, onReading: ((Int) -> Void)? = nil
  ) throws(GrabError) -> VideoFile {
    let broker = broker
    let deadline = Deadline(nanoseconds: request.limits.nanosecondsPerFrame) { broker.show(.alive) }
    let file = try input.reader()
    let indexes = input.lastingIdentity == nil ? nil : broker.indexes
    do throws(VideoError) {
      return try VideoFile(
        file, openedAfter: input.openedAfter, stream: request.stream, clock: request.clock, isProbed: isProbed,
        limits: limits, deadline: deadline, indexes: indexes, stopwatch: stopwatch,
        onReading: onReading)
    } catch {
      throw GrabError(input.path, .video(error))
    }
  }

  /// A note on which stream was chosen; nil if there is only one, or if the user chose it.
  func choice(of video: VideoFile, _ path: Path) throws(GrabError) -> String? {
    guard request.stream == nil else { return nil }
    let facts = try blaming(path, GrabError.Fault.video, video.facts)
    let candidates = facts.streams.filter { $0.kind == "video" && !$0.isAttachedPicture }
    guard candidates.count > 1 else { return nil }
    let others = candidates.map { String($0.index) }.joined(separator: ", ")
    return "\(path): has the video streams \(others); this is stream \(facts.streamIndex), --stream N takes another"
  }

  /// Tells that a movie follows in the file which is not read.
  func tellOfNextMovie(behind video: VideoFile, _ path: Path) {
    guard let place = video.nextMovie else { return }
    let rest = "tail -c +\(place + 1)"
    broker.say(
      "\(path): another video begins at byte \(place), which is not read; \(rest) makes a file of it", from: .normal)
  }

  /// Stores the indexes of the open videos for the next run, and closes the videos.
  func close() { opened.keepIndexes(broker, isFolderNamed: request.namesCacheFolder) }
}

/// The work of a run on one video, with all other inputs already read.
protocol Job {
  /// The video.
  var input: VideoInput { get }

  /// The limits on what the job may hand over.
  ///
  /// - Parameter options: How the call writes pictures, for a job without options of its own.
  func bounds(_ options: GrabOptions) -> JobBounds

  /// Does the work, in a worker or in the broker's process.
  ///
  /// - Returns: Whether everything succeeded; a grab has also reported each frame to the broker.
  @discardableResult func run(in workspace: Workspace) throws(GrabError) -> Bool
}
