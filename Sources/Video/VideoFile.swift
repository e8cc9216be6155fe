import CFFmpeg
public import Files
public import Timeline

/// A video that is open: its timeline, as much of it as a question needs, and its pictures, each proved to be the right one.
///
/// A class, since reading moves one position in one file; use it from one thread.
public final class VideoFile {
  /// What names the file's content on this machine; an output must not be the same file.
  public let identity: FileIdentity
  /// Seconds of one tick.
  public let timeBase: TimeBase
  /// Where t = 0 is, in absolute seconds of the file.
  public private(set) var origin: Rational
  /// The time that each frame may take; restart it for each.
  public var deadline: Deadline { source.deadline }

  private let source: ByteSource
  private let finder: FrameFinder
  private let limits: Limits
  /// The packets from the beginning on, as far as they were scanned.
  private var table: PacketTable
  /// Packets around single moments of a long file.
  private var windows: [PacketTable] = []
  /// All frames as the decoder puts them out, where the packets do not tell; then it takes the place of the tables.
  private var counted: CountedTimeline?
  /// Packets of the beginning, or broken ones, of which the decoder makes no picture.
  private var unshown: Set<Int> = []
  /// How many packets were looked through for broken ones.
  private var inspected = 0
  private let clock: Clock
  private let beginning: ClockOrigin
  private let averageRate: Rational?
  private let timecodeStart: Timecode?

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
  ///   - deadline: the time for each frame, shared with whoever watches over it; nil for one of its own.
  ///   - isProbed: whether all facts are wanted, even those that grabbing does without.
  /// - Throws: `VideoError`.
  public init(
    opening path: Path, stream: Int? = nil, clock: Clock = .player, isProbed: Bool = false, limits: Limits = Limits(),
    deadline: Deadline? = nil
  ) throws(VideoError) {
    av_max_alloc(limits.allocation)
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
    var table = PacketTable(startsAtBeginning: true)
    let beginning = try ClockOrigin.find(reader, limits: limits, into: &table)
    self.clock = clock
    self.beginning = beginning
    origin = .zero
    averageRate = reader.stream.flatMap { reader.demuxer.averageRate(of: $0) }
    let written = try reader.demuxer.facts(of: reader.streamIndex, pixelFormat: nil).timecode
    timecodeStart = written.flatMap { try? Timecode(parsing: $0) }
    identity = source.file.identity
    self.timeBase = timeBase
    self.source = source
    self.table = table
    self.limits = limits
    finder = FrameFinder(reader, source: source, limits: limits)
    try settleHead()
    setOrigin()
  }

  private func setOrigin() {
    let first: Rational?
    if let counted {
      let table = counted.frameTable(timeBase: timeBase, origin: .zero, rate: averageRate, timecodeStart: nil)
      first = table?.time(ofFrame: 0)
    } else {
      first = table.ticks.first.flatMap { timeBase.seconds(ofTicks: $0) }
    }
    let shown = counted != nil || beginning.shown == nil ? first : beginning.shown
    switch clock {
    case .firstFrame: origin = first ?? .zero
    case .player: origin = [shown, beginning.heard].compactMap { $0 }.min() ?? .zero
    }
  }

  // MARK: Timeline

  /// How much of the timeline a question needs.
  public enum Extent: Hashable, Sendable {
    /// All frames.
    case whole
    /// The frames up to this index, 0-based; fewer when the file has fewer.
    case throughFrame(Int)
    /// The frames up to the one on screen at this time, in seconds from t = 0.
    case throughTime(Rational)
  }

  /// The frames from the first on, at least as far as asked; no picture is decoded unless the packets alone do not tell.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  public func timeline(_ extent: Extent) throws(VideoError) -> FrameTable {
    if counted != nil { return try countedTable() }
    switch extent {
    case .whole: try scan(.end)
    case .throughFrame(let index):
      while !table.isComplete, table.presentationOrder.count < index.addingMargin {
        let goal = table.records.count > index.addingMargin ? table.records.count.addingMargin : index + 1
        try scan(.frames(goal))
      }
    case .throughTime(let time):
      guard let tick = lastTick(atOrBefore: time) else { return try timeline(.whole) }
      try scan(through: tick)
    }
    return try counted == nil ? frameTable(table) : countedTable()
  }

  /// The frames around one moment, found without scanning from the beginning where the container allows it.
  ///
  /// - Returns: the frames, and the name by which `pictures` knows them; `.main` when they start at the first frame.
  public func neighbourhood(of time: Rational) throws(VideoError) -> (FrameTable, Stretch) {
    guard counted == nil, let tick = lastTick(atOrBefore: time) else { return (try timeline(.whole), .main) }
    if !table.covers(tick) {
      if let known = windows.firstIndex(where: { $0.covers(tick) }) {
        return (try frameTable(windows[known]), .window(known))
      }
      if !finder.reader.demuxer.mayJump, let window = try window(around: tick) {
        windows.append(window)
        return (try frameTable(window), .window(windows.count - 1))
      }
      try scan(through: tick)
    }
    return (try counted == nil ? frameTable(table) : countedTable(), .main)
  }

  /// Which list of frames a frame's place refers to.
  public enum Stretch: Hashable, Sendable {
    /// The frames from the first on: the place is the frame index.
    case main
    /// The frames around a moment, numbered in the order in which they were looked up.
    case window(Int)
  }

  /// Whether the file is cut off: reading failed where the container promises more.
  public var isCutOff: Bool {
    guard table.isComplete else { return false }
    if table.isCutOff { return true }
    let claimed = finder.reader.stream?.pointee.nb_frames ?? 0
    return claimed > Int64(table.records.count)
  }

  private func lastTick(atOrBefore time: Rational) -> Int64? {
    origin.adding(time).flatMap { timeBase.lastTick(atOrBefore: $0) }
  }

  private func frameTable(_ packets: PacketTable) throws(VideoError) -> FrameTable {
    let built = packets.frameTable(
      timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart)
    guard let built else { throw VideoError("reading the timeline", .noFrames) }
    return built
  }

  private func scan(_ goal: ScanGoal) throws(VideoError) {
    guard !table.isComplete else { return }
    if finder.hasMoved {
      try finder.reopen()
      table = PacketTable(startsAtBeginning: true)
    }
    var scan = PacketScan(finder.reader)
    try scan.run(goal, into: &table)
    for index in unshown where index < table.records.count { table.hide(index) }
    if !unshown.isEmpty { table.arrange(jump: finder.reader.jump) }
    try countIfNeeded()
    if counted == nil { try settleBroken() }
  }

  // MARK: What the packets do not tell

  private func countedTable() throws(VideoError) -> FrameTable {
    let built = counted?.frameTable(
      timeBase: timeBase, origin: origin, rate: averageRate, timecodeStart: timecodeStart)
    guard let built else { throw VideoError("reading the timeline", .noFrames) }
    return built
  }

  /// Decodes everything once where packets have no timestamps, or where none of them is a place to start at.
  private func countIfNeeded() throws(VideoError) {
    let hasNoStart = table.firstStart == nil && table.isComplete
    guard counted == nil, table.lacksTimestamps || hasNoStart else { return }
    var counting = CountedTimeline(usesAnchors: !finder.reader.demuxer.inventsTimestamps)
    try finder.decodeFromStart(first: firstFed, depth: 16) { picture throws(VideoError) in
      counting.append(picture)
      return true
    }
    counted = counting
    setOrigin()
  }

  /// Nothing before the first keyframe is fed: some decoders would make pictures of it.
  private var firstFed: Int { table.records.firstIndex { $0.traits.contains(.cleanStart) } ?? 0 }

  /// Finds out whether pictures that precede the first keyframe in presentation order, but follow it in the file, are
  /// shown: they may need what is not there.
  private func settleHead() throws(VideoError) {
    while table.firstStart.map({ table.records.count <= $0 + ScanGoal.margin }) ?? true, !table.isComplete, counted == nil {
      try scan(.frames(table.records.count + 1))
    }
    try countIfNeeded()
    guard counted == nil, let first = table.firstStart else { return }
    let leading = table.leadingFrames
    guard !leading.isEmpty else { return }
    let last = min(table.records.count - 1, first + ScanGoal.margin)
    let shown = try finder.timestampsShown(upTo: last, in: table)
    let records = table.records
    try hide(leading.filter { index in records[index].presentation.map { !shown.contains($0) } ?? false })
  }

  /// Finds out of packets that the container calls broken whether a picture comes of them all the same.
  private func settleBroken() throws(VideoError) {
    let broken = table.records.indices.dropFirst(inspected).filter { table.records[$0].isCorrupt }
    inspected = table.records.count
    // A file with more of them is checked where it matters: a picture that does not come out is an error.
    for index in broken.prefix(16) {
      guard let frame = table.presentationOrder.firstIndex(of: index) else { continue }
      if try !finder.shows(frame, in: table) { try hide([index]) }
    }
  }

  private func hide(_ records: [Int]) throws(VideoError) {
    guard !records.isEmpty else { return }
    for index in records {
      unshown.insert(index)
      table.hide(index)
    }
    table.arrange(jump: finder.reader.jump)
  }

  private func scan(through tick: Int64) throws(VideoError) {
    if !table.covers(tick) { try scan(.tick(tick)) }
    // A jump of the timestamps may have met the goal too early.
    if !table.covers(tick) { try scan(.end) }
  }

  /// Reads the packets around a tick, from a keyframe before it; nil when the container does not lead there.
  private func window(around tick: Int64) throws(VideoError) -> PacketTable? {
    var aim = tick
    for attempt in 0..<4 {
      guard finder.seek(to: aim) else { return nil }
      var window = PacketTable(startsAtBeginning: false)
      var scan = PacketScan(finder.reader)
      try scan.run(.tick(tick), into: &window)
      guard !window.lacksTimestamps else { return nil }
      if let start = window.firstStart, let timestamp = window.records[start].presentation, timestamp <= tick,
        window.covers(tick)
      {
        return window
      }
      guard let landed = window.records.first?.decode ?? window.records.first?.presentation else { return nil }
      let step = (timeBase.lastTick(atOrBefore: Rational(1)) ?? 1) << Int64(2 * attempt)
      aim = min(landed, aim).subtractingReportingOverflow(attempt == 0 ? 1 : step).partialValue
    }
    return nil
  }

  // MARK: Pictures

  /// Decodes frames of one stretch, given by their places in rising order, and hands each picture out once.
  ///
  /// - Returns: the frames whose picture did not come out of the decoder, not even by decoding from the beginning.
  /// - Throws: `VideoError` when the file cannot be read any more or a limit is reached.
  public func pictures(
    of frames: [Int], in stretch: Stretch, _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    if counted != nil { return try countedPictures(of: frames, body) }
    let packets: PacketTable
    switch stretch {
    case .main: packets = table
    case .window(let number):
      guard windows.indices.contains(number) else { return frames }
      packets = windows[number]
    }
    return try finder.decode(frames, in: packets) { frame, decoded throws(VideoError) in
      if let picture = try self.picture(decoded) { try body(frame, picture) }
    }
  }

  /// Pictures of a timeline that was counted are found by counting again.
  private func countedPictures(
    of frames: [Int], _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var missing = Set(frames)
    var number = 0
    try finder.decodeFromStart(first: firstFed, depth: 16) { decoded throws(VideoError) in
      if missing.remove(number) != nil, let picture = try self.picture(decoded) { try body(number, picture) }
      number += 1
      return !missing.isEmpty
    }
    return missing.sorted()
  }

  private func picture(_ decoded: consuming DecodedFrame) throws(VideoError) -> Picture? {
    let isDamaged = decoded.isDamaged
    guard let frame = decoded.release() else { return nil }
    let (width, height) = (Int64(frame.pointee.width), Int64(frame.pointee.height))
    let demuxer = finder.reader
    guard let stream = demuxer.stream, let parameters = stream.pointee.codecpar, width * height <= limits.pixels else {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      throw VideoError(
        "decoding", .limit(.pixels(width: Int(width), height: Int(height), allowed: limits.pixels)))
    }
    let ratio = finder.reader.demuxer.sampleAspectRatio(of: stream, frame: frame)
    return Picture(
      taking: frame, tags: ColorTags(frame.pointee).completed(by: ColorTags(parameters.pointee)),
      orientation: finder.reader.demuxer.orientation(of: stream) ?? frameOrientation(frame) ?? .upright,
      sampleAspectRatio: (Int32(clamping: ratio.numerator), Int32(clamping: ratio.denominator)),
      isDamaged: isDamaged, isJPEG: parameters.pointee.codec_id == AV_CODEC_ID_MJPEG)
  }

  private func frameOrientation(_ frame: UnsafeMutablePointer<AVFrame>) -> Orientation? {
    guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX), data.pointee.size >= 36 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: data.pointee.data, count: 36)
    return Orientation(displayMatrix: (0..<9).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) })
  }

  /// What the container says of itself and of the stream.
  public func facts() throws(VideoError) -> StreamFacts {
    try finder.reader.demuxer.facts(of: finder.reader.streamIndex, pixelFormat: nil)
  }

  /// How often the file was searched for a place, for people who want to know what a grab cost.
  public var seekCount: Int { finder.seeks }
}

extension Int {
  /// A count of packets with those beyond it that make its order final.
  fileprivate var addingMargin: Int { addingReportingOverflow(ScanGoal.margin + 1).partialValue }
}
