import CFFmpeg
public import Files
public import Timeline

/// An open video: its timeline, as much of it as a question needs, and its pictures, each verified to be the right one.
///
/// A class, since reading moves one position in one file; use it from one thread.
public final class VideoFile {
  /// Identifies the file on this machine; an output must not be the same file.
  public let identity: FileIdentity
  /// Seconds of one tick.
  public let timeBase: TimeBase
  /// When, where and with what it was recorded, as unparsed text from the beginning of the container.
  public let recording: RecordingTags
  /// The chapters that the container lists, in its order, in absolute seconds.
  private let listedChapters: [Chapter]
  /// Where t = 0 is, in absolute seconds of the file.
  public var origin: Rational { frames.origin }
  /// The chapters that the container lists, in its order, in seconds from t = 0.
  public var chapters: [Chapter] {
    listedChapters.compactMap { chapter in
      chapter.start.subtracting(origin).map { Chapter(start: $0, title: chapter.title) }
    }
  }
  /// The limit of time without progress: it runs while something is read or decoded, and restarts for each frame.
  var deadline: Deadline { source.deadline }

  /// The limit of time for what is made of one picture, from now on.
  public var timeForPicture: Deadline { Deadline(nanoseconds: deadline.allowance) }

  /// Measures the time that this video takes, if wanted.
  public let stopwatch: Stopwatch?

  let source: ByteSource
  let finder: FrameFinder
  let frames: StreamTimeline
  let limits: Limits
  private let memory: IndexMemory?
  var workers: DecodeWorkers?
  /// What was found out about the last picture, and the last result of a look-up for damage.
  var checkedEnd: (frame: FrameReference, end: OpenEnd)?
  var partForDamage: TimelinePart?

  /// Opens a video by its content and finds where its time starts.
  ///
  /// - Parameters:
  ///   - path: a regular file that is not empty; FFmpeg never sees the name.
  ///   - stream: the number of the stream, nil for the best one that is not an attached picture.
  ///   - clock: what t = 0 is.
  ///   - isProbed: whether all facts are wanted, even those that are not needed for grabbing.
  ///   - limits: the resources that the file may use.
  ///   - deadline: the time for each frame, shared with a thread that watches it; nil for a new one. Opening takes part
  ///     of the time that is left.
  ///   - indexes: where indexes of long videos are kept from run to run; nil for none.
  ///   - stopwatch: measures the stages of opening, finding and decoding; nil for no measurement.
  ///   - onReading: receives how much of the file was read, in per cent, while something is looked for in it.
  /// - Throws: `VideoError`.
  public convenience init(
    opening path: Path, stream: Int? = nil, clock: VideoClock = .player, isProbed: Bool = false,
    limits: Limits = Limits(),
    deadline: Deadline? = nil, indexes: (any IndexStore)? = nil, stopwatch: Stopwatch? = nil,
    onReading: ((Int) -> Void)? = nil
  ) throws(VideoError) {
    let time = WallTime.now
    let file = try Self.opened(path)
    try self.init(
      file, openedAfter: time, stream: stream, clock: clock, isProbed: isProbed, limits: limits, deadline: deadline,
      indexes: indexes, stopwatch: stopwatch, onReading: onReading)
  }

  private static func opened(_ path: Path) throws(VideoError) -> InputFile {
    do throws(FileError) {
      return try InputFile(opening: path)
    } catch {
      throw VideoError("opening", .file(error))
    }
  }

  /// The same with an open file; `time` is when it was about to be opened, and tells whether its index may be stored.
  public init(
    _ file: consuming InputFile, openedAfter time: WallTime, stream: Int? = nil, clock: VideoClock = .player,
    isProbed: Bool = false, limits: Limits = Limits(), deadline: Deadline? = nil, indexes: (any IndexStore)? = nil,
    stopwatch: Stopwatch? = nil, onReading: ((Int) -> Void)? = nil
  ) throws(VideoError) {
    let deadline = deadline ?? Deadline(nanoseconds: limits.nanosecondsPerFrame)
    defer { deadline.pause() }
    av_max_alloc(limits.allocation)
    guard limits.allocation >= Limits.leastAllocation else { throw VideoError("opening", .limit(.memory)) }
    let source = ByteSource(file: file, limits: limits, deadline: deadline)
    source.onProgress = onReading
    let opening = VideoOpening(
      source: source, openedAfter: time, stream: stream, clock: clock, isProbed: isProbed, limits: limits,
      indexes: indexes, stopwatch: stopwatch)
    let opened = try opening.open()
    identity = source.file.identity
    recording = opened.facts.recording
    listedChapters = opened.chapters
    timeBase = opened.timeBase
    self.source = source
    self.limits = limits
    self.stopwatch = stopwatch
    finder = opened.finder
    frames = opened.frames
    memory = opened.memory
  }

  // MARK: Timeline

  /// Whether the timeline was found by decoding and counting every picture, since the packets do not give it.
  ///
  /// It may become true while pictures are decoded: then the timeline has changed.
  public var isCounted: Bool { frames.isCounted }

  /// How often the timeline changed.
  public var revision: Int { frames.revision }

  /// Whether memory was refused while the timeline was read: it may lack what there was none for.
  private var lacksMemory = false
  /// Whether this video answers nothing more, and has to be opened again: memory was refused, or the file could not be
  /// read.
  public var isSpoilt: Bool { lacksMemory || source.hasFailed }

  /// Whether a reference still identifies its frame: the timeline has not changed since it was made.
  public func isCurrent(_ frame: FrameReference) -> Bool { frame.isOf(revision: revision) }

  /// Answers a question about the timeline; repeats it whenever finding the answer changed the timeline, since
  /// positions of frames have another meaning then.
  ///
  /// A timeline changes at most two or three times: a stored index is discarded once, and pictures are counted once.
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

  /// No timeline changes more often than this.
  private static let mostRevisions = 8

  /// Reads or decodes something, with the full time limit. Between two such calls the time limit is paused.
  ///
  /// - Parameter goesOn: whether this continues the search of the last call.
  func reading<Result>(
    _ stage: Stopwatch.Stage, goesOn: Bool = false, _ body: () throws(VideoError) -> Result
  ) throws(VideoError) -> Result {
    let interrupted = stopwatch?.enter(stage)
    if stage == .index { source.startSearch(goesOn: goesOn) } else { source.endSearch() }
    deadline.restart()
    defer {
      deadline.pause()
      stopwatch?.resume(interrupted)
    }
    guard !lacksMemory else { throw VideoError("reading", .limit(.memory)) }
    let before = revision
    do throws(VideoError) {
      return try source.answering(stage == .index ? "reading" : "decoding", body)
    } catch {
      if error.fault == .limit(.memory) {
        // Without memory, decoders and packets may have lost parts without an error, so both are discarded.
        finder.closeDecoders(over: -1)
        lacksMemory = stage == .index || revision != before
      }
      throw error
    }
  }

  /// Looks up frames from the first on, at least as far as requested; pictures are decoded only if the packets alone do
  /// not give the timeline.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  public func lookUp(_ extent: TimelineExtent) throws(VideoError) -> TimelinePart {
    try reading(.index) { () throws(VideoError) in
      let table = try frames.timeline(extent)
      return TimelinePart(table, revision: revision)
    }
  }

  /// The same without references to the frames, for uses that decode nothing.
  public func timeline(_ extent: TimelineExtent) throws(VideoError) -> FrameTable { try lookUp(extent).table }

  /// Looks up the frames around one moment, without reading all that is before it if the container allows that.
  ///
  /// - Returns: the frames; those from the first on if the moment is near it, or if there is no other way.
  public func lookUp(around time: Rational) throws(VideoError) -> TimelinePart {
    try reading(.index) { () throws(VideoError) in
      let (table, stretch) = try frames.frames(around: time)
      return TimelinePart(table, stretch, revision: revision)
    }
  }

  /// Reads on towards the end of the video, unless something else is wanted, which is asked between packets.
  ///
  /// The next call goes on where this one ended, if nothing was decoded or looked up in between.
  ///
  /// - Returns: whether all frames are known, and which of them are keyframes.
  public func readOn(unless isOver: @escaping () -> Bool) throws(VideoError) -> Bool {
    try reading(.index, goesOn: true) { () throws(VideoError) in try frames.readOn(unless: isOver) }
  }

  /// The whole timeline, of a stream that this FFmpeg can decode.
  ///
  /// - Throws: `VideoError`: `noDecoder`, `refusedByDecoder`, `encrypted`, `noFrames` when none of the first keyframes
  ///   gives a picture, and as `timeline` does.
  public func decodableTimeline() throws(VideoError) -> FrameTable {
    try settled { () throws(VideoError) in
      let all = try lookUp(.everyPacket)
      // Decoding a picture may change the timeline.
      try requireDecodable(all)
      return all.table
    }
  }

  /// How many keyframes are tried before a stream is given up: some of them may be damaged.
  private static let mostTries = 8

  private func requireDecodable(_ all: TimelinePart) throws(VideoError) {
    try reading(.decode) { () throws(VideoError) in _ = try finder.openDecoder(depth: finder.countingDepth) }
    // Counted pictures have been decoded already.
    guard !isCounted else { return }
    let frames = all.table.frames
    var isFound = false
    // Frame 0 is tried even if it is no keyframe: an edit list may hide the keyframe before it.
    let keyframes = frames.indices.lazy.filter { frames[$0].isKeyframe && $0 > 0 }
    for place in [0] + keyframes.prefix(Self.mostTries) where frames[place].isDecodable {
      _ = try pictures(of: [all.reference(to: place)]) { _, _ in isFound = true }
      if isFound || isCounted { return }
    }
    throw VideoError("decoding", lackOfPictures)
  }

  /// The end of the last frame in seconds from t = 0, found by seeking to the end; nil if only the whole timeline gives
  /// it, or if that is known already.
  public func distantEnd() throws(VideoError) -> Rational? {
    try reading(.index) { () throws(VideoError) in try frames.distantEnd() }
  }

  /// The end that the container states, of itself or of its longest stream, in seconds from t = 0: nothing is read for it;
  /// nil if it states none.
  public var statedEnd: Rational? { finder.statedEnd?.subtracting(origin) }

  /// The approximate end in seconds from t = 0, as the container states it or FFmpeg estimates it; nil if there is none, or
  /// if moments cannot be looked up without reading everything.
  public var approximateEnd: Rational? {
    guard frames.packets.canLookUpMoments, !finder.reader.container.mayJump || isSampled else { return nil }
    return finder.reader.demuxer.approximateEnd?.subtracting(origin)
  }

  /// How many packets were read to look up single moments.
  public var lookedUpPackets: Int { frames.windows.reduce(0) { $0 + $1.records.count } }

  /// Whether the file is cut off: reading failed although the container claims more.
  public var isCutOff: Bool { frames.isCutOff }

  /// Whether the file is cut off; nil while its end was not checked.
  public var knownCutOff: Bool? {
    if frames.isCutOff { return true }
    return frames.isCounted || frames.packets.isComplete ? false : nil
  }

  /// Whether the file is cut off, as far as its header and its last bytes show.
  public var endsEarly: Bool { frames.packets.endsEarly }

  /// Whether a frame's index is known without reading more than the frame itself needs (`Container.numbersFrames`).
  public var numbersFrames: Bool { finder.reader.container.numbersFrames }

  /// Whether moments are found by reading the file's clock at a few places only (`SampledClock`).
  public var isSampled: Bool { frames.isSampled }

  /// Whether such moments are looked up even if everything was read: reading may have found jumps that samples miss.
  public var mustLookAround: Bool { frames.mustLookAround }

  /// Whether packets of the stream are encrypted.
  public var isEncrypted: Bool { finder.reader.isEncrypted }

  /// Why no picture can be decoded.
  public var lackOfPictures: VideoError.Fault { frames.lackOfPictures }

  /// Whether the container describes the whole video although its end is missing: by its index, or by its end time.
  public var tellsWhole: Bool { frames.tellsWhole }

  /// Whether a frame is the last one before the missing part of a cut-off file at this tick.
  ///
  /// In the tail of such a file a picture lasts no longer than its packet says, and than the shortest step before it:
  /// later pictures may be missing.
  public func endsBefore(tick: Int64, frame place: Int, in timeline: FrameTable, of stretch: Stretch) -> Bool {
    if timeline.isBehindLastFrame(tick: tick) { return true }
    guard timeline.frames.indices.contains(place), frames.mayLackNext(ofFrame: place, in: timeline, of: stretch) else {
      return false
    }
    return timeline.ownEnd(ofFrame: place).map { tick >= $0 } ?? false
  }

  /// The frame of a cut-off file behind which others may be missing before the next one; nil if there is none.
  public func frameBeforeGap(in timeline: FrameTable) -> Int? { frames.frameBeforeGap(in: timeline) }

  /// Whether the file gives its first frame's timecode.
  public var hasTimecode: Bool { frames.timecodeStart != nil }

  /// Whether the file's timestamps start anew somewhere in the part read so far; the timeline continues across such a
  /// jump.
  public var hasJump: Bool { frames.packets.scanned.hasJump }

  /// Whether the container's edit list has pauses or speeds that FFmpeg does not apply: times are those without them.
  public var leavesOutEdits: Bool { finder.reader.tables.leavesOutEdits }

  /// The byte at which another movie begins, which is not read, since it follows this one; nil if there is none.
  public var nextMovie: Int64? { finder.reader.tables.nextMovie }

  /// The container's facts about itself and the stream.
  public func facts() throws(VideoError) -> StreamFacts {
    try finder.reader.demuxer.facts(of: finder.reader.streamIndex)
  }

  /// The size of the file in bytes.
  public var byteCount: Int64 { finder.fileSize }

  /// Whether an index stored by an earlier run was used.
  public var usesKeptIndex: Bool { memory?.isUsed ?? false }

  /// Whether an index stored by an earlier run did not match the file, so that everything was read again.
  public var hasDiscardedIndex: Bool { memory?.isDiscarded ?? false }

  /// Stores the results for a long video, in the cache that it was opened with, for the next run.
  ///
  /// Call it after the last picture: it takes some milliseconds. A failure has no other effect.
  public func keepIndex() -> IndexKeeping {
    guard !isSpoilt else { return .nothingNew }
    let stage = stopwatch?.enter(.index)
    defer { stopwatch?.resume(stage) }
    return frames.keep(of: source.file)
  }

  /// Whether the timeline is what the container's table lists, so that most packets were not read.
  public var believesTable: Bool { frames.packets.isListed }

  /// The number of bytes that were read from the file so far; those read twice count twice.
  public var bytesRead: Int64 { source.bytesFetched }

  /// How many bytes this process has read of all videos so far; bytes read twice count twice.
  public static var bytesReadOfAll: Int64 { ByteSource.bytesFetchedByAll }

  /// The number of seeks in the file, to report what a grab cost.
  public var seekCount: Int { finder.seeks }
}
