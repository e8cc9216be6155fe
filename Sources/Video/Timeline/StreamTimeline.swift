import CFFmpeg
import Files
import Timeline

/// The timeline of one stream, read as far as questions need it: a table of packets from the beginning on, tables
/// around single moments of a long file, or, where packets do not tell, every picture decoded and counted.
///
/// A class, since it moves the one reader of the file.
final class StreamTimeline {
  let timeBase: TimeBase
  /// Where t = 0 is, in absolute seconds of the file.
  private(set) var origin = Rational.zero
  let finder: FrameFinder
  /// The packets from the beginning on, as far as they were scanned.
  private(set) var table: PacketTable
  /// Those of them that were read first, whatever was kept by an earlier run.
  private let head: PacketTable
  /// What earlier runs found out, nil when nobody wants it.
  private(set) var memory: IndexMemory?
  /// Whether the table reaches further than the reader, with records that were kept.
  private var isAhead = false
  /// Whether anything of the timeline was found out by an earlier run only.
  private(set) var isRecalled = false
  /// How often the timeline turned out to be another one.
  private(set) var revision = 0
  /// Packets around single moments of a long file.
  var windows: [PacketTable] = []
  /// All frames as the decoder puts them out, where the packets do not tell; then it takes the place of the tables.
  private(set) var counted: CountedTimeline?
  /// Packets of the beginning of which the decoder makes no picture, and half a packet at the end of a file that is cut off.
  private var unshown: Set<Int> = []
  /// Packets whose pictures cannot be had, which keep their places.
  private var lost: Set<Int> = []
  /// How many packets were looked through for broken ones.
  private var inspected = 0
  private let clock: VideoClock
  private let beginning: ClockOrigin
  private let averageRate: Rational?
  /// The rate of the coded pictures, where some of them stay for longer; nil where the average is as good.
  private var countedRate: Rational?
  /// The timecode of the first frame as the file gives it.
  let timecodeStart: Timecode?

  /// Reads the beginning of the stream: where its time starts and which pictures it really starts with.
  ///
  /// - Parameter recall: Makes the memory for a stream that begins with these packets.
  init(
    _ finder: FrameFinder, timeBase: TimeBase, clock: VideoClock, timecodeStart: Timecode?, limits: Limits,
    recall: (PacketTable) -> IndexMemory?
  ) throws(VideoError) {
    let reader = finder.reader
    var table = PacketTable(
      startsAtBeginning: true, trustsFirstStartOnly: reader.startsOnce, orderCheck: reader.orderCheck)
    beginning = try ClockOrigin.find(reader, limits: limits, into: &table)
    averageRate = reader.stream.flatMap { reader.demuxer.averageRate(of: $0) }
    self.finder = finder
    self.timeBase = timeBase
    self.clock = clock
    self.timecodeStart = timecodeStart
    self.table = table
    head = table
    memory = recall(table)
    try settle()
  }

  private func settle() throws(VideoError) {
    try settleHead()
    if counted == nil { try settleBroken() }
    setOrigin()
  }

  /// The packets of pictures that were counted, nil where the packets themselves name them.
  var countedPackets: CountedPackets? { counted?.packets }

  /// Whether pictures are found by counting, since their packets do not name them.
  var isCounted: Bool { counted != nil }

  private func setOrigin() {
    let first: Rational?
    if let counted {
      let table = counted.frameTable(
        timeBase: timeBase, origin: .zero, rate: countedRate ?? averageRate, timecodeStart: nil,
        jump: finder.reader.jump)
      first = table?.time(ofFrame: 0)
    } else {
      first = table.ticks.first.flatMap { timeBase.seconds(ofTicks: $0) }
    }
    let isStamped = counted?.isStamped ?? true
    let shown = !isStamped || beginning.shown == nil ? first : beginning.shown
    switch clock {
    case .firstFrame: origin = first ?? .zero
    case .player: origin = [shown, beginning.heard].compactMap { $0 }.min() ?? .zero
    }
  }

  /// The frames from the first on, at least as far as asked; no picture is decoded unless the packets alone do not
  /// tell.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  func timeline(_ extent: TimelineExtent) throws(VideoError) -> FrameTable {
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

  /// Whether the container's own index, or its account of its size, goes beyond the end of the file.
  private(set) lazy var reachesPastEnd: Bool =
    finder.reader.isPadded || endsInSegment
    || finder.reader.stream.map { fg_index_reach($0) } ?? 0 > finder.fileSize

  /// Whether the file ends before its one large element does (Matroska).
  private(set) lazy var endsInSegment: Bool = finder.segmentEnd ?? 0 > finder.fileSize

  func lastTick(atOrBefore time: Rational) -> Int64? {
    origin.adding(time).flatMap { timeBase.lastTick(atOrBefore: $0) }
  }

  func frameTable(_ packets: PacketTable) throws(VideoError) -> FrameTable {
    let built = packets.frameTable(
      timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart,
      promisedEnd: packets.isComplete ? promisedEnd : nil)
    guard let built else { throw VideoError("reading the timeline", .noFrames) }
    return built
  }

  private func scan(_ goal: ScanGoal) throws(VideoError) {
    guard !table.isComplete else { return }
    let before = revision
    if try !recall(goal) { try read(goal) }
    for index in unshown where index < table.records.count { table.hide(index) }
    for index in lost where index < table.records.count { table.lose(index) }
    if !unshown.isEmpty { table.arrange(jump: finder.reader.jump) }
    try countIfNeeded()
    if counted == nil { try settleBroken() }
    // What had to be forgotten meanwhile is looked for again, in the file alone.
    if counted == nil, revision != before { try scan(goal) }
  }

  private func read(_ goal: ScanGoal) throws(VideoError) {
    let recalled = table.isRecalled ? table : nil
    if finder.hasMoved || isAhead {
      try finder.reopen()
      table = PacketTable(
        startsAtBeginning: true, trustsFirstStartOnly: table.trustsFirstStartOnly,
        orderCheck: finder.reader.orderCheck)
      isAhead = false
    }
    var scan = PacketScan(finder.reader)
    try scan.run(goal, into: &table)
    if let recalled, !table.begins(with: recalled) { try forget() }
  }

  // MARK: What earlier runs found out

  /// Goes on with packets that were kept; false when they do not lead to the goal, or do not fit the file.
  private func recall(_ goal: ScanGoal) throws(VideoError) -> Bool {
    guard let kept = memory?.packets(behind: table.records.count) else { return false }
    if case .end = goal, !kept.isEnded { return false }
    if case .frames(let count) = goal, !kept.isEnded, kept.count <= count { return false }
    (isAhead, isRecalled, table.isRecalled) = (true, true, true)
    table.reserve(kept.count)
    var scan = PacketScan(finder.reader, recalling: kept)
    let isReached = try scan.run(goal, into: &table)
    var fits = !kept.isBroken
    if fits, table.isComplete { fits = try finder.reachesEnd(of: table) }
    if fits { return isReached }
    try forget()
    return false
  }

  /// Gives up what earlier runs found out, since the file does not bear it out; frames may have other places now.
  func forget() throws(VideoError) {
    guard isRecalled else { return }
    memory?.discard()
    table = head
    (isAhead, isRecalled) = (true, false)
    (counted, countedRate, unshown, lost, inspected) = (nil, nil, [], [], 0)
    revision += 1
    try settle()
  }

  // MARK: What the packets do not tell

  func countedTable() throws(VideoError) -> FrameTable {
    let built = counted?.frameTable(
      timeBase: timeBase, origin: origin, rate: countedRate ?? averageRate, timecodeStart: timecodeStart,
      jump: finder.reader.jump, promisedEnd: promisedEnd)
    guard let built else { throw VideoError("reading the timeline", .noFrames) }
    return built
  }

  /// Counts where packets have no timestamps, or none in the order of the pictures, or where none of them is a place to
  /// start at.
  private func countIfNeeded() throws(VideoError) {
    let hasNoStart =
      table.isComplete && table.firstStart == nil || !finder.reader.container.mayJump && table.hasStretchWithoutStart
    guard
      table.lacksTimestamps || table.isDoubtful || hasNoStart || finder.reader.container.flagsEverything
        || finder.reader.container.guessesTimestamps
    else {
      return
    }
    // Of encrypted packets no picture comes, however they are counted.
    if !finder.reader.isEncrypted { try count() }
  }

  /// Whether it is known of a picture that was counted that it cannot be decoded.
  func isLost(_ number: Int) -> Bool { counted?.isLost(number) ?? false }

  /// Whether packets that promise pictures are broken, so that those that do not come refute nothing.
  var isHarmed: Bool { finder.reader.packetsAreWhole && table.records.contains { $0.isCorrupt } }

  /// Decodes everything once and takes the pictures that come out for the timeline.
  func count() throws(VideoError) {
    guard counted == nil else { return }
    let first = firstFed
    defer { revision += 1 }
    let usesAnchors = !finder.reader.container.inventsTimestamps
    if let known = memory?.counted(from: first), known.timeline.usesAnchors == usesAnchors {
      (counted, countedRate, isRecalled) = (known.timeline, known.rate, true)
      return setOrigin()
    }
    let counting = try finder.countPictures(
      from: first, usesAnchors: usesAnchors,
      trustsStarts: !table.trustsFirstStartOnly && !finder.reader.container.flagsEverything)
    // The average has the repeated fields in it already, which are counted one by one.
    if counting.hasRepeats { countedRate = finder.codedRate }
    counted = counting
    memory?.note(KeptIndex.Counted(first: first, timeline: counting, rate: countedRate))
    setOrigin()
  }

  /// Nothing before the first keyframe is fed: some decoders would make pictures of it.
  var firstFed: Int { table.records.firstIndex { $0.traits.contains(.cleanStart) } ?? 0 }

  /// Finds out whether pictures that precede the first keyframe in presentation order, but follow it in the file, are
  /// shown: they may need what is not there.
  private func settleHead() throws(VideoError) {
    while table.firstStart.map({ table.records.count <= $0 + PacketTable.margin }) ?? true, !table.isComplete,
      counted == nil
    {
      // Without any start twice as far each time, since the whole table is put in order anew.
      try scan(.frames(table.records.count * (table.firstStart == nil ? 2 : 1) + 1))
    }
    if finder.reader.believesFlags {
      table.distrustFlags()
      table.arrange(jump: finder.reader.jump)
    }
    try countIfNeeded()
    guard counted == nil, let first = table.firstStart else { return }
    let leading = table.leadingFrames
    guard !leading.isEmpty else { return }
    if let known = memory?.unshown(among: leading) {
      isRecalled = true
      return hide(known)
    }
    let last = min(table.records.count - 1, first + PacketTable.margin)
    let shown = try finder.timestampsShown(upTo: last, in: table)
    let records = table.records
    let hidden = leading.filter { index in records[index].presentation.map { !shown.contains($0) } ?? false }
    memory?.note(unshownLeading: hidden)
    hide(hidden)
  }

  /// Finds out of packets that the container calls broken whether a picture comes of them all the same. Those of which none
  /// does keep their places.
  private func settleBroken() throws(VideoError) {
    let broken = table.records.indices.dropFirst(inspected).filter { index in
      // The last packet of a file that is cut off may be half there without being called broken.
      table.records[index].isCorrupt || isCutOff && index == table.records.count - 1
    }
    inspected = table.records.count
    // A file with more of them is checked where it matters: a picture that does not come out is an error.
    for index in broken.prefix(16) {
      guard let frame = table.presentationOrder.firstIndex(of: index) else { continue }
      if let known = memory?.isShown(index) {
        isRecalled = true
        if !known { hide([index]) }
        continue
      }
      let making = try finder.makes(frame, in: table)
      // It may be the records around it that are wrong.
      if making != .picture, table.isRecalled { return try forget() }
      // Half a packet at the end of a file that is cut off is no promise, unless the container tells of what follows.
      let isTail = isCutOff && !finder.reader.isPadded && frame == table.presentationOrder.count - 1
      // What FFmpeg cuts out of a stream of bytes, and its decoder goes past in silence, is no frame in any decode.
      let isNoFrame = isTail || making == .nothing && !finder.reader.packetsAreWhole
      if making == .picture {
        memory?.note(index, isShown: true)
      } else if isNoFrame {
        memory?.note(index, isShown: false)
        hide([index])
      } else {
        lost.insert(index)
        table.lose(index)
      }
    }
  }

  private func hide(_ records: [Int]) {
    guard !records.isEmpty else { return }
    for index in records {
      unshown.insert(index)
      table.hide(index)
    }
    table.arrange(jump: finder.reader.jump)
  }

  /// Whether pictures were counted by an earlier run, and this one is not the picture that came out then.
  func contradicts(_ picture: borrowing DecodedFrame, as number: Int) -> Bool {
    isRecalled && !(counted?.has(picture, as: number) ?? true)
  }

  /// Keeps what was found out, for the next run.
  func keep(of file: borrowing InputFile) -> IndexKeeping {
    // Packets that are not taken for what they claim to be would not be found again as they were kept.
    // What is known of packets that are not there is not kept with them: they would be taken for such as are.
    guard let memory, !table.trustsFirstStartOnly, !table.records.contains(where: { $0.isMissing }) else {
      return .nothingNew
    }
    return memory.keep(table.unpairedRecords, isEnded: table.isComplete && !isCutOff, of: file)
  }

  func scan(through tick: Int64) throws(VideoError) {
    if !table.covers(tick) { try scan(.tick(tick)) }
    // A jump of the timestamps may have met the goal too early.
    if !table.covers(tick) { try scan(.end) }
  }
}

extension Int {
  /// A count of packets with those beyond it that make its order final.
  fileprivate var addingMargin: Int { addingReportingOverflow(PacketTable.margin + 1).partialValue }
}
