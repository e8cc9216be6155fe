import CFFmpeg
import Timeline

/// Looking up single moments of a long file without a full scan.
extension StreamTimeline {
  /// The frames around one moment, found without scanning from the beginning if the container allows it.
  ///
  /// - Returns: the frames, and their stretch for `pictures`; `.main` when they start at the first frame.
  func frames(around time: Rational) throws(VideoError) -> (FrameTable, Stretch) {
    guard case .packets(let packets) = source, let tick = lastTick(atOrBefore: time) else {
      return (try timeline(.whole), .main)
    }
    if !packets.tells(tick) {
      if let number = try packets.window(covering: tick) {
        return (try frameTable(packets.windows[number]), .window(number))
      }
      try scan(through: tick)
    }
    return (try frameTable(), .main)
  }

  /// Whether moments are found by reading the clock at a few places (`SampledClock`).
  var isSampled: Bool {
    guard case .packets(let packets) = source else { return false }
    return packets.clock != nil
  }

  /// Whether reading found a jump that the sampled clock may miss: moments are then still looked up by the clock, so
  /// that an answer does not depend on what was read before.
  var mustLookAround: Bool { isSampled && packets.scanned.hasJump }

  /// The end of the last frame in seconds from t = 0, found by seeking to the end; nil if only the whole timeline gives
  /// it, or if that is known already.
  ///
  /// It is found only if all moments can then be looked up by seeking, with the same result as in the whole timeline:
  /// the container listed all packets, none beyond the end of the file, or the file ends where its header says and was
  /// read up to there.
  func distantEnd() throws(VideoError) -> Rational? {
    guard case .packets(let packets) = source, let window = try packets.lastWindow() else { return nil }
    return try frameTable(window).end
  }
}

/// Packets around single moments, without those between them and the beginning.
extension PacketTimeline {
  /// Whether the packets from the beginning on tell what is on screen at a tick.
  ///
  /// With a sampled clock, only the first packets do if reading found a jump, which the clock may miss.
  func tells(_ tick: Int64) -> Bool {
    clock != nil && scanned.hasJump ? head.covers(tick) && !head.hasJump : covers(tick)
  }

  /// The number of the window that has the frame on screen at a tick, looked up if needed; nil if moments cannot be
  /// looked up.
  func window(covering tick: Int64) throws(VideoError) -> Int? {
    if let known = windows.firstIndex(where: { $0.covers(tick) }) { return known }
    guard canLookUpMoments, let window = try window(around: tick) else { return nil }
    windows.append(window)
    return windows.count - 1
  }

  /// The packets around listed frames, in the order of the frames, those of one group in one piece; nil if they differ
  /// from the list, if they cannot be looked up, or if there are so many groups that records for all packets cost less.
  func surroundings(ofListed frames: [Int]) throws(VideoError) -> [Surroundings]? {
    guard let listing, let stream = finder.reader.stream else { return nil }
    let most = min(Self.mostListed, listing.count / Self.leastRecords)
    guard frames.count == 1 || listing.startCount(of: frames, upTo: most, stream) <= most else { return nil }
    var found: [Surroundings] = []
    var rest = frames[...]
    // From the last one on: the packets read for it begin at the keyframe of its group, so that they have others of it.
    while let last = rest.last {
      guard let packets = try packets(aroundListed: last),
        let part = Surroundings(packets, taking: &rest, of: listing)
      else { return nil }
      found.append(part)
    }
    return found.reversed()
  }

  /// The packets around a listed frame, as they were read; nil if they differ from the list, if the frame cannot be looked
  /// up, or after too many look-ups.
  private func packets(aroundListed frame: Int) throws(VideoError) -> PacketTable? {
    guard let listing, let tick = listing.tick(ofFrame: frame), let stream = finder.reader.stream else { return nil }
    if scanned.covers(tick) { return scanned }
    guard windows.count < Self.mostListed || windows.contains(where: { $0.covers(tick) }),
      let number = try window(covering: tick), listing.confirms(windows[number], stream)
    else { return nil }
    return windows[number]
  }

  /// The most look-ups of listed frames.
  private static let mostListed = 32
  /// A look-up costs as much as the records of about this many packets.
  private static let leastRecords = 4_000

  /// The last packets of the stream; nil if it is not certain that they are the last, or if the table has them.
  func lastWindow() throws(VideoError) -> PacketTable? {
    guard canLookUpMoments, !isComplete || clock != nil && scanned.hasJump else { return nil }
    let found: PacketTable?
    if finder.reader.container.mayJump {
      guard !finder.reader.endsInTransportPacket else { return nil }
      found = try sampledWindow(from: clock?.lastPlaces() ?? [], upTo: nil)
    } else {
      guard endIsCertain else { return nil }
      // Later than any timestamp, and far enough from the greatest integer for sums not to overflow.
      found = try window(around: .max / 4)
      guard endIsCertain else { return nil }
    }
    return found.flatMap { $0.isComplete && !$0.isCutOff ? $0 : nil }
  }

  /// Whether reading to the end certainly meets the last packet.
  private var endIsCertain: Bool {
    tellsAllPackets || endsWithSegment || countsAllPlaces || finder.reader.endsAsStated
  }

  /// Whether an AVI's index has as many places as its header counts, and no packet of it is missing.
  private var countsAllPlaces: Bool {
    !reachesPastEnd && finder.reader.demuxer.indexesAllPlaces(of: finder.reader.streamIndex)
  }

  /// Whether the file ends where its header says that all packets end, so that reading to the end of the file meets the
  /// last of them (Matroska).
  private var endsWithSegment: Bool { finder.segmentEnd == finder.fileSize && finder.reader.starts != nil }

  /// Whether more follows behind the segment, which may be another file: once FFmpeg has met it, packets read behind a
  /// seek end with the first segment (Matroska).
  private var goesOnBehindSegment: Bool { finder.segmentEnd.map { $0 < finder.fileSize } ?? false }

  /// Whether moments can be looked up by seeking, if the clock does not start anew. In AVI, positions of packets are
  /// right only with a whole index.
  var canLookUpMoments: Bool {
    (!finder.reader.container.countsPlaces || countsAllPlaces) && leadsToMoments
      && !finder.reader.container.mayChangeSettings && !scanned.bringsSettings
      && !(finder.reader.starts?.endsAtDoubt ?? true) && finder.reader.primer?.encoder == nil
  }

  /// Evaluated again after the end was read, since fragments may follow.
  private var tellsAllPackets: Bool {
    !reachesPastEnd && finder.reader.demuxer.tellsAllPackets(of: finder.reader.streamIndex)
  }

  /// Whether the index of keyframes goes forwards in the file as it does in time (Matroska). Where the clock starts anew on
  /// the way, times of both parts are mixed in it, and of equal ones only the last is left.
  private var cuesGoForwards: Bool {
    guard finder.reader.container.isOneElement, let stream = finder.reader.stream,
      let first = head.firstStart.map({ head.records[$0] }), let timestamp = first.presentation
    else { return true }
    return fg_index_goes_forwards(stream, timestamp, first.position) != 0
  }

  /// Reads the packets around a tick, from a keyframe before it; nil when the container does not lead there, or when
  /// any of them may be missing.
  private func window(around tick: Int64) throws(VideoError) -> PacketTable? {
    if finder.reader.container.mayJump {
      return try sampledWindow(from: clock?.places(before: tick) ?? [], upTo: tick)
    }
    var aim = tick
    // The keyframe before the tick, once the packets before that keyframe are wanted, too.
    var found: PacketRecord?
    for attempt in 0..<4 {
      guard finder.seek(to: aim) else { return nil }
      var window = PacketTable(startsAtBeginning: false, aim: .time(aim), orderCheck: finder.reader.orderCheck)
      guard try fill(&window, .tick(tick)), !window.isComplete || !goesOnBehindSegment else { return nil }
      // An edit list may hide all pictures from the last keyframe on.
      if let start = window.firstStart, let timestamp = window.records[start].presentation, timestamp <= tick,
        !window.ticks.isEmpty, window.covers(tick)
      {
        guard cuesGoForwards else { return nil }
        let key = window.records[start]
        let isSure = listing != nil || isFirst(key) || !window.mayShowEarlier(at: tick)
        if found.map({ key.position < $0.position }) ?? isSure { return window }
        found = found ?? key
      }
      guard let landed = window.records.first?.decode ?? window.records.first?.presentation else { return nil }
      let step = (timeBase.lastTick(atOrBefore: Rational(1)) ?? 1) << Int64(2 * attempt)
      aim = min(landed, aim).subtractingReportingOverflow(attempt == 0 ? 1 : step).partialValue
    }
    return nil
  }

  /// Whether decoding of the whole stream starts at this packet.
  private func isFirst(_ start: PacketRecord) -> Bool {
    head.firstStart.map { head.records[$0].position == start.position } ?? false
  }

  /// Reads the packets around a tick, or up to the end, with a sampled clock: from the first keyframe after one of
  /// these places that is not too late.
  private func sampledWindow(from places: [Int64], upTo tick: Int64?) throws(VideoError) -> PacketTable? {
    for place in places {
      guard let start = try finder.findStart(from: place, upTo: tick ?? .max), let timestamp = start.presentation,
        timestamp <= tick ?? .max
      else { continue }
      guard let clock, clock.agrees(with: start), let aim = clock.way(to: start.position) else { return nil }
      var window = PacketTable(startsAtBeginning: false, aim: aim, orderCheck: finder.reader.orderCheck)
      window.append(start)
      guard try fill(&window, tick.map { .tick($0) } ?? .end) else { return nil }
      if tick.map({ window.covers($0) }) ?? window.isComplete { return window }
    }
    return nil
  }

  /// Reads packets into a window; false if any are broken, missing or single fields, since the wanted one may be; if the
  /// clock starts anew between them; if some have the same time, as where pieces were joined without a new clock; or if
  /// decoding would need parameter sets that may not be in force. Only the main table handles broken ones.
  private func fill(_ window: inout PacketTable, _ goal: ScanGoal) throws(VideoError) -> Bool {
    var scan = PacketScan(finder.reader)
    let failures = finder.reader.failures
    try scan.read(until: goal, into: &window)
    return !window.lacksTimestamps && !window.isDoubtful && !window.hasJump && !window.hasEqualTimes
      && !window.records.contains { $0.isCorrupt || $0.followsLoss }
      && window.singleFields(from: 0).isEmpty
      && finder.reader.failures == failures && !finder.reader.borrowsSets
  }
}
