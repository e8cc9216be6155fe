import CFFmpeg
import Files

/// The errors of a decode from the beginning.
struct DecodingTrouble {
  /// Whether there was any error.
  let isAny: Bool
  /// Whether the last packet is damaged.
  let endsIt: Bool
  /// The packets, counted from the first one fed, for which the decoder reported an error.
  let failures: Set<Int>
  /// Those that are damaged, in order.
  let damaged: [Int]
}

/// Decoding of pictures that are identified only by their position in the decoder's output.
extension FrameFinder {
  /// The reorder depth for decoding in order without timestamps: the stream's own value, otherwise the maximum.
  var countingDepth: Int { statedDelay ?? 16 }

  /// The stream's own value; nil if it states none.
  var statedDelay: Int? {
    reader.stream.flatMap { SequenceParameters($0.pointee.codecpar.pointee)?.reorderDepth }
  }

  /// Decodes everything from the first keyframe packet on, with all cores, and records which pictures come out.
  func countPictures(by plan: CountingPlan) throws(VideoError) -> CountedTimeline {
    var (counting, records) = try countOfPictures(by: plan)
    if [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].contains(codec) { counting.noteEnd(records) }
    counting.measureWait()
    return counting
  }

  private func countOfPictures(by plan: CountingPlan) throws(VideoError) -> (CountedTimeline, [PacketRecord]) {
    var (counting, records, trouble) = try countOnce(by: plan, threads: Decoder.allCores)
    guard trouble.isAny || records.contains(where: { $0.isCorrupt }) else { return (counting, records) }
    // Several threads conceal damage differently each time, and do not tell which packet an error is about. A packet
    // that was refused, or without even a picture header, still counts as a frame; an intact packet without a picture
    // does not.
    (counting, records, trouble) = try countOnce(by: plan, threads: 1)
    guard counting.count > 0 else { return (counting, records) }
    (counting.metDamage, counting.endsDamaged) = (trouble.isAny, trouble.endsIt)
    for number in counting.packets.withoutPicture ?? [] where !records[number].hiding.contains(.byCodec) {
      guard trouble.failures.contains(number) || reader.packetsAreWhole && records[number].isCorrupt else { continue }
      counting.keepPlace(of: number, records[number]) { records[$0].traits.contains(.unreferenced) }
    }
    counting.noteDamage(in: trouble.damaged, delay: statedDelay ?? 0)
    return (counting, records)
  }

  private func countOnce(
    by plan: CountingPlan, threads: Int32
  ) throws(VideoError) -> (CountedTimeline, [PacketRecord], DecodingTrouble) {
    var counting = CountedTimeline(usesAnchors: plan.usesAnchors)
    var records: [PacketRecord] = []
    var isFull = false
    let hasPlaces = reader.container.placesPackets
    let trouble = try decodeFromStart(
      first: plan.first, leavingOut: plan.leftOut, depth: countingDepth, threads: threads,
      note: { record, size in
        isFull = records.count >= PacketTable.mostRecords
        guard !isFull else { return false }
        records.append(record)
        var packet = CountedPackets.Packet(record, size: size)
        packet.isStart = packet.isStart && plan.trustsStarts
        // In AVI, decode timestamps are the positions of chunks; an empty chunk repeats the picture before it.
        counting.append(
          packet, settings: record.settings, place: hasPlaces ? record.decode : nil)
        return true
      },
      { picture throws(VideoError) in
        counting.append(picture)
        return true
      })
    if isFull { throw VideoError("counting pictures", .limit(.memory)) }
    counting.takeTimestamps(of: records)
    counting.noteLastField(records)
    if reader.container.countsPeriods { counting.notePeriods(of: records, bits: codec == AV_CODEC_ID_H261 ? 5 : 8) }
    let endsAtDoubt = reader.starts.map { $0.endsAtDoubt || $0.remembersAtDoubt } ?? false
    if reader.primer?.isContradicted ?? false
      || endsAtDoubt && records.contains(where: { $0.traits.contains(.doubtful) })
    {
      counting.distrustStarts()
    }
    return (counting, records, trouble)
  }

  /// Decodes counted pictures, given in ascending order, each from the last packet at which decoding may start for it.
  ///
  /// A picture is returned only if each packet read is the one that was fed when the pictures were counted, and each
  /// output picture comes from the expected packet.
  ///
  /// - Parameters:
  ///   - isAnew: whether to use new decoders only.
  ///   - isContradicted: whether a picture cannot be the one that was counted in this position.
  /// - Returns: the pictures that could not be decoded this way; they need a decode from the beginning.
  func decodeCounted(
    _ pictures: [Int], of counted: CountedPackets, isAnew: Bool = false,
    unless isContradicted: (borrowing DecodedFrame, Int) -> Bool,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var missing = pictures.filter(counted.isLost)
    var rest = pictures.filter { !counted.isLost(picture: $0) }[...]
    while let picture = rest.first {
      let start = counted.start(forPicture: picture)
      let group = rest.prefix { counted.start(forPicture: $0) == start }
      rest = rest.dropFirst(group.count)
      var rest = Array(group)
      // First with the open decoder, then with a new one, which returns damaged pictures too.
      for isQuick in [true, false] where !rest.isEmpty && !(isQuick && isAnew) {
        guard let start, try land(on: start, in: counted) else { break }
        rest = try decodeCountedRun(rest, from: start, in: counted, isQuick: isQuick, unless: isContradicted, body)
      }
      missing += rest
    }
    return missing
  }

  /// Moves the reader so that its current packet is this one of the counted packets.
  private func land(on start: Int, in counted: CountedPackets) throws(VideoError) -> Bool {
    let stage = stopwatch?.enter(.seek)
    defer { stopwatch?.resume(stage) }
    let wanted = counted.packets[start]
    // Those of one block of Matroska may all look the same.
    let before = counted.packets[..<start].reversed().prefix { $0.looks(like: wanted) }.count
    // In program streams a packet may start in the middle of the unit that a seek can reach: the unit before it must be
    // read, too.
    for back in [0, 4, 32] {
      guard let decode = counted.packets[max(0, start - back)].decode, seek(to: decode) else { break }
      if try readUp(to: wanted, behind: before) { return true }
    }
    guard wanted.position >= 0, seek(toByte: wanted.position) else { return false }
    return try readUp(to: wanted, behind: before)
  }

  /// Reads from the seek's landing position to a packet, which must be near; false if the seek landed after it.
  ///
  /// - Parameter count: how many packets just before it look the same.
  private func readUp(to wanted: CountedPackets.Packet, behind count: Int) throws(VideoError) -> Bool {
    var count = count
    for _ in 0..<256 {
      guard let record = try reader.next() else { return false }
      if isInHand(wanted, record) {
        if count == 0 { return true }
        count -= 1
        continue
      }
      if record.position >= 0, wanted.position >= 0, record.position >= wanted.position { return false }
      if hasOwnTimes, let decode = record.decode, let due = wanted.decode, decode > due { return false }
    }
    return false
  }

  /// Whether the container's decode timestamps are the same wherever reading starts.
  private var hasOwnTimes: Bool { !reader.container.inventsTimestamps }

  private func isInHand(_ packet: CountedPackets.Packet, _ record: PacketRecord) -> Bool {
    guard reader.packet.pointer.pointee.size == packet.size else { return false }
    let hasPosition = record.position >= 0 && packet.position >= 0
    let hasTime = hasOwnTimes && record.decode != nil && packet.decode != nil
    guard hasPosition || hasTime else { return false }
    return (!hasPosition || record.position == packet.position) && (!hasTime || record.decode == packet.decode)
  }

  private func decodeCountedRun(
    _ pictures: [Int], from start: Int, in counted: CountedPackets, isQuick: Bool,
    unless isContradicted: (borrowing DecodedFrame, Int) -> Bool,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    guard var run = CountedRun(pictures, from: start, in: counted, endsAtDamage: isQuick) else { return pictures }
    if !isQuick || counted.bringsSettings { decoding = nil }
    let opened = try openDecoder(depth: countingDepth)
    var feed = run.feed
    defer { settle(opened, hasTrouble: feed.hasTrouble) }
    let ending = try feed.feed(
      through: run.last, draining: .behindLast, from: reader, to: opened.decoder,
      step: { number, record in
        if let record, !isInHand(counted.packets[number], record) { return .stray }
        let step = reader.isMissing ? PacketFeed.Step.skip(matters: true) : .feed(run.feeding(number))
        return number == lengthened ? step.lengthened : step
      },
      judge: { run.judge($0, unless: isContradicted) },
      take: { picture, decoded throws(VideoError) in
        try body(picture, decoded)
        return true
      })
    if case .found(let picture, let decoded) = consume ending { try body(picture, decoded) }
    return run.missing.sorted()
  }
}

/// Decoding from the beginning, regardless of what the packets say.
extension FrameFinder {
  /// Decodes the beginning of the stream, up to a packet, and returns the timestamps of the pictures that came out.
  func timestampsShown(upTo last: Int, in table: borrowing PacketTable) throws(VideoError) -> Set<Int64> {
    try reopenToMove()
    var shown: Set<Int64> = []
    let first = table.firstStart ?? 0
    try decodeLinearly(from: first, through: last, depth: table.reorderDepth) { picture throws(VideoError) in
      if let timestamp = picture.timestamp { shown.insert(timestamp) }
      return true
    }
    return shown
  }

  /// Decodes from the first keyframe packet on without using timestamps to find frames, until the body returns false.
  ///
  /// - Parameters:
  ///   - leftOut: packets that are not fed.
  ///   - threads: with more than one, damage is not reported.
  ///   - note: Receives each packet's record and size in bytes before its pictures come out; returns false to stop.
  ///
  /// - Returns: what was wrong; with several threads, only whether anything was.
  @discardableResult
  func decodeFromStart(
    first: Int, leavingOut leftOut: Set<Int> = [], depth: Int, threads: Int32 = 1,
    note: (PacketRecord, Int32) -> Bool = { _, _ in true }, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> DecodingTrouble {
    try reopenToMove()
    return try decodeLinearly(
      from: first, through: nil, leavingOut: leftOut, depth: depth, threads: threads, note: note, body)
  }

  @discardableResult
  private func decodeLinearly(
    from first: Int, through last: Int?, leavingOut leftOut: Set<Int> = [], depth: Int, threads: Int32 = 1,
    note: (PacketRecord, Int32) -> Bool = { _, _ in true },
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> DecodingTrouble {
    let opened = try openDecoder(depth: depth, threads: threads, isPrimed: false)
    var feed = PacketFeed(from: 0, isInHand: false, DecodeRun(from: nil, threads: threads == 1 ? 1 : 2))
    defer { settle(opened, hasTrouble: feed.hasTrouble) }
    _ = try feed.feed(
      through: last ?? .max, draining: .atAnyEnd, from: reader, to: opened.decoder,
      step: { number, record in
        guard let record, number >= first else { return .pass }
        guard note(record, reader.packet.pointer.pointee.size) else { return .stray }
        if record.isMissing || leftOut.contains(number) { return .skip(matters: true) }
        let startsClean = record.traits.contains(.cleanStart) && !record.traits.contains(.openStart)
        let step = PacketFeed.Step.feed(PacketFeed.Feeding(startsClean: startsClean))
        return number - first == lengthened ? step.lengthened : step
      },
      // Without a table, every picture is accepted in output order.
      judge: { _ in .wanted(0) },
      take: { _, picture throws(VideoError) in try body(picture) })
    return DecodingTrouble(
      isAny: feed.hasTrouble, endsIt: feed.endsDamaged, failures: feed.failures, damaged: feed.damaged)
  }
}
