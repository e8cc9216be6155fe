import CFFmpeg
import Files
import Timeline

/// The timeline as packets tell it: those from the beginning on, as far as they were scanned, those around single moments
/// of a long file, and what only decoding tells of a few of them.
///
/// Whatever reads on returns how pictures are to be counted if the packets turn out not to tell the timeline, and nil as
/// long as they do. A class, so that its tables, which may be large, are changed where they are.
final class PacketTimeline {
  let timeBase: TimeBase
  let finder: FrameFinder
  /// The packets from the beginning on, as far as they were scanned.
  private(set) var table: PacketTable
  /// Those of them that were read first, whatever was kept by an earlier run.
  private let head: PacketTable
  /// Packets around single moments of a long file.
  var windows: [PacketTable] = []
  /// What earlier runs found out, nil when it is not wanted.
  let memory: IndexMemory?
  /// Whether the table reaches further than the reader, with records that were kept.
  private var isAhead = false
  /// Whether anything of it was found out by an earlier run only.
  private(set) var isRecalled = false
  /// How often what earlier runs found out had to be forgotten.
  private(set) var revision = 0
  /// Where the first frame is, in ticks, as far as it was known when the beginning was settled.
  private(set) var firstTick: Int64?
  /// How many packets were looked through for broken ones.
  private var inspected = 0
  /// Whether the container's own index, or its account of its size, goes beyond the end of the file.
  private(set) lazy var reachesPastEnd: Bool =
    finder.reader.isPadded || endsInSegment
    || finder.reader.stream.map { fg_index_reach($0) } ?? 0 > finder.fileSize
  /// Whether the file ends before its one large element does (Matroska).
  private(set) lazy var endsInSegment: Bool = finder.segmentEnd ?? 0 > finder.fileSize

  /// Goes on from the first packets of the stream, which are not settled yet.
  init(_ finder: FrameFinder, timeBase: TimeBase, head: PacketTable, memory: IndexMemory?) {
    self.finder = finder
    self.timeBase = timeBase
    self.head = head
    self.memory = memory
    table = head
  }

  /// Whether packets that promise pictures are broken, so that those that do not come refute nothing.
  var isHarmed: Bool { finder.reader.packetsAreWhole && table.records.contains { $0.isCorrupt } }

  /// The packets of a stretch, nil for a window that was never looked up.
  func packets(of stretch: Stretch) -> PacketTable? {
    switch stretch {
    case .main: table
    case .window(let number): windows.indices.contains(number) ? windows[number] : nil
    }
  }

  // MARK: Reading on

  /// Reads on until the goal is met or the stream ends.
  ///
  /// - Parameter isCounted: whether pictures were counted already, so that packets are read for what else they say: then
  ///   they are asked for the timeline only if what was kept of them has to be forgotten.
  func scan(_ goal: ScanGoal, isCounted: Bool = false) throws(VideoError) -> CountingPlan? {
    guard !table.isComplete else { return nil }
    let before = revision
    let plan = try extend(to: goal)
    if isCounted, revision == before { return nil }
    if let plan = plan ?? untold { return plan }
    if let plan = try settleBroken() { return plan }
    // What had to be forgotten meanwhile is looked for again, in the file alone.
    return revision == before ? nil : try scan(goal)
  }

  /// Reads on until the frames up to this index have their final places.
  func scan(throughFrame index: Int) throws(VideoError) -> CountingPlan? {
    while !table.isComplete, table.presentationOrder.count < index.addingMargin {
      // Counted from the packets that are there: those that are hidden must never be taken for progress.
      let lacking = index.addingMargin - table.presentationOrder.count
      let (goal, overflow) = table.records.count.addingReportingOverflow(lacking)
      if let plan = try scan(overflow ? .end : .frames(goal)) { return plan }
    }
    return nil
  }

  private func extend(to goal: ScanGoal) throws(VideoError) -> CountingPlan? {
    var plan: CountingPlan?
    let recalled = try recall(goal)
    if recalled == .unfit { plan = try forget() }
    if recalled != .sufficient, try !read(goal) { plan = try forget() }
    return plan
  }

  /// Reads on in the file; false if it does not have the packets that were kept of it.
  private func read(_ goal: ScanGoal) throws(VideoError) -> Bool {
    let recalled = table.isRecalled ? table : nil
    if finder.hasMoved || isAhead {
      try finder.reopen()
      table = PacketTable(readingAgain: table, orderCheck: finder.reader.orderCheck)
      isAhead = false
    }
    var scan = PacketScan(finder.reader)
    try scan.run(goal, into: &table)
    return recalled.map { table.begins(with: $0) } ?? true
  }

  // MARK: What earlier runs found out

  /// What packets that were kept are good for.
  private enum Recall {
    /// They lead to the goal.
    case sufficient
    /// They do not lead there, as far as they go.
    case short
    /// They are not this file's.
    case unfit
  }

  /// Goes on with packets that were kept.
  private func recall(_ goal: ScanGoal) throws(VideoError) -> Recall {
    guard let kept = memory?.packets(behind: table.records.count) else { return .short }
    if case .end = goal, !kept.isEnded { return .short }
    if case .frames(let count) = goal, !kept.isEnded, kept.count <= count { return .short }
    (isAhead, isRecalled, table.isRecalled) = (true, true, true)
    table.reserve(kept.count)
    var scan = PacketScan(finder.reader, recalling: kept)
    let isReached = try scan.run(goal, into: &table)
    guard !kept.isBroken else { return .unfit }
    if table.isComplete, try !finder.reachesEnd(of: table) { return .unfit }
    return isReached ? .sufficient : .short
  }

  /// Gives up what earlier runs found out, since the file does not bear it out, and settles the beginning anew; frames may
  /// have other places now.
  func forget() throws(VideoError) -> CountingPlan? {
    memory?.discard()
    table = head
    (isAhead, isRecalled, inspected) = (true, false, 0)
    revision += 1
    return try settle()
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

  // MARK: What the packets do not tell

  /// Nothing before the first keyframe is fed: some decoders would make pictures of it.
  var firstFed: Int { table.records.firstIndex { $0.traits.contains(.cleanStart) } ?? 0 }

  /// How pictures are counted, from what is known of the packets so far.
  var countingPlan: CountingPlan {
    let container = finder.reader.container
    return CountingPlan(
      first: firstFed, usesAnchors: !container.inventsTimestamps,
      trustsStarts: !table.trustsFirstStartOnly && !container.flagsEverything)
  }

  /// How pictures are to be counted where packets have no timestamps, or none in the order of the pictures, or where none of
  /// them is a place to start at.
  private var untold: CountingPlan? {
    let container = finder.reader.container
    let hasNoStart =
      table.isComplete && table.firstStart == nil || !container.mayJump && table.hasStretchWithoutStart
    guard
      table.lacksTimestamps || table.isDoubtful || hasNoStart || container.flagsEverything
        || container.guessesTimestamps
    else { return nil }
    // Of encrypted packets no picture comes, however they are counted.
    return finder.reader.isEncrypted ? nil : countingPlan
  }

  /// Finds out which frames the stream begins with.
  func settle() throws(VideoError) -> CountingPlan? {
    if let plan = try settleHead() { return plan }
    if let plan = try settleBroken() { return plan }
    firstTick = table.ticks.first
    return nil
  }

  /// Finds out whether pictures that precede the first keyframe in presentation order, but follow it in the file, are
  /// shown: they may need what is not there.
  private func settleHead() throws(VideoError) -> CountingPlan? {
    var plan: CountingPlan?
    while plan == nil, table.firstStart.map({ table.records.count <= $0 + PacketTable.margin }) ?? true,
      !table.isComplete
    {
      // Without any start twice as far each time, since the whole table is put in order anew.
      plan = try scan(.frames(table.records.count * (table.firstStart == nil ? 2 : 1) + 1))
    }
    if finder.reader.believesFlags {
      table.distrustFlags()
      table.arrange(jump: finder.reader.jump)
    }
    if let plan = plan ?? untold { return plan }
    let leading = table.leadingFrames
    guard let first = table.firstStart, !leading.isEmpty else { return nil }
    if let known = memory?.hidden(among: leading) {
      isRecalled = true
      hide(known)
      return nil
    }
    let last = min(table.records.count - 1, first + PacketTable.margin)
    let shown = try finder.timestampsShown(upTo: last, in: table)
    let records = table.records
    let hidden = leading.filter { index in records[index].presentation.map { !shown.contains($0) } ?? false }
    memory?.note(hiddenLeading: hidden)
    hide(hidden)
    return nil
  }

  /// Finds out of packets that the container calls broken whether a picture comes of them all the same. Those of which none
  /// does keep their places.
  private func settleBroken() throws(VideoError) -> CountingPlan? {
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
        table.lose(index)
      }
    }
    return nil
  }

  private func hide(_ records: [Int]) {
    guard !records.isEmpty else { return }
    for index in records { table.hide(index) }
    table.arrange(jump: finder.reader.jump)
  }
}

extension Int {
  /// A count of packets with those beyond it that make its order final.
  fileprivate var addingMargin: Int { addingReportingOverflow(PacketTable.margin + 1).partialValue }
}
