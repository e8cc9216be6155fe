import CFFmpeg
import Files
import Timeline

/// The timeline from packets: those from the beginning on, as far as they were scanned, those around single moments of
/// a long file, and facts about a few of them that only decoding shows.
///
/// All methods that read on return a plan for counting pictures if the packets turn out not to give the timeline,
/// otherwise nil. A class, so that its tables, which may be large, are changed in place.
final class PacketTimeline {
  let timeBase: TimeBase
  let finder: FrameFinder
  /// The packets from the beginning on, as far as they were scanned.
  var scanned: PacketTable
  /// What the container lists of all packets; nil if it is not believed, or once its records are in the table.
  private(set) var listing: PacketListing?
  /// The first packets, which this run read itself even if there is an index.
  let head: PacketTable
  /// Packets around single moments of a long file.
  var windows: [PacketTable] = []
  /// The sampled clock, to look up moments far away; nil if the file needs none or must be read as a whole.
  lazy var clock = SampledClock(of: finder, head: head)
  /// Results of earlier runs; nil when they are not wanted.
  let memory: IndexMemory?
  /// Whether the table reaches further than the reader, with records from a stored index or the container's table.
  private var isAhead = false
  /// Whether any part of it comes from an earlier run only, or from the container's table.
  var isRecalled = false
  /// The container's own list of packets.
  private var containerTable: ContainerTable
  /// How often results of earlier runs had to be discarded.
  private(set) var revision = 0
  /// The tick of the first frame, as known after the beginning was settled.
  var firstTick: Int64?
  /// The number of packets already checked for broken ones.
  var inspected = 0
  /// Whether the container's own index, or the size that it claims, goes beyond the end of the file.
  private(set) lazy var reachesPastEnd: Bool =
    finder.reader.isPadded || endsInSegment
    || listing == nil && finder.reader.stream.map { fg_index_reach($0) } ?? 0 > finder.fileSize
  /// Whether the file lacks what its format has at the end; asked once all packets are known.
  private(set) lazy var lacksEnd: Bool =
    finder.reader.lacksEnd(
      lastPacket: listing != nil ? nil : scanned.records.last.flatMap { $0.position < 0 ? nil : $0.position })
  /// The same, as far as it can be seen without the last packet.
  private(set) lazy var lacksStatedEnd: Bool = finder.reader.lacksEnd(lastPacket: nil)
  /// Whether the file ends before its one large element (Matroska).
  private(set) lazy var endsInSegment: Bool = finder.segmentEnd ?? 0 > finder.fileSize

  /// The places behind the last packet of an AVI.
  private(set) lazy var placesAtEnd = PlacesAtEnd(finder)

  /// Starts with the first packets of the stream, which are not settled yet.
  init(_ finder: FrameFinder, timeBase: TimeBase, head: PacketTable, memory: IndexMemory?) {
    self.finder = finder
    self.timeBase = timeBase
    self.head = head
    self.memory = memory
    scanned = head
    containerTable = ContainerTable(of: finder)
  }

  /// The packets from the beginning on, as far as they were scanned, or all of them if the container lists them.
  var table: PacketTable {
    complete()
    return scanned
  }

  /// Whether all packets are known, scanned or listed.
  var isComplete: Bool { listing != nil || scanned.isComplete }
  /// Whether some of them are only listed.
  var isListed: Bool { listing != nil || scanned.isListed }

  /// Whether the frame on screen at a tick is certain.
  func covers(_ tick: Int64) -> Bool { listing != nil || scanned.covers(tick) }

  /// Turns the container's list into records in the table.
  func complete() {
    guard let listing else { return }
    guard let records = finder.reader.stream.flatMap({ listing.records($0) }) else {
      drop()
      return
    }
    scanned.list(records)
    scanned.arrange(jump: finder.reader.jump)
    (self.listing, isAhead) = (nil, true)
  }

  /// Whether packets that should give pictures are broken: then missing pictures are no contradiction.
  var isHarmed: Bool {
    hasLost || finder.reader.packetsAreWhole && table.records.contains { $0.isCorrupt || $0.followsLoss }
  }
  /// Whether a decode of everything gave fewer pictures than frames, so that counted ones would have other numbers.
  private var hasLost = false

  /// The packets of a stretch; nil for a window that was never looked up.
  func packets(of stretch: Stretch) -> PacketTable? {
    switch stretch {
    case .main: table
    case .window(let number): windows.indices.contains(number) ? windows[number] : nil
    }
  }

  // MARK: Reading on

  /// Reads on until the goal is met or the stream ends.
  ///
  /// - Parameter isCounted: whether pictures were counted already, so that packets are read only for other facts: they
  ///   are used for the timeline only if the stored results have to be discarded.
  func scan(_ goal: ScanGoal, isCounted: Bool = false) throws(VideoError) -> CountingPlan? {
    guard !isComplete else { return nil }
    let before = revision
    let plan = try extend(to: goal)
    if isCounted, revision == before { return nil }
    // Packets that are only listed are not marked as broken: there is nothing to settle.
    if listing != nil { return nil }
    if let plan = plan ?? CountingPlan(neededFor: scanned, of: finder.reader) { return plan }
    if let plan = try settleRest() { return plan }
    // Stored results were discarded: the same goal, from the file alone.
    return revision == before ? nil : try scan(goal)
  }

  /// Reads on until the frames up to this index have their final positions.
  func scan(throughFrame index: Int) throws(VideoError) -> CountingPlan? {
    while !isComplete, scanned.presentationOrder.count < index.addingMargin {
      // Counts the packets that are present: hidden ones must never be taken for progress.
      let lacking = index.addingMargin - scanned.presentationOrder.count
      let (goal, overflow) = scanned.records.count.addingReportingOverflow(lacking)
      if let plan = try scan(overflow ? .end : .frames(goal)) { return plan }
    }
    return nil
  }

  private func extend(to goal: ScanGoal) throws(VideoError) -> CountingPlan? {
    var plan: CountingPlan?
    let recalled = try recall(goal)
    if recalled == .unfit { plan = try forget() }
    if recalled == .short, try list(for: goal) { return plan }
    if recalled != .sufficient, try !read(goal) { plan = try forget() }
    return plan
  }

  /// Reads on in the file; false if it does not contain the packets of the stored index.
  private func read(_ goal: ScanGoal) throws(VideoError) -> Bool {
    let recalled = scanned.isRecalled ? scanned : nil
    if finder.hasMoved || isAhead {
      try finder.reopen()
      scanned = PacketTable(readingAgain: scanned, orderCheck: finder.reader.orderCheck)
      isAhead = false
    }
    var scan = PacketScan(finder.reader)
    try scan.read(until: goal, into: &scanned)
    return recalled.map { scanned.begins(with: $0) } ?? true
  }

  // MARK: Results of earlier runs

  /// The result of using stored packets.
  private enum Recall {
    /// They reach the goal.
    case sufficient
    /// They end before the goal.
    case short
    /// They do not belong to this file.
    case unfit
  }

  /// Continues with stored packets.
  private func recall(_ goal: ScanGoal) throws(VideoError) -> Recall {
    guard let kept = memory?.packets(behind: scanned.records.count) else { return .short }
    switch goal {
    case .end where !kept.isEnded, .endUnless where !kept.isEnded: return .short
    default: break
    }
    if case .frames(let count) = goal, !kept.isEnded, kept.count <= count { return .short }
    (isAhead, isRecalled, scanned.isRecalled) = (true, true, true)
    scanned.reserve(kept.count)
    var scan = PacketScan(finder.reader, recalling: kept)
    let isReached = try scan.read(until: goal, into: &scanned)
    guard !kept.isBroken else { return .unfit }
    if scanned.isComplete, try !finder.reachesEnd(of: scanned) { return .unfit }
    return isReached ? .sufficient : .short
  }

  /// Discards results of earlier runs, since the file contradicts them, and settles the beginning again; frames may
  /// have other positions now.
  func forget() throws(VideoError) -> CountingPlan? {
    drop()
    return try settle()
  }

  private func drop() {
    if isListed { containerTable.isBelieved = false } else { memory?.discard() }
    (scanned, listing) = (head, nil)
    (isAhead, isRecalled, hasLost, inspected) = (true, false, false, 0)
    revision += 1
  }

  /// Stores the results, for the next run.
  func keep(of file: borrowing InputFile) -> IndexKeeping {
    // Records of missing packets, and those around lost ones, are not stored: an index does not say that of them.
    guard let memory, !isListed, !scanned.records.contains(where: { $0.isMissing || $0.followsLoss }) else {
      return .nothingNew
    }
    return memory.keep(scanned.unpairedRecords, isEnded: scanned.isComplete && !isCutOff, of: file)
  }

  /// Reads every packet that is there, instead of believing the container's table.
  func scanEveryPacket() throws(VideoError) -> CountingPlan? {
    if isListed, let plan = try forget() { return plan }
    containerTable.isBelieved = false
    return try scan(.end)
  }

  /// Takes the packets that were not read yet from the container's table (`ContainerTable.list`).
  private func list(for goal: ScanGoal) throws(VideoError) -> Bool {
    switch try containerTable.list(for: goal, into: &scanned, by: finder, reachesPastEnd: reachesPastEnd) {
    case .nothing: return false
    case .frames(let listing): self.listing = listing
    case .packets: break
    }
    (isAhead, isRecalled) = (true, true)
    return true
  }

  /// Reads the packets that decoding these frames needs; returns whether the container's table is right about them.
  func confirm(_ frames: [Int], inGroups: Bool) throws(VideoError) -> Bool {
    complete()
    return try containerTable.confirm(frames, in: &scanned, inGroups: inGroups, by: finder)
  }

  /// Whether seeking leads to moments (`ContainerTable`).
  var leadsToMoments: Bool { containerTable.leadsToMoments(in: finder.reader) }

  /// Whether the table is right about the keyframes; true if it was not used, nil if something else is wanted first.
  func confirmsKeyframes(unless isOver: () -> Bool) -> Bool? {
    let reader = finder.reader
    if let listing, let stream = reader.stream {
      return containerTable.confirmsKeyframes(among: listing.keyframes(stream), by: reader, unless: isOver)
    }
    guard scanned.isListed else { return true }
    let listed = scanned.records.enumerated().lazy.filter { $1.isListed && $1.isStart }.map { (number: $0, record: $1) }
    return containerTable.confirmsKeyframes(among: listed, by: reader, unless: isOver)
  }

  // MARK: Lost pictures

  /// Marks frames as lost if their pictures did not come out of a decode of everything.
  ///
  /// - Returns: false if that does not explain what came out: the pictures have other timestamps than the packets, or
  ///   another order, or so many are missing that packets are no pictures at all, such as single fields.
  func lose(allBut counted: CountedTimeline) -> Bool {
    complete()
    let order = scanned.presentationOrder
    var lost: [Int] = []
    var place = 0
    for number in 0..<counted.count {
      guard let timestamp = counted.timestamp(of: number) else { return false }
      func isShown(_ index: Int) -> Bool { scanned.records[index].presentation == timestamp }
      guard let next = order[place...].firstIndex(where: isShown) else {
        // The picture of a damaged order (`DamagedOrder`), which is lost, came out anywhere.
        guard order[..<place].contains(where: { scanned.records[$0].isMissing && isShown($0) }) else { return false }
        continue
      }
      lost += order[place..<next]
      if counted.isLost(number) { lost.append(order[next]) }
      place = next + 1
    }
    lost += order[place...]
    let isDamage = lost.count <= order.count / (counted.metDamage ? 2 : Self.mostLost)
    hasLost = isDamage && counted.count < order.count
    guard hasLost || isDamage && lost.contains(where: { !scanned.isLost($0) }) else { return false }
    for index in lost { scanned.lose(index) }
    return true
  }

  /// If more than one picture in this many is missing without a complaint, it is not damage.
  private static let mostLost = 8
}

/// The end of a file that is cut off, and what is known of the missing part.
extension PacketTimeline {
  /// Whether the file is cut off: the container claims more than there is.
  var isCutOff: Bool {
    if finder.reader.isPadded || endsInSegment { return true }
    guard isComplete else { return false }
    if scanned.isCutOff || reachesPastEnd || endsInPacket || lacksEnd { return true }
    return placesAtEnd.areMissing(behind: lastPlaces, count: table.records.count)
  }

  /// The places of the last two packets; empty where the container counts none. The records of a long list are not made
  /// for nothing: that would cost more than all else.
  var lastPlaces: [PlacesAtEnd.Place] {
    finder.reader.container.countsPlaces ? table.records.suffix(2).map { ($0.decode, $0.position) } : []
  }

  /// Whether the file is cut off, as far as the header and the last bytes show.
  var endsEarly: Bool {
    let reader = finder.reader
    return reader.isPadded || endsInSegment || reader.container.hasPacketsOfOneLength && reader.endsInTransportPacket
      || lacksStatedEnd
  }

  /// Whether the last packet is known to be incomplete.
  private var endsInPacket: Bool {
    let reader = finder.reader
    return reader.container.hasPacketsOfOneLength ? reader.endsInTransportPacket : scanned.endsPartly
  }

  /// The start of the tail of a file that is cut off, of its last decode time if it has them: pictures after it may have
  /// followed others that are missing. Nil for a complete file, or if every frame is listed.
  func tailStart(of stretch: Stretch) -> Int64? {
    // All listed packets are in the file.
    guard !finder.reader.isPadded, stretch != .main || listing == nil, let packets = packets(of: stretch),
      packets.isComplete, packets.isCutOff || reachesPastEnd || endsEarly || stretch == .main && isCutOff
    else { return nil }
    if finder.reader.container.isOneElement { return packets.firstWaiting ?? Int64.min }
    return packets.records.last { $0.decode != nil }?.decode ?? Int64.min
  }
}

extension Int {
  /// A count of packets plus those that are needed to make its order final.
  fileprivate var addingMargin: Int { addingReportingOverflow(PacketTable.margin + 1).partialValue }
}
