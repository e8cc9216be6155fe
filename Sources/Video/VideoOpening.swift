import CFFmpeg
import Files
import Memory
import Timeline

/// Opening a video: its container, the stream, and where its time starts.
struct VideoOpening {
  let source: ByteSource
  let openedAfter: WallTime
  let stream: Int?
  let clock: VideoClock
  let isProbed: Bool
  let limits: Limits
  let indexes: (any IndexStore)?
  let stopwatch: Stopwatch?

  /// What was opened.
  struct Opened {
    let finder: FrameFinder
    let frames: StreamTimeline
    let timeBase: TimeBase
    let facts: StreamFacts
    let chapters: [Chapter]
    let memory: IndexMemory?
  }

  /// Files from this size on have tables that may take more memory than their pictures.
  private static let longFilm: Int64 = 32 << 20

  /// Opens the file. FFmpeg does not see the sound of a large mp4 if it cannot change t = 0: it is heard from 0 on at
  /// the earliest, so a picture shown at 0 or before is enough.
  func open() throws(VideoError) -> Opened {
    source.startSearch()
    if source.fileSize >= Self.longFilm { MemoryRoom.keepHeap() }
    source.holdBeginning()
    if !isProbed, source.bytes(at: 0, count: 4) == MatroskaSegment.mark {
      return try openMatroska()
    }
    source.holdTables(keepsSound: isProbed)
    if stream == nil, source.fileSize >= limits.leastListedBytes { source.hideTables(keepsSound: isProbed) }
    if !source.hidesTables {
      do throws(VideoError) { return try openOnce() } catch {
        guard case .lostDelays = error.fault else { throw error }
        // Without the edit list, which FFmpeg applies with wrong times.
        source.hideTables(keepsSound: isProbed || stream != nil, keepsSoundEdits: false)
        guard source.hidesTables else { throw error }
      }
    }
    if let opened = try? openOnce(),
      source.hidden.isEmpty || clock == .firstFrame || opened.frames.origin <= .zero,
      source.appliesEdits || opened.finder.reader.demuxer.tellsAllPackets(of: opened.finder.reader.streamIndex)
    {
      return opened
    }
    source.spareNothing()
    return try openOnce()
  }

  /// Opens a Matroska file by its header alone; if that fails, or if the beginning is unusual, the file is opened again
  /// and probed.
  private func openMatroska() throws(VideoError) -> Opened {
    if let opened = try? openOnce(), opened.finder.reader.isProbed || !opened.frames.beginsDoubtfully {
      return opened
    }
    return try openOnce(probes: true)
  }

  /// Opens the container. Where FFmpeg passed over bytes while it probed the streams, ahead of the packets, it is opened
  /// once more, so that probing ends before them, and it is known between which packets they are.
  private func read(probes: Bool) throws(VideoError) -> (PacketReader, Limits) {
    let reader = try PacketReader(source, stream: stream, isProbed: isProbed || probes, limits: limits)
    guard reader.isProbed, let place = source.log.lossPlaces.first, place > 0 else { return (reader, limits) }
    var less = limits
    less.probeBytes = min(limits.probeBytes, max(2048, place / 2))
    guard let other = try? PacketReader(source, stream: stream, isProbed: true, limits: less),
      Self.know(reader, asMuchAs: other)
    else { return (try PacketReader(source, stream: stream, isProbed: isProbed || probes, limits: limits), limits) }
    return (other, less)
  }

  /// Whether two readers know the same of the stream that decoders need.
  private static func know(_ reader: PacketReader, asMuchAs other: PacketReader) -> Bool {
    guard reader.streamIndex == other.streamIndex, let own = reader.stream?.pointee.codecpar?.pointee,
      let others = other.stream?.pointee.codecpar?.pointee
    else { return false }
    return own.codec_id == others.codec_id && own.width == others.width && own.height == others.height
      && own.format == others.format && own.extradata_size == others.extradata_size
  }

  /// - Parameter probes: whether to probe the file although `isProbed` does not ask for it.
  private func openOnce(probes: Bool = false) throws(VideoError) -> Opened {
    let stage = stopwatch?.enter(.open)
    defer { stopwatch?.resume(stage) }
    let (reader, limits, timeBase, facts) = try source.answering("opening") { () throws(VideoError) in
      let (reader, limits) = try read(probes: probes)
      guard let timeBase = reader.timeBase else { throw VideoError("reading the time base", .unknownFormat) }
      if reader.container.hasPacketsOfOneLength, let identifier = reader.stream?.pointee.id,
        let place = TransportCodecs.change(
          of: Int(identifier), reading: source.bytes(at:count:), size: source.fileSize)
      {
        throw VideoError("opening the decoder", .joinedFilms(place))
      }
      // Some containers add tags later, but the result must not depend on how far the file was read.
      return (reader, limits, timeBase, try reader.demuxer.facts(of: reader.streamIndex))
    }
    let chapters = try Chapter.all(in: reader.demuxer)
    let finder = FrameFinder(reader, source: source, limits: limits, stopwatch: stopwatch)
    _ = stopwatch?.enter(.index)
    var memory: IndexMemory?
    let recall = { (head: PacketTable) -> IndexMemory? in
      guard let indexes else { return nil }
      let key = IndexKey(
        source.file.identity, stream: source.number(ofStream: reader.streamIndex),
        isProbed: probes || reader.isProbed && !reader.isStated, limits: limits, program: indexes.program,
        openedAfter: openedAfter)
      memory = IndexMemory(indexes, key, head: head.records)
      return memory
    }
    let timecode = facts.timecode.flatMap { try? Timecode(parsing: $0) }
    let frames = try source.answering("opening") { () throws(VideoError) in
      try StreamTimeline(
        finder, timeBase: timeBase, clock: clock, timecodeStart: timecode, limits: limits, recall: recall)
    }
    return Opened(
      finder: finder, frames: frames, timeBase: timeBase, facts: facts, chapters: chapters, memory: memory)
  }
}
