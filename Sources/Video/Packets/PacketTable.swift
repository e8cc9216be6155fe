import CFFmpeg
import Timeline

/// Where a seek leads.
enum SeekTarget: Hashable {
  /// To the last seek point at or before this tick.
  case time(Int64)
  /// To this byte of the file.
  case place(Int64)
}

/// The packets of the chosen stream from one point of the file on, and the order in which their pictures are shown.
///
/// Nothing is decoded for it, so it is not proof: each picture is checked against it when it comes out of the decoder.
struct PacketTable {
  /// Packets in file order, which is decoding order.
  private(set) var records: [PacketRecord] = []
  /// Which records are frames, and when they are shown.
  private var order = FrameOrder()
  /// Whether it starts with the stream's first packet, so that a position in it is the frame index.
  let startsAtBeginning: Bool
  /// Whether it reaches the end of the stream.
  private(set) var isComplete = false
  /// Whether reading failed at the end, so that the file is cut off.
  private(set) var isCutOff = false
  /// Whether the last packet of the stream is incomplete.
  private(set) var endsPartly = false
  private var reordering = ReorderDepth()
  /// The packets at which decoding may start, in the order of the file.
  private(set) var starts: [Int] = []
  /// The packets whose pictures may have been on screen just before one that is lost.
  private var beforeLoss: Set<Int> = []
  /// Facts about single records that were found by decoding.
  private var tried = TriedPackets()
  /// The field at the end that has no second field yet.
  private var openField: (index: Int, field: CodedField)?
  /// Side data of some records, which applies to them and all that follow.
  private var changes = SettingChanges()
  /// The seek target whose first packet is the first record; nil for the beginning of the file.
  let aim: SeekTarget?
  /// Whether some of the records come from a stored index, or from the container's table, instead of this run.
  var isRecalled = false
  /// Whether some of them come from the container's table.
  private(set) var isListed = false

  /// How many packets are read beyond the answer: twice the maximum reorder depth of any codec (16), and one.
  static let margin = 33

  /// The most records, for the memory limit: hours of video have far fewer packets.
  static let mostRecords = 10_000_000

  /// Checks the packets' timestamps against the decoder's output order.
  private var orderCheck: OrderCheck
  /// The packets that it found contradicted.
  private var contradictions: [Int] = []

  init(
    startsAtBeginning: Bool, aim: SeekTarget? = nil, orderCheck: OrderCheck = OrderCheck()
  ) {
    self.orderCheck = orderCheck
    self.startsAtBeginning = startsAtBeginning
    self.aim = aim
  }

  /// An empty table to read the same packets again: facts about them that decoding showed stay valid.
  init(readingAgain table: PacketTable, orderCheck: OrderCheck) {
    self.orderCheck = orderCheck
    startsAtBeginning = table.startsAtBeginning
    aim = table.aim
    tried = table.tried
  }

  /// Reserves memory for this many records.
  mutating func reserve(_ count: Int) { records.reserveCapacity(count) }

  /// - Parameter isWhole: whether FFmpeg did not cut the packet from a stream of bytes: where one lacks some and others
  ///   follow, whole pictures may be lost around it.
  mutating func append(_ record: PacketRecord, isWhole: Bool = true) {
    if let timestamp = record.presentation { reordering.note(timestamp, decode: record.decode) }
    var record = record
    let isContradicted = orderCheck.isContradicted(by: record)
    if isContradicted || orderCheck.isRepeated, !record.traits.contains(.doubtful) {
      contradictions.append(records.count)
    }
    if isContradicted { record.becomeDoubtful() }
    if record.traits.contains(.doubtful) { isDoubtful = true }
    pairFields(&record)
    if !record.settings.isEmpty { record.settings = changes.note(record.settings, at: records.count) }
    if record.isStart, !record.isMissing { starts.append(records.count) }
    if record.traits.contains(.lacksReferences) { tried.lose(records.count) }
    if record.followsLoss { beforeLoss.formUnion(waiting(behind: records.count)) }
    if !isWhole, records.last?.isCorrupt ?? false {
      beforeLoss.formUnion(waiting(behind: records.count - 1) + waiting(behind: records.count))
    }
    records.append(record)
  }

  /// The packets whose pictures a decoder has still to output when it has so many packets, and the one before these: if
  /// packets behind them are lost, their pictures may have been shown after any of these.
  private func waiting(behind count: Int) -> ArraySlice<Int> {
    records.indices.prefix(count).suffix(Self.margin)
      .filter { records[$0].presentation != nil && records[$0].hiding.isEmpty }
      .sorted { records[$0].presentation ?? 0 < records[$1].presentation ?? 0 }
      .suffix(reorderDepth + 1)
  }

  /// The timestamp before which no picture is missing behind the last packet.
  var firstWaiting: Int64? { waiting(behind: records.count).first.flatMap { records[$0].presentation } }

  /// Whether it is not known how long a frame is on screen, since the one behind it may be lost.
  func precedesLoss(frame: Int) -> Bool { beforeLoss.contains(presentationOrder[frame]) }

  /// Finds second fields: each follows a first field of the other parity and the same frame, and decoding may not start
  /// at one. Packets without any picture may lie between them.
  private mutating func pairFields(_ record: inout PacketRecord) {
    if record.field == nil, record.hiding.contains(.byCodec) { return }
    let isFirst = record.isCleanStart || record.startsFrame || record.field == .both
    if !isFirst, let first = openField, let field = record.field, field != first.field {
      record.becomeSecondField()
      records[first.index].pair(withSecondField: record)
      openField = nil
    } else {
      openField = record.field.flatMap { $0.isSingle ? (records.count, $0) : nil }
    }
  }

  /// The second field of the picture that starts with this packet; nil for a picture in one packet.
  private func secondField(ofPictureAt index: Int) -> Int? {
    guard records.indices.contains(index), records[index].field != nil, !records[index].isSecondField else {
      return nil
    }
    let next = records[(index + 1)...].firstIndex { $0.field != nil || !$0.hiding.contains(.byCodec) }
    return next.flatMap { records[$0].isSecondField ? $0 : nil }
  }

  /// The packets from one on that hold one field of a picture whose other field is not there.
  ///
  /// The last packet counts once the stream has ended, and those before the first start never: a window may begin with
  /// the second field of a picture.
  func singleFields(from first: Int) -> [Int] {
    records.indices.dropFirst(max(first, firstStart ?? records.count)).filter { index in
      records[index].field?.isSingle ?? false && !records[index].isSecondField && secondField(ofPictureAt: index) == nil
        && index < firstOpen
    }
  }

  /// The first packet of which the next ones may still tell more: a field whose second one may follow.
  var firstOpen: Int { isComplete ? records.count : openField?.index ?? records.count }

  /// The records as they were read, before fields were paired.
  var unpairedRecords: [PacketRecord] {
    records.indices.map { records[$0].unpaired(from: secondField(ofPictureAt: $0).map { records[$0] }) }
  }

  /// The last packet of the picture that starts with this one.
  func lastPacket(ofPictureAt index: Int) -> Int { secondField(ofPictureAt: index) ?? index }

  /// - Parameters:
  ///   - isClean: whether the stream ended, so that reading did not fail.
  ///   - endsPartly: whether the last packet is incomplete.
  mutating func finish(isClean: Bool, endsPartly: Bool = false) {
    isComplete = true
    isCutOff = !isClean
    self.endsPartly = endsPartly
  }

  /// Adds the rest of the packets, as the container's table lists them: whole pictures without side data.
  ///
  /// - Parameter all: all packets of the table; those that were read keep their records.
  mutating func list(_ all: consuming [PacketRecord]) {
    let read = records.count
    all.replaceSubrange(..<read, with: records)
    // Moved, not copied: a copy would cost as much as everything else here.
    records = all
    openField = nil
    for index in read..<records.count {
      if let timestamp = records[index].presentation { reordering.note(timestamp, decode: records[index].decode) }
      if orderCheck.isContradicted(by: records[index]) {
        records[index].becomeDoubtful()
        isDoubtful = true
      }
      if records[index].isStart { starts.append(index) }
    }
    finish(isClean: true)
    (isListed, isRecalled) = (true, true)
  }

  /// Replaces records from the container's table by those of packets that were read.
  ///
  /// - Returns: false if the packets differ from the table, or if their timestamps contradict the order of their
  ///   pictures.
  mutating func confirm(_ read: [PacketRecord], from first: Int, by check: OrderCheck) -> Bool {
    var check = check
    for (index, record) in zip(first..., read) {
      guard records[index].isListed ? record.confirms(records[index]) : record.isSame(as: records[index]),
        !check.isContradicted(by: record), !check.isRepeated
      else { return false }
      records[index] = record
    }
    return true
  }

  /// Whether each packet is one frame, or hidden by an edit list, in the order of the timestamps, and nothing is
  /// doubtful.
  var isPlain: Bool {
    tried.isEmpty && changes.isEmpty && !isDoubtful && !hasJump
      && records.allSatisfy {
        $0.confirms($0) && $0.hiding.isSubset(of: .byContainer) && !$0.traits.contains(.skippedLeading)
      }
  }

  /// Marks a packet as one that gives no picture.
  mutating func hide(_ index: Int) { tried.hide(index) }

  /// Marks a jump as one at which the stream goes on, or was cut.
  mutating func note(jump: Int, goesOn: Bool) { tried.goesOn[jump] = goesOn }

  /// The jumps of which is not known whether the stream goes on there, and the pictures for which that matters.
  ///
  /// In a file with many more, the rest counts as cut.
  var openJumps: [(jump: Int, leading: [Int])] {
    let open = order.leading.filter { tried.goesOn[$0.key] == nil }.sorted { $0.key < $1.key }
    return open.prefix(max(0, Self.mostJumps - tried.goesOn.count)).map { ($0.key, $0.value) }
  }

  /// At so many jumps it is tried whether the stream goes on.
  private static let mostJumps = 64

  /// Marks a packet's picture as too damaged to decode; it keeps its position.
  mutating func lose(_ index: Int) { tried.lose(index) }

  /// Whether a packet's picture is known to be undecodable.
  func isLost(_ index: Int) -> Bool { records[index].isMissing || tried.lost.contains(index) }

  /// The same of a frame; false for one that is not in the table.
  func isLost(frame: Int) -> Bool { presentationOrder.indices.contains(frame) && isLost(presentationOrder[frame]) }

  /// The records that are frames, in presentation order.
  var presentationOrder: [Int] { order.packets }

  /// The positions on the continuous timeline, in ticks, parallel to `presentationOrder`.
  var ticks: [Int64] { order.ticks }

  /// The records at which the timestamps start anew, so that nothing before them helps to decode what follows.
  var segmentStarts: [Int] { order.segmentStarts }

  /// The maximum number of pictures that wait inside a decoder to be output in order.
  var reorderDepth: Int { reordering.depth }

  /// Whether the packets' own picture order counts were compared with their timestamps (`OrderCheck.isCounted`).
  var provesOrder: Bool { orderCheck.isCounted }

  /// The last packet before the next one, after this packet, at which the timestamps start anew.
  func lastInSegment(of index: Int) -> Int { (segmentStarts.first { $0 > index } ?? records.count) - 1 }

  /// Whether the timestamps start anew somewhere.
  var hasJump: Bool { !segmentStarts.isEmpty }

  /// Whether any packet that could be a frame has no presentation timestamp: then only decoding shows the order.
  private(set) var lacksTimestamps = false

  /// The first packet at which decoding may start, nil when there is none.
  var firstStart: Int? { records.firstIndex { $0.isStart && !$0.isMissing } }
  /// The first packet that is fed when everything is decoded: some decoders would output pictures for those before it.
  var firstFed: Int {
    records.firstIndex { $0.traits.contains(.cleanStart) || $0.traits.contains(.openStart) } ?? 0
  }

  /// The frames that are shown before the first keyframe although they follow it in the file, and, if the stream begins
  /// with an intra picture that is no proven start, those of the packets up to the next start.
  ///
  /// They may depend on missing pictures; only the decoder knows whether it outputs them.
  var leadingFrames: [Int] {
    guard startsAtBeginning, let first = firstStart, let start = records[first].presentation else { return [] }
    // After a jump, lower timestamps are later nevertheless.
    let end = segmentStarts.first ?? records.count
    let next = starts.first { $0 > first } ?? records.count
    let unproven = records[first].isCleanStart ? first..<first : first + 1..<min(next, first + Self.margin)
    return presentationOrder.filter { index in
      index < end && (records[index].presentation ?? start) < start || unproven.contains(index)
    }
  }

  /// Whether some packets may or may not give pictures: then only decoding shows it.
  private(set) var isDoubtful = false

  /// Whether more packets are needed to tell whether the last contradiction is damage.
  var wantsMore: Bool {
    contradictions.last.map { records.count - $0 < DamagedOrder.reach } ?? false
      && contradictions.count <= DamagedOrder.most
  }

  /// Drops the pictures whose order is damaged: the decoder would show others in a wrong order because of them.
  private mutating func dropDamagedOrder() {
    guard !contradictions.isEmpty, contradictions.count <= DamagedOrder.most else { return }
    for doubt in contradictions where contradictions.contains(doubt) {
      guard let damage = DamagedOrder(records, around: doubt, check: orderCheck.anew).damage(at: doubt) else {
        continue
      }
      records[damage.packet].becomeMissing(resetsOrder: damage.isReset)
      starts.removeAll { $0 == damage.packet }
      // Nothing else up to there contradicts the timestamps.
      let explained = doubt..<max(damage.end, doubt + 1)
      for other in contradictions where explained ~= other { records[other].becomeCertain() }
      contradictions.removeAll { explained ~= $0 }
    }
    isDoubtful = records.contains { $0.traits.contains(.doubtful) }
  }

  /// Puts the frames in order (`FrameOrder.arrange`).
  mutating func arrange(jump: (back: Int64, forward: Int64)?) {
    dropDamagedOrder()
    lacksTimestamps = records.indices.contains {
      records[$0].presentation == nil && tried.mayShow(records[$0], $0)
    }
    // If the table does not start at the beginning, leading pictures of its first keyframe belong to the keyframe
    // before it.
    let earliest = startsAtBeginning ? nil : firstStart.flatMap { records[$0].presentation }
    order.arrange(records, from: firstStart ?? 0, earliest: earliest, tried: tried, jump: jump)
    isDoubtful = isDoubtful || order.isDoubtfulAtJump
  }

  /// Whether the decoder needs side data that only a scan from the beginning finds.
  var bringsSettings: Bool { !changes.isEmpty }

  /// The palette or decoder configuration in effect at a packet; it is stored in the packet where it changed.
  func settings(at index: Int) -> [PacketSideData] { changes.settings(at: index) }

  /// Whether the frame on screen at this tick is certainly in the table: no later packet can be shown before it.
  func covers(_ tick: Int64) -> Bool {
    guard let first = ticks.first else { return isComplete }
    if !startsAtBeginning, tick < first { return false }
    return isComplete || (ticks.count > Self.margin && ticks[ticks.count - Self.margin] > tick)
  }

  /// The presentation timestamp of a frame; nil after the last one.
  func timestamp(ofFrame frame: Int) -> Int64? {
    presentationOrder.indices.contains(frame) ? records[presentationOrder[frame]].presentation : nil
  }
}
