import CFFmpeg
public import Files
public import Timeline

/// A video that is open: its timeline, as much of it as a question needs, and its pictures, each proved to be the right
/// one.
///
/// A class, since reading moves one position in one file; use it from one thread.
public final class VideoFile {
  /// What names the file's content on this machine; an output must not be the same file.
  public let identity: FileIdentity
  /// Seconds of one tick.
  public let timeBase: TimeBase
  /// When, where and with what it was recorded, in the container's words, as they stand at its beginning.
  public let recording: RecordingTags
  /// Where t = 0 is, in absolute seconds of the file.
  public var origin: Rational { frames.origin }
  /// The time that each frame may take: it runs while something is read or decoded, and starts anew for each frame.
  var deadline: Deadline { source.deadline }

  /// What this video's time is put to the account of, when somebody wants to know.
  public let stopwatch: Stopwatch?

  let source: ByteSource
  let finder: FrameFinder
  let frames: StreamTimeline
  let limits: Limits
  private let memory: IndexMemory?
  var workers: DecodeWorkers?
  /// What was looked up last for damage.
  var partForDamage: TimelinePart?

  /// Opens a video by its content and finds where its time starts.
  ///
  /// - Parameters:
  ///   - path: a regular file that is not empty; FFmpeg never sees the name.
  ///   - stream: the number of the stream, nil for the best one that is no attached picture.
  ///   - clock: what t = 0 is.
  ///   - isProbed: whether all facts are wanted, even those that grabbing does without.
  ///   - limits: what the file may cost.
  ///   - deadline: the time for each frame, shared with a thread that watches it; nil for one of its own. Opening takes
  ///     part of the time that is left.
  ///   - cache: where indexes of long videos are kept from run to run; nil for reading everything anew.
  ///   - stopwatch: what the stages of opening, finding and decoding are to be measured with; nil for not at all.
  /// - Throws: `VideoError`.
  public init(
    opening path: Path, stream: Int? = nil, clock: VideoClock = .player, isProbed: Bool = false,
    limits: Limits = Limits(),
    deadline: Deadline? = nil, cache: IndexCache? = nil, stopwatch: Stopwatch? = nil
  ) throws(VideoError) {
    let deadline = deadline ?? Deadline(nanoseconds: limits.nanosecondsPerFrame)
    let stage = stopwatch?.enter(.open)
    defer {
      stopwatch?.resume(stage)
      deadline.pause()
    }
    av_max_alloc(limits.allocation)
    let time = WallTime.now
    let source: ByteSource
    do throws(FileError) {
      source = ByteSource(
        file: try InputFile(opening: path), limits: limits, deadline: deadline)
    } catch {
      throw VideoError("opening", .file(error))
    }
    let reader = try PacketReader(source, stream: stream, isProbed: isProbed, limits: limits)
    guard let timeBase = reader.timeBase else { throw VideoError("reading the time base", .unknownFormat) }
    // Some containers bring other tags on the way, which must not depend on how far the file was read.
    let facts = try reader.demuxer.facts(of: reader.streamIndex)
    identity = source.file.identity
    recording = facts.recording
    self.timeBase = timeBase
    self.source = source
    self.limits = limits
    self.stopwatch = stopwatch
    finder = FrameFinder(reader, source: source, limits: limits, stopwatch: stopwatch)
    _ = stopwatch?.enter(.index)
    var memory: IndexMemory?
    frames = try StreamTimeline(
      finder, timeBase: timeBase, clock: clock, timecodeStart: facts.timecode.flatMap { try? Timecode(parsing: $0) },
      limits: limits
    ) { head in
      guard let cache else { return nil }
      let key = IndexKey(
        source.file.identity, stream: reader.streamIndex, isProbed: reader.isProbed, limits: limits,
        program: cache.program, openedAfter: time)
      memory = IndexMemory(cache, key, head: head.records)
      return memory
    }
    self.memory = memory
  }

  // MARK: Timeline

  /// Whether the timeline was found by decoding and counting every picture, since the packets do not tell it.
  ///
  /// It may become true while pictures are decoded: then the timeline is another one.
  public var isCounted: Bool { frames.isCounted }

  /// How often the timeline turned out to be another one.
  var revision: Int { frames.revision }

  /// Whether a reference names the frame still that it was made for: the timeline has not turned out to be another one.
  public func isCurrent(_ frame: FrameReference) -> Bool { frame.isOf(revision: revision) }

  /// Answers a question about the timeline; once more whenever finding the answer showed that the timeline is another
  /// one, since places of frames mean something else then.
  ///
  /// A timeline changes twice or three times at the most: what an earlier run kept is given up once, and pictures are
  /// counted once.
  public func settled<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    for _ in 0..<Self.mostRevisions {
      let before = revision
      do throws(Failure) {
        let answer = try body()
        if revision == before { return answer }
      } catch {
        if revision == before { throw error }
      }
    }
    return try body()
  }

  /// More often than this no timeline changes.
  private static let mostRevisions = 8

  /// Reads or decodes something, with the full time of a frame. Between two such calls no time runs.
  func reading<Result>(
    _ stage: Stopwatch.Stage, _ body: () throws(VideoError) -> Result
  ) throws(VideoError) -> Result {
    let interrupted = stopwatch?.enter(stage)
    deadline.restart()
    defer {
      deadline.pause()
      stopwatch?.resume(interrupted)
    }
    return try body()
  }

  /// Looks frames up from the first on, at least as far as asked; no picture is decoded unless the packets alone do not
  /// tell.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  public func lookUp(_ extent: TimelineExtent) throws(VideoError) -> TimelinePart {
    try reading(.index) { () throws(VideoError) in
      let table = try frames.timeline(extent)
      return TimelinePart(table, revision: revision)
    }
  }

  /// The same without the names of the frames, for all that is not decoded.
  public func timeline(_ extent: TimelineExtent) throws(VideoError) -> FrameTable { try lookUp(extent).table }

  /// Looks up the frames around one moment, without reading all that is before it where the container allows that.
  ///
  /// - Returns: the frames; those from the first on where the moment is near it, or nothing else leads there.
  public func lookUp(around time: Rational) throws(VideoError) -> TimelinePart {
    try reading(.index) { () throws(VideoError) in
      let (table, stretch) = try frames.neighbourhood(of: time)
      return TimelinePart(table, stretch, revision: revision)
    }
  }

  /// The whole timeline, of a stream that this FFmpeg can decode.
  ///
  /// - Throws: `VideoError`: `noDecoder`, `refusedByDecoder`, `encrypted`, `noFrames` when not one of the first keyframes
  ///   gives a picture, and as `timeline` does.
  public func decodableTimeline() throws(VideoError) -> FrameTable {
    try settled { () throws(VideoError) in
      let all = try lookUp(.whole)
      // A picture may show that the timeline is another one.
      try requireDecodable(all)
      return all.table
    }
  }

  /// How many keyframes are tried before a stream is given up: damage may have spoilt some of them.
  private static let mostTries = 8

  private func requireDecodable(_ all: TimelinePart) throws(VideoError) {
    if isEncrypted { throw VideoError("decoding", .encrypted) }
    _ = try finder.openDecoder(depth: finder.countingDepth)
    // What was counted has been decoded.
    guard !isCounted else { return }
    let frames = all.table.frames
    var isFound = false
    // An edit list may hide the keyframe of the first frame.
    let keyframes = frames.indices.lazy.filter { frames[$0].isKeyframe && $0 > 0 }
    for place in [0] + keyframes.prefix(Self.mostTries) where frames[place].isDecodable {
      _ = try pictures(of: [all.reference(to: place)]) { _, _ in isFound = true }
      if isFound || isCounted { return }
    }
    throw VideoError("decoding", .noFrames)
  }

  /// The end of the last frame in seconds from t = 0, looked up there; nil where only the whole timeline tells it, or
  /// where that is known already.
  public func distantEnd() throws(VideoError) -> Rational? {
    try reading(.index) { () throws(VideoError) in try frames.distantEnd() }
  }

  /// How many packets were read to look up single moments where they are.
  public var lookedUpPackets: Int { frames.windows.reduce(0) { $0 + $1.records.count } }

  /// Whether the file is cut off: reading failed where the container promises more.
  public var isCutOff: Bool { frames.isCutOff }

  /// Whether it is known that the file is cut off, or that it is not: nil while its end was not looked at.
  public var knownCutOff: Bool? {
    if frames.isCutOff { return true }
    return frames.isCounted || frames.table.isComplete ? false : nil
  }

  /// Whether packets of the stream are encrypted.
  public var isEncrypted: Bool { finder.reader.isEncrypted }

  /// Whether the container tells of the whole video although its end is missing: by its index, or by when it ends.
  public var tellsWhole: Bool { frames.tellsWhole }

  /// Whether a frame is the last one that is there before a hole which a cut-off file has at this tick.
  ///
  /// In the tail of such a file a picture lasts no longer than its packet says: what follows may be missing.
  public func endsBefore(tick: Int64, frame place: Int, in timeline: FrameTable, of stretch: Stretch) -> Bool {
    if timeline.isBehindLastFrame(tick: tick) { return true }
    guard let tail = frames.tailStart(of: stretch), timeline.frames.indices.contains(place) else { return false }
    let frame = timeline.frames[place]
    let next = place + 1 < timeline.count ? timeline.frames[place + 1].tick : nil
    guard next.map({ $0 > tail }) ?? true else { return false }
    let end = frame.duration > 0 ? frame.tick.addingReportingOverflow(frame.duration).partialValue : next ?? .max
    return tick >= end
  }

  /// Whether the file says what its first frame's timecode is.
  public var hasTimecode: Bool { frames.timecodeStart != nil }

  /// Whether the file's timestamps start anew somewhere in what was read so far; times go on across such a place.
  public var hasJump: Bool { frames.table.hasJump }

  /// What the container says of itself and of the stream.
  public func facts() throws(VideoError) -> StreamFacts {
    try finder.reader.demuxer.facts(of: finder.reader.streamIndex)
  }

  /// Bytes of the file.
  public var byteCount: Int64 { finder.fileSize }

  /// Whether an index that an earlier run kept was of use.
  public var usesKeptIndex: Bool { memory?.isUsed ?? false }

  /// Whether an index that an earlier run kept did not fit the file, so that everything was read anew.
  public var hasDiscardedIndex: Bool { memory?.isDiscarded ?? false }

  /// Keeps what was found out of a long video, in the cache that it was opened with, for the next run.
  ///
  /// Call it when all pictures are out: it costs some milliseconds. What goes wrong harms nothing.
  public func keepIndex() -> IndexKeeping {
    let stage = stopwatch?.enter(.index)
    defer { stopwatch?.resume(stage) }
    return frames.keep(of: source.file)
  }

  /// How often the file was searched for a place, for people who want to know what a grab cost.
  public var seekCount: Int { finder.seeks }
}
