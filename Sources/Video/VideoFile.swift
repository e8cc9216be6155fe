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
  /// The time that each frame may take; restart it for each.
  public var deadline: Deadline { source.deadline }

  /// What this video's time is put to the account of, when somebody wants to know.
  public let stopwatch: Stopwatch?

  private let source: ByteSource
  let finder: FrameFinder
  let frames: StreamTimeline
  private let limits: Limits
  private let memory: IndexMemory?
  private var workers: PictureWorkers?

  /// What t = 0 is.
  public enum Clock: Hashable, Sendable {
    /// The earliest moment at which anything is shown or heard, as on a player's clock.
    case player
    /// The start of frame 0.
    case firstFrame
  }

  /// Opens a video by its content and finds where its time starts.
  ///
  /// - Parameters:
  ///   - path: a regular file that is not empty; FFmpeg never sees the name.
  ///   - stream: the number of the stream, nil for the best one that is no attached picture.
  ///   - clock: what t = 0 is.
  ///   - isProbed: whether all facts are wanted, even those that grabbing does without.
  ///   - limits: what the file may cost.
  ///   - deadline: the time for each frame, shared with whoever watches over it; nil for one of its own.
  ///   - cache: where indexes of long videos are kept from run to run; nil for reading everything anew.
  ///   - stopwatch: what the stages of opening, finding and decoding are to be measured with; nil for not at all.
  /// - Throws: `VideoError`.
  public init(
    opening path: Path, stream: Int? = nil, clock: Clock = .player, isProbed: Bool = false, limits: Limits = Limits(),
    deadline: Deadline? = nil, cache: IndexCache? = nil, stopwatch: Stopwatch? = nil
  ) throws(VideoError) {
    let stage = stopwatch?.enter(.open)
    defer { stopwatch?.resume(stage) }
    av_max_alloc(limits.allocation)
    let time = WallTime.now
    let source: ByteSource
    do throws(FileError) {
      source = ByteSource(
        file: try InputFile(opening: path), limits: limits,
        deadline: deadline ?? Deadline(nanoseconds: limits.nanosecondsPerFrame))
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
  /// It may become true while pictures are decoded: then `revision` changes.
  public var isCounted: Bool { frames.isCounted }

  /// How often the timeline turned out to be another one: places of frames that were found before the last time, and
  /// tables of them, do not hold any more.
  public var revision: Int { frames.revision }

  /// The frames from the first on, at least as far as asked; no picture is decoded unless the packets alone do not
  /// tell.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  public func timeline(_ extent: Extent) throws(VideoError) -> FrameTable {
    let stage = stopwatch?.enter(.index)
    defer { stopwatch?.resume(stage) }
    return try frames.timeline(extent)
  }

  /// The frames around one moment, found without scanning from the beginning where the container allows it.
  ///
  /// - Returns: the frames, and the name by which `pictures` knows them; `.main` when they start at the first frame.
  public func neighbourhood(of time: Rational) throws(VideoError) -> (FrameTable, Stretch) {
    let stage = stopwatch?.enter(.index)
    defer { stopwatch?.resume(stage) }
    return try frames.neighbourhood(of: time)
  }

  /// The end of the last frame in seconds from t = 0, looked up there; nil where only the whole timeline tells it, or
  /// where that is known already.
  public func distantEnd() throws(VideoError) -> Rational? {
    let stage = stopwatch?.enter(.index)
    defer { stopwatch?.resume(stage) }
    return try frames.distantEnd()
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

  // MARK: Pictures

  /// Decodes frames of one stretch, given by their places in rising order, and hands each picture out once.
  ///
  /// - Parameters:
  ///   - frames: The places of the frames.
  ///   - stretch: The stretch that they are places in.
  ///   - isAbandoned: Asked between packets, whether the pictures are no longer wanted.
  ///   - body: Takes a place and its picture.
  /// - Returns: the frames whose picture did not come out of the decoder, not even by decoding from the beginning.
  /// - Throws: `VideoError` when the file cannot be read any more, a limit is reached, or with `abandoned`.
  public func pictures(
    of frames: [Int], in stretch: Stretch, unless isAbandoned: (() -> Bool)? = nil,
    _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    let stage = stopwatch?.enter(.decode)
    defer { stopwatch?.resume(stage) }
    finder.reader.isAbandoned = isAbandoned
    defer { finder.reader.isAbandoned = nil }
    if self.frames.isCounted {
      guard stretch == .main else { return frames }
      let missing = try countedPictures(of: frames, body)
      if missing.contains(where: { !self.frames.isLost($0) }) { try self.frames.forget() }
      return missing
    }
    guard let packets = self.frames.packets(of: stretch) else { return frames }
    let lost = frames.filter { packets.isLost(packets.presentationOrder[$0]) }
    if !lost.isEmpty, isEncrypted { throw VideoError("decoding", .encrypted) }
    let mark = source.journal.mark
    let wanted = lost.isEmpty ? frames : frames.filter { !packets.isLost(packets.presentationOrder[$0]) }
    let missing = try finder.decode(wanted, in: packets) { frame, decoded throws(VideoError) in
      if let picture = try self.picture(decoded) { try body(frame, picture) }
    }
    // What does not fit the file was kept of another state of it; the caller has to ask the timeline again.
    if !missing.isEmpty, stretch == .main, self.frames.isRecalled {
      try self.frames.forget()
      return missing
    }
    // Packets that the decoder refutes do not tell the timeline, either.
    if !missing.isEmpty, finder.isRefuted, !self.frames.isHarmed { try self.frames.count() }
    if !missing.isEmpty, source.journal.complains(of: "max pixel count", since: mark) {
      throw VideoError("decoding", .limit(.pixels(size: nil, allowed: limits.pixels)))
    }
    // A decoder that gets no memory says no more than that it failed.
    if !missing.isEmpty, source.journal.complains(of: "get_buffer() failed", since: mark) {
      throw VideoError("decoding", .limit(.memory))
    }
    return lost.isEmpty ? missing : (lost + missing).sorted()
  }

  /// Decodes one frame of the main stretch for somebody who scrubs: forwards it goes on from the frame before.
  ///
  /// The picture is the same as that of `pictures`.
  ///
  /// - Parameters:
  ///   - frame: The frame index.
  ///   - isAbandoned: Asked between packets, whether the picture is no longer wanted.
  ///   - body: Takes the picture.
  /// - Returns: whether the picture came.
  /// - Throws: `VideoError` as `pictures` does.
  public func picture(
    next frame: Int, unless isAbandoned: (() -> Bool)? = nil,
    _ body: (consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard !frames.isCounted, let packets = frames.packets(of: .main),
      !packets.presentationOrder.indices.contains(frame) || !packets.isLost(packets.presentationOrder[frame])
    else {
      return try pictures(of: [frame], in: .main, unless: isAbandoned) { _, picture throws(VideoError) in
        try body(picture)
      }.isEmpty
    }
    let stage = stopwatch?.enter(.decode)
    defer { stopwatch?.resume(stage) }
    finder.reader.isAbandoned = isAbandoned
    defer { finder.reader.isAbandoned = nil }
    let isFound = try finder.decode(next: frame, in: packets) { decoded throws(VideoError) in
      if let picture = try self.picture(decoded) { try body(picture) }
    }
    if !isFound, frames.isRecalled {
      try frames.forget()
    } else if !isFound, finder.isRefuted, !frames.isHarmed {
      try frames.count()
    }
    return isFound
  }

  func picture(_ decoded: consuming DecodedFrame) throws(VideoError) -> Picture? {
    try finder.reader.picture(decoded, limits: limits)
  }

  /// Workers that decode side by side, as many as asked or fewer; nil when the video cannot be opened again.
  func crew(_ count: Int) -> PictureWorkers? {
    if workers.map({ $0.count < count }) ?? true {
      workers = PictureWorkers(count, of: finder, source: source, limits: limits)
    }
    return workers
  }

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
