import CFFmpeg
import Files

/// Moving the reader to a packet of a table, verifying that it is there, and decoding the frames that depend on it.
extension FrameFinder {
  /// Moves the reader so that its current packet is the table's record `start`; false if the file does not allow it.
  func land(on start: Int, in table: borrowing PacketTable) throws(VideoError) -> Bool {
    let stage = stopwatch?.enter(.seek)
    defer { stopwatch?.resume(stage) }
    var aim = start
    if let target = table.aim, seek(to: target), try readUp(to: start, from: 0, in: table) { return true }
    for _ in 0..<3 {
      for timestamp in targets(of: aim, in: table) {
        if seek(to: timestamp), try readUp(to: start, from: aim, in: table) { return true }
      }
      guard let earlier = table.start(before: aim) else { break }
      aim = earlier
    }
    guard table.startsAtBeginning else { return false }
    try reopenToMove()
    return try readUp(to: start, from: 0, in: table)
  }

  private func seek(to target: SeekTarget) -> Bool {
    switch target {
    case .time(let timestamp): seek(to: timestamp)
    case .place(let position): seek(toByte: position)
    }
  }

  /// Reads from a byte position to the first packet at which decoding may start; nil if none is decoded at or before
  /// `tick`.
  func findStart(from place: Int64, upTo tick: Int64) throws(VideoError) -> PacketRecord? {
    guard seek(toByte: place) else { return nil }
    while let record = try reader.next(), record.decode ?? .min <= tick {
      if record.isStart, record.position >= 0 { return record }
    }
    return nil
  }

  /// The seek targets for a packet, most promising first.
  ///
  /// Transport and program streams compare decode timestamps and land a GOP late for a presentation timestamp, and in the
  /// end of the picture before unless they are told that one's; container indexes hold presentation timestamps or nearly
  /// so, and land a GOP early for a decode timestamp.
  private func targets(of packet: Int, in table: borrowing PacketTable) -> [Int64] {
    let record = table.records[packet]
    let decodeFirst = [record.decode, record.presentation].compactMap { $0 }
    guard reader.container.mayJump else { return decodeFirst.reversed() }
    let before = packet > 0 ? table.records[packet - 1].decode : nil
    return decodeFirst.prefix(1) + [before].compactMap { $0 }
  }

  /// Reads from the seek's landing position to the wanted record; false if the seek landed after it or at an unknown
  /// packet.
  private func readUp(to start: Int, from likely: Int, in table: borrowing PacketTable) throws(VideoError) -> Bool {
    var index: Int?
    // Behind a seek in a stream of bytes, FFmpeg gives the end of a picture the times of the next one, which is left
    // without any.
    var strays = reader.container.mayJump ? 2 : 0
    while index != start {
      guard let record = try reader.next() else { return false }
      let expected = index.map { $0 + 1 } ?? table.index(of: record, near: likely)
      guard expected ?? start <= start else { return false }
      if let expected, table.holds(record, at: expected), index != nil || !isTail(record, of: expected, in: table) {
        index = expected
        continue
      }
      guard strays > 0 else { return false }
      strays -= 1
      index = nil
    }
    return true
  }

  /// Whether a packet with the times of a keyframe is the end of the picture before it.
  private func isTail(_ record: PacketRecord, of keyframe: Int, in table: borrowing PacketTable) -> Bool {
    reader.container.mayJump && table.records[keyframe].isCleanStart && !record.isCleanStart
  }

  /// Whether the file continues, from the last start in the table, as the table says, and ends at the same packet.
  ///
  /// A table without a start needs no check here: decoding itself shows what is there.
  func reachesEnd(of table: borrowing PacketTable) throws(VideoError) -> Bool {
    guard let start = table.lastStart else { return true }
    guard try land(on: start, in: table) else { return false }
    for index in start + 1..<max(start + 1, table.records.count) {
      guard let record = try reader.next(), table.holds(record, at: index) else { return false }
    }
    return try reader.next() == nil && reader.endedClean
  }

  /// Reads these packets of a table again; nil if they are not where the table says.
  func read(from start: Int, through last: Int, in table: borrowing PacketTable) throws(VideoError) -> [PacketRecord]? {
    guard try land(on: start, in: table), let first = reader.current else { return nil }
    var records = [first]
    while records.count <= last - start {
      guard let record = try reader.next() else { return nil }
      records.append(record)
    }
    return records
  }

  // MARK: The frames of one keyframe

  /// Decodes the frames of one keyframe; while some are missing, tries again from an earlier keyframe.
  ///
  /// The open decoder comes first and returns intact pictures only. The rest is decoded by a new decoder that skips
  /// nothing, so that damaged pictures come out the same, whatever was decoded before and whichever other frames are
  /// wanted.
  func decodeGroup(
    _ frames: [Int], start: Int, in table: borrowing PacketTable, isAnew: Bool,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var start = start
    var missing = isAnew ? frames : try runQuickly(frames, from: start, in: table, body)
    if missing.isEmpty { return [] }
    for _ in 0..<4 {
      guard try land(on: start, in: table) else { break }
      missing = try decodeRun(missing, start: start, in: table, body)
      guard !missing.isEmpty, let earlier = table.start(before: start) else { break }
      start = earlier
    }
    return missing
  }

  /// Decodes frames with the open decoder, as far as they are intact.
  ///
  /// A damaged picture costs only those that depend on it, as if each frame were wanted alone.
  private func runQuickly(
    _ frames: [Int], from start: Int, in table: borrowing PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var groups = [frames]
    var damaged: [Int] = []
    var (hasMetDamage, parts) = (false, 0)
    while let group = groups.last, try land(on: start, in: table) {
      groups.removeLast()
      let known = try closure(of: group, from: start, in: table)
      let closure = known.flatMap { $0.covers(group, in: table) ? $0 : nil }
      let threads = hasMetDamage ? 1 : Self.threads(for: group, from: start, in: table, decoding: closure?.count)
      let missing = try decodeRun(
        group, start: start, in: table, threads: threads, isQuick: true, closure: closure, body)
      if missing.isEmpty { continue }
      guard let packet = damagedPacket else {
        damaged += missing
        continue
      }
      // With several threads it is not known which packet is damaged: the group is decoded again with one.
      if threads > 1 {
        hasMetDamage = true
        groups.append(missing)
        continue
      }
      let rest = DamageSplit(missing, damagedAt: packet, in: table, closure: known)
      parts += rest.apart.count
      damaged += rest.damaged
      if parts < Self.mostParts { groups += rest.apart } else { damaged += rest.apart.joined() }
    }
    return (damaged + groups.joined()).sorted()
  }

  /// The most parts of a damaged group that are decoded one by one.
  private static let mostParts = 256

  /// Decodes the frames of one start packet, once, with one thread; after any problem, the rest are reported as
  /// missing.
  func decodeOnce(
    _ frames: [Int], start: Int, in table: PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    guard try land(on: start, in: table) else { return frames }
    let closure = try closure(of: frames, from: start, in: table).flatMap { $0.covers(frames, in: table) ? $0 : nil }
    return try decodeRun(frames, start: start, in: table, isQuick: true, closure: closure, body)
  }

  /// What frames are predicted from, as far as the headers of their packets could be read; nil if nothing is known.
  ///
  /// The reader's current packet is the start before and after.
  func closure(
    of frames: [Int], from start: Int, in table: borrowing PacketTable
  ) throws(VideoError) -> ReferenceClosure? {
    let wanted = Set(table.equals(of: frames).map { table.presentationOrder[$0] })
    guard Decoder.isDav1d(codec), let last = wanted.max(), last > start else { return nil }
    var headers = AV1FrameReader()
    var packets: [[AV1Frame]] = []
    try reader.lookAhead(min(last - start, Self.mostLooked), most: Self.mostBytesHeld) { bytes in
      guard let frames = headers.frames(of: bytes) else { return false }
      packets.append(frames)
      return true
    }
    // Where timestamps do not ascend, only the output of all pictures proves them: nothing is left out.
    let records = table.records[start...].prefix(packets.count)
    var latest = Int64.min
    let ordered = records.prefix { record in
      if record.hiding.contains(.byCodec) { return true }
      defer { latest = record.presentation ?? .max }
      return record.presentation.map { $0 > latest } ?? false
    }
    return ReferenceClosure(of: Array(packets.prefix(ordered.count)), from: start) { wanted.contains($0) }
  }

  /// The most packets to read ahead for the references of their frames, and their bytes in memory.
  private static let (mostLooked, mostBytesHeld) = (8192, 8 << 20)
}

/// Decoding over a jump of the timestamps.
extension FrameFinder {
  /// Whether a stream goes on where its clock starts anew, or was cut there: if it goes on, the pictures that are shown
  /// before the keyframe at the jump come out in order, and without a complaint of the decoder.
  ///
  /// - Parameters:
  ///   - jump: the packet at the jump.
  ///   - leading: the packets of these pictures.
  func goesOn(over jump: Int, leading: [Int], in table: PacketTable) throws(VideoError) -> Bool {
    guard let start = table.start(before: jump - 1), let end = leading.max(), try land(on: start, in: table) else {
      return false
    }
    let decoder = try makeDecoder(depth: table.reorderDepth, threads: 1, isPrimed: true)
    var before = PacketFeed(from: start, isInHand: true, DecodeRun(from: nil))
    let step = { (number: Int, record: PacketRecord?) -> PacketFeed.Step in
      if let record, !record.isSame(as: table.records[number]) { return .stray }
      // A container may call the last packet of a piece damaged because it is followed by another.
      self.reader.packet.pointer.pointee.flags &= ~AV_PKT_FLAG_CORRUPT
      return .feed(PacketFeed.Feeding(startsClean: false))
    }
    _ = try before.feed(
      through: jump - 2, draining: .never, from: reader, to: decoder, step: step, judge: { _ in .passing },
      take: { _, _ in true })
    guard before.next == jump - 1 else { return false }
    // What the decoder says from here on is about the jump: its run begins a packet earlier, since a gap at the first
    // packet of a run counts for nothing.
    var over = PacketFeed(from: jump - 1, isInHand: false, DecodeRun(from: nil))
    func time(_ packet: Int) -> Int64? {
      table.records.indices.contains(packet) ? table.records[packet].presentation : nil
    }
    var due = leading.sorted { time($0) ?? 0 < time($1) ?? 0 }[...]
    var (hasCrossed, isBroken) = (false, false)
    let last = min(end + PacketTable.margin, table.lastInSegment(of: jump))
    _ = try over.feed(
      through: last, draining: .behindLast, from: reader, to: decoder, step: step,
      judge: { picture in
        guard let next = due.first, let number = picture.number else { return .passing }
        // Pictures of the first run have its numbers.
        let packet = time(start + number) == picture.timestamp ? nil : jump - 1 + number
        if packet ?? 0 >= jump { hasCrossed = true } else if !hasCrossed { return .passing }
        isBroken = packet != next || picture.timestamp != time(next) || picture.followsDamage
        due.removeFirst()
        return isBroken ? .refuting : .passing
      }, take: { _, _ in true })
    return !isBroken && due.isEmpty
  }
}
