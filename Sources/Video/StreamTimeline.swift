import CFFmpeg
import Timeline

/// The timeline of one stream, read as far as questions need it: a table of packets from the beginning on, tables
/// around single moments of a long file, or, where packets do not tell, every picture decoded and counted.
///
/// A class, since it moves the one reader of the file.
final class StreamTimeline {
  let timeBase: TimeBase
  /// Where t = 0 is, in absolute seconds of the file.
  private(set) var origin = Rational.zero
  private let finder: FrameFinder
  /// The packets from the beginning on, as far as they were scanned.
  private(set) var table: PacketTable
  /// Packets around single moments of a long file.
  private var windows: [PacketTable] = []
  /// All frames as the decoder puts them out, where the packets do not tell; then it takes the place of the tables.
  private var counted: CountedTimeline?
  /// Packets of the beginning, or broken ones, of which the decoder makes no picture.
  private var unshown: Set<Int> = []
  /// How many packets were looked through for broken ones.
  private var inspected = 0
  private let clock: VideoFile.Clock
  private let beginning: ClockOrigin
  private let averageRate: Rational?
  /// The rate of the coded pictures, where some of them stay for longer; nil where the average is as good.
  private var countedRate: Rational?
  /// The timecode of the first frame as the file gives it.
  let timecodeStart: Timecode?

  /// Reads the beginning of the stream: where its time starts and which pictures it really starts with.
  init(
    _ finder: FrameFinder, timeBase: TimeBase, clock: VideoFile.Clock, timecodeStart: Timecode?, limits: Limits
  ) throws(VideoError) {
    let reader = finder.reader
    var table = PacketTable(startsAtBeginning: true)
    beginning = try ClockOrigin.find(reader, limits: limits, into: &table)
    averageRate = reader.stream.flatMap { reader.demuxer.averageRate(of: $0) }
    self.finder = finder
    self.timeBase = timeBase
    self.clock = clock
    self.timecodeStart = timecodeStart
    self.table = table
    try settleHead()
    if counted == nil { try settleBroken() }
    setOrigin()
  }

  /// Whether pictures are found by counting, since their packets do not name them.
  var isCounted: Bool { counted != nil }

  /// The packets of a stretch, nil for a window that was never looked up.
  func packets(of stretch: VideoFile.Stretch) -> PacketTable? {
    switch stretch {
    case .main: table
    case .window(let number): windows.indices.contains(number) ? windows[number] : nil
    }
  }

  private func setOrigin() {
    let first: Rational?
    if let counted {
      let table = counted.frameTable(
        timeBase: timeBase, origin: .zero, rate: countedRate ?? averageRate, timecodeStart: nil)
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

  /// The frames from the first on, at least as far as asked; no picture is decoded unless the packets alone do not
  /// tell.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  func timeline(_ extent: VideoFile.Extent) throws(VideoError) -> FrameTable {
    if counted != nil { return try countedTable() }
    switch extent {
    case .whole: try scan(.end)
    case .throughFrame(let index):
      while counted == nil, !table.isComplete, table.presentationOrder.count < index.addingMargin {
        // Counted from the packets that are there: those that are hidden must never be taken for progress.
        let lacking = index.addingMargin - table.presentationOrder.count
        let (goal, overflow) = table.records.count.addingReportingOverflow(lacking)
        try scan(overflow ? .end : .frames(goal))
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
  func neighbourhood(of time: Rational) throws(VideoError) -> (FrameTable, VideoFile.Stretch) {
    guard counted == nil, let tick = lastTick(atOrBefore: time) else { return (try timeline(.whole), .main) }
    if !table.covers(tick) {
      if let known = windows.firstIndex(where: { $0.covers(tick) }) {
        return (try frameTable(windows[known]), .window(known))
      }
      if !finder.reader.demuxer.mayJump, !finder.reader.demuxer.mayChangeSettings, !table.bringsSettings,
        let window = try window(around: tick)
      {
        windows.append(window)
        return (try frameTable(window), .window(windows.count - 1))
      }
      try scan(through: tick)
    }
    return (try counted == nil ? frameTable(table) : countedTable(), .main)
  }

  /// Whether the file is cut off: the container promises more than there is.
  var isCutOff: Bool {
    guard table.isComplete else { return false }
    if table.isCutOff || indexReachesPastEnd { return true }
    // AVI loses its index with its end, but its header tells how many packets there should be.
    guard finder.reader.demuxer.formatName == "avi", let claimed = finder.reader.stream?.pointee.nb_frames else {
      return false
    }
    // Chunks that are empty count too; the last ones may be that. Their number is as good as that between pictures.
    guard let last = table.records.last?.decode, let before = table.records.dropLast().last?.decode else {
      return claimed > Int64(table.records.count)
    }
    return claimed.subtractingReportingOverflow(last).partialValue > max(1, last &- before)
  }

  /// Whether the container's own index names bytes behind the end of the file.
  private lazy var indexReachesPastEnd: Bool =
    finder.reader.stream.map { fg_index_reach($0) > finder.fileSize } ?? false

  /// Where the tail of a file that is cut off begins: pictures shown after the last packet's time of decoding may have
  /// been meant to follow others that are not there. Nil for a file that is whole.
  func tailStart(of stretch: VideoFile.Stretch) -> Int64? {
    guard counted == nil, let packets = packets(of: stretch), packets.isComplete,
      packets.isCutOff || indexReachesPastEnd || stretch == .main && isCutOff
    else { return nil }
    return packets.records.last { $0.decode != nil }?.decode ?? Int64.min
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
      timeBase: timeBase, origin: origin, rate: countedRate ?? averageRate, timecodeStart: timecodeStart)
    guard let built else { throw VideoError("reading the timeline", .noFrames) }
    return built
  }

  /// Counts where packets have no timestamps, or where none of them is a place to start at.
  private func countIfNeeded() throws(VideoError) {
    let hasNoStart = table.firstStart == nil && table.isComplete
    guard table.lacksTimestamps || table.isDoubtful || hasNoStart || finder.reader.demuxer.flagsEverything else {
      return
    }
    try count()
  }

  /// Decodes everything once and takes the pictures that come out for the timeline.
  func count() throws(VideoError) {
    guard counted == nil else { return }
    var counting = CountedTimeline(usesAnchors: !finder.reader.demuxer.inventsTimestamps)
    let isAVI = finder.reader.demuxer.formatName == "avi"
    try finder.decodeFromStart(
      first: firstFed, depth: 16,
      note: { record in
        // The places of AVI's chunks, of which empty ones let the picture before them stay.
        if isAVI, !record.isHidden, let decode = record.decode { counting.append(place: decode) }
      },
      { picture throws(VideoError) in
        counting.append(picture)
        return true
      })
    // The average has the repeated fields in it already, which are counted one by one.
    if counting.hasRepeats { countedRate = finder.codedRate }
    counted = counting
    setOrigin()
  }

  /// Nothing before the first keyframe is fed: some decoders would make pictures of it.
  var firstFed: Int { table.records.firstIndex { $0.traits.contains(.cleanStart) } ?? 0 }

  /// Finds out whether pictures that precede the first keyframe in presentation order, but follow it in the file, are
  /// shown: they may need what is not there.
  private func settleHead() throws(VideoError) {
    while table.firstStart.map({ table.records.count <= $0 + ScanGoal.margin }) ?? true, !table.isComplete,
      counted == nil
    {
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
    let broken = table.records.indices.dropFirst(inspected).filter { index in
      // The last packet of a file that is cut off may be half there without being called broken.
      table.records[index].isCorrupt || isCutOff && index == table.records.count - 1
    }
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
      var window = PacketTable(startsAtBeginning: false, aim: aim)
      var scan = PacketScan(finder.reader)
      try scan.run(.tick(tick), into: &window)
      // Broken packets are settled in the table of the whole.
      guard !window.lacksTimestamps, !window.records.contains(where: { $0.isCorrupt }) else { return nil }
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
}

extension Int {
  /// A count of packets with those beyond it that make its order final.
  fileprivate var addingMargin: Int { addingReportingOverflow(ScanGoal.margin + 1).partialValue }
}
