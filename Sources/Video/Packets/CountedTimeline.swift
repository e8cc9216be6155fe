import Packing
import Timeline

/// The timeline of a stream whose packets do not say when pictures are shown: every picture is decoded and counted.
///
/// The frame index is the position in the decoder's output. Timestamps that pictures do carry are anchors; between
/// them, times follow from the frame rate, with the field repeats of soft telecine. Without anchors, the time is index
/// divided by rate.
struct CountedTimeline {
  private var timestamps: [Int64?] = []
  private var repeats: [Int] = []
  private var keyframes: [Bool] = []
  /// The pictures that come out behind damage and before the next keyframe: each may have the place, and so the time, of
  /// one that is lost. None in a timeline of an earlier run.
  private var doubts: [Range<Int>] = []
  private var places = PacketPlaces()
  /// The packets that the pictures came from.
  private(set) var packets = CountedPackets()
  private var lastDuration: Int64 = 0
  /// How many frames in front of the last picture are not in the file; nil if that is unknown.
  private var missingBeforeLast: Int?
  /// Whether the pictures' timestamps come from the file.
  let usesAnchors: Bool
  /// Whether the last packet was damaged.
  var endsDamaged = false
  /// Whether the decode met damage anywhere; false for a timeline of an earlier run.
  var metDamage = false

  /// - Parameter usesAnchors: whether the pictures' timestamps come from the file.
  init(usesAnchors: Bool) {
    self.usesAnchors = usesAnchors
  }

  var count: Int { timestamps.count }

  /// The timestamp of a picture from the file; nil if it has none.
  func timestamp(of number: Int) -> Int64? { timestamps[number] }

  /// Whether every picture has a timestamp from the file.
  var isStamped: Bool { !timestamps.contains { $0 == nil } }

  /// Whether the picture at this position cannot be decoded.
  func isLost(_ number: Int) -> Bool {
    packets.isLost(picture: number)
  }

  /// Inserts a picture that could not be decoded where it would have been output.
  ///
  /// - Parameter record: its packet's.
  mutating func keepPlace(of number: Int, _ record: PacketRecord, isUnreferenced: (Int) -> Bool) {
    let place = packets.keepPlace(
      of: number, at: usesAnchors ? record.presentation.flatMap { rank(of: $0, near: number) } : nil,
      isUnreferenced: isUnreferenced)
    timestamps.insert(usesAnchors ? record.presentation : nil, at: place)
    repeats.insert(0, at: place)
    keyframes.insert(record.traits.contains(.cleanStart), at: place)
  }

  /// Notes which packets are damaged, once all pictures are in their places.
  ///
  /// - Parameter delay: pictures that a decoder waits for before it gives one out, as the stream states them.
  mutating func noteDamage(in damaged: [Int], delay: Int) {
    guard packets.numbers.count == count else { return }
    packets.measureWait()
    let (sent, wait) = (packets.numbers.sorted(), isStamped ? nil : max(delay, packets.longestWait))
    var next = 0
    for number in damaged where number >= next && number < packets.packets.count {
      next = packets.packets[(number + 1)...].firstIndex(where: \.isStart) ?? packets.packets.count
      let end = packets.picture(of: next) ?? count
      var first = (number..<next).compactMap(packets.picture).min() ?? count
      // Without times, one that is lost may have been shown before those that waited when it was sent.
      if let wait, packets.picture(of: number).map(isLost) ?? true {
        first = max(doubts.last?.upperBound ?? 0, min(first, sent.partitioningIndex { $0 >= number } - wait))
      }
      if first < end { doubts.append(first..<end) }
    }
  }

  /// Whether it is not known that a picture is in its place, or that no other one followed it.
  func isDoubtful(_ number: Int) -> Bool {
    let index = doubts.partitioningIndex { $0.upperBound > number }
    guard index < doubts.count else { return false }
    if doubts[index].lowerBound <= number { return true }
    // Before such pictures, a longer step than the one before means that one is lost.
    guard number > 0, doubts[index].lowerBound == number + 1, let before = timestamps[number - 1],
      let own = timestamps[number], let next = timestamps[number + 1]
    else { return false }
    return next &- own > own &- before
  }

  /// Whether that is so of any picture behind damage.
  var hasDoubts: Bool { !doubts.isEmpty }

  /// The first picture that a decoder still held at the end of the file: others, sent behind it, may be shown before.
  var firstHeld: Int { max(0, count - min(packets.longestWait, ReorderDepth.most)) }

  /// Whether the file does not tell when a picture that was held at its end is shown, nor how many are missing before it.
  func isHeldWithoutTime(_ number: Int) -> Bool {
    missingBeforeLast == nil && timestamps[number] == nil && number >= firstHeld
  }

  /// Whether a picture that came out at this position, counted from 0, is the one that was counted.
  func has(_ picture: borrowing DecodedFrame, as number: Int) -> Bool {
    timestamps.indices.contains(number) && repeats[number] == picture.repeats
      && keyframes[number] == picture.isKeyframe && timestamps[number] == (usesAnchors ? picture.timestamp : nil)
  }

  /// Whether any picture stays on screen for longer than its frame.
  var hasRepeats: Bool { repeats.contains { $0 > 0 } }

  /// Replaces the pictures' timestamps by those of the packets if the two differ and it is not known which packet gave
  /// which picture; there must be as many of one as of the other.
  mutating func takeTimestamps(of records: [PacketRecord]) {
    guard usesAnchors, packets.withoutPicture == nil else { return }
    let own = records.filter { $0.hiding.isEmpty }.map(\.presentation)
    if own.count == count, !own.contains(nil) { timestamps = own }
  }

  /// Adds a packet that is fed, in file order, with its side data, and its place if it has one.
  mutating func append(_ packet: CountedPackets.Packet, settings: [PacketSideData] = [], place: Int64? = nil) {
    packets.append(packet, settings: settings)
    places.append(place)
  }

  /// Counts the frames that a file which ends too early lacks in front of its last picture.
  ///
  /// A picture of MPEG-1 or MPEG-2 that was decoded before others is shown behind them. At such an end its time is
  /// unknown, and its place in its group says how many of them are missing.
  mutating func noteEnd(_ records: [PacketRecord]) {
    guard usesAnchors, packets.numbers.count == count, count > 1, timestamps[count - 1] == nil,
      timestamps.contains(where: { $0 != nil })
    else { return }
    let (last, before) = (packets.numbers[count - 1], packets.numbers[count - 2])
    // One that is not whole itself lacks its end, but not its header.
    guard records.indices.contains(max(last, before)), let own = records[last].order else { return }
    // The first picture of a group is counted from the group's start.
    let isFirst = before < last && own.startsAnew
    guard let other = isFirst ? -1 : records[before].order?.bits, other < own.bits,
      isFirst
        || !records[(min(last, before) + 1)...max(last, before)].contains(where: { $0.order?.startsAnew ?? true })
    else { return }
    // More than any codec reorders are no missing pictures: some encoders write any number there.
    let missing = Int(own.bits - other) - 1
    if 0...ReorderDepth.most ~= missing { missingBeforeLast = missing }
  }

  /// Notes in which periods of a clock the pictures begin, by the low bits of their numbers.
  mutating func notePeriods(of records: [PacketRecord], bits: Int) {
    places = PacketPlaces(PeriodCount(records.map { $0.order?.bits }, bits: bits).places)
  }

  /// Adds the second field of the last picture, which lasts as long as both.
  mutating func noteLastField(_ records: [PacketRecord]) {
    guard lastDuration > 0, let number = packets.numbers.last, records.indices.contains(number + 1),
      let first = records[number].field, let second = records[number + 1].field, first != second,
      first.isSingle, second.isSingle, !records[number + 1].startsFrame
    else { return }
    let (sum, overflows) = lastDuration.addingReportingOverflow(records[number + 1].duration)
    if !overflows { lastDuration = sum }
  }

  /// Measures how long pictures wait in a decoder, once all are in their places.
  mutating func measureWait() { packets.measureWait() }

  /// From here on, pictures are decoded from the first packet only.
  mutating func distrustStarts() { packets.distrustStarts() }

  mutating func append(_ picture: borrowing DecodedFrame) {
    packets.append(pictureOf: picture.number)
    timestamps.append(usesAnchors ? picture.timestamp : nil)
    repeats.append(picture.repeats)
    keyframes.append(picture.isKeyframe)
    lastDuration = usesAnchors ? picture.duration : 0
  }

  /// The rank of a timestamp among the pictures whose packets are near; nil if one of them has no timestamp, or if they
  /// are not in order.
  private func rank(of timestamp: Int64, near number: Int) -> Int? {
    let first = packets.numbers.firstIndex { $0 >= number - CountedTicks.nearness } ?? count
    let near = packets.numbers[first...].prefix { $0 <= number + CountedTicks.nearness }.indices
    let times = near.compactMap { timestamps[$0] }
    // Timestamps that are not in order cannot give a rank.
    guard !near.isEmpty, times.count == near.count, zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      return nil
    }
    let rank = near.first { timestamps[$0] ?? .min > timestamp } ?? near.upperBound
    // Nor can one that moves the picture further than any codec reorders.
    let sent = packets.numbers.count { $0 < number }
    return abs(rank - sent) <= ReorderDepth.most ? rank : nil
  }

  /// The table of the frames, nil when there are none.
  ///
  /// - Parameters:
  ///   - delay: pictures that a decoder waits for before it gives one out, as the stream states them, if packets have
  ///     positions; nil if they have times.
  ///   - countsPeriods: whether places are periods (`Container.countsPeriods`).
  ///   - jump: ticks by which decode timestamps must fall or rise to start the timeline anew (`PacketTable.arrange`).
  ///   - statedEnd: the end of the whole video, if it is not that of the last packet.
  func frameTable(
    timeBase: TimeBase, origin: Rational, rate: Rational?, timecodeStart: Timecode?, delay: Int? = nil,
    countsPeriods: Bool = false, jump: (back: Int64, forward: Int64)? = nil, statedEnd: StatedEnd? = nil
  ) -> FrameTable? {
    let rate = rate ?? Rational(25)
    let own = countsPeriods && packets.numbers.count == count ? places.repeats(of: packets.numbers) : nil
    let lasting = own ?? repeats
    var (repeats, timestamps) = (lasting, timestamps)
    if let missingBeforeLast { repeats[count - 2] += 2 * missingBeforeLast }
    let (stretches, late) = stretches(jump)
    for index in late { timestamps[index] = nil }
    let clock = CountedTicks(timestamps: timestamps, repeats: repeats, timeBase: timeBase, rate: rate)
    let stamped = clock.stamped(in: stretches)
    let hasRepeats = own != nil || hasRepeats
    let placed = stamped == nil && !hasRepeats && !countsPeriods ? placedTicks(behind: delay) : nil
    let anchored = stamped?.ticks ?? (placed == nil ? clock.anchored(in: stretches) : nil)
    let (base, ticks) = (anchored ?? placed).map { (timeBase, $0) } ?? clock.counted
    // If pictures repeat fields, the last one may be shorter than the one before it, and so may each behind which some
    // may be missing.
    let firstOwn = hasRepeats ? min(firstHeld - 1, count - 2) : count - 1
    var frames: [FrameTable.Frame] = []
    for index in ticks.indices {
      let tick = ticks[index]
      let timestamp = stamped?.timestamps[index] ?? tick
      let ordinal = frames.last.map { $0.timestamp == timestamp ? $0.ordinal + 1 : 0 } ?? 0
      let span = hasRepeats ? clock.span(2 + Int64(lasting[index]), in: base) : anchored != nil ? lastDuration : 0
      frames.append(
        FrameTable.Frame(
          timestamp: timestamp, tick: tick, ordinal: ordinal, duration: index >= firstOwn ? span : 0,
          isKeyframe: keyframes[index], isDecodable: !isLost(index)))
    }
    frames.holdLast(until: statedEnd, base, origin)
    return FrameTable(
      frames: frames, timeBase: base, origin: origin, averageRate: own.map { averageRate($0, rate) } ?? rate,
      timecodeStart: timecodeStart, isComplete: true, promisedEnd: statedEnd?.missing)
  }

  /// Ticks from the places of the packets that gave pictures; nil if places do not give them.
  private func placedTicks(behind stated: Int?) -> [Int64]? {
    guard packets.numbers.count == count else { return nil }
    return places.ticks(of: packets.numbers, behind: stated.map { max($0, packets.longestWait) })
  }

  /// Pictures per second, if each lasts for a period of a clock and so many halves of one.
  private func averageRate(_ repeats: [Int], _ clock: Rational) -> Rational {
    let halves = repeats.reduce(Int64(0)) { $0 + 2 + Int64($1) }
    return Rational(2 * Int64(count), halves).flatMap { clock.multiplied(by: $0) } ?? clock
  }

  /// The ranges of pictures between jumps of the decode timestamps, and the pictures in them that come out behind a jump
  /// although their packets are before it: pictures that are shown at once follow it, such as those of a group that was
  /// cut. Their timestamps are of the other clock.
  private func stretches(_ jump: (back: Int64, forward: Int64)?) -> (ranges: [Range<Int>], late: [Int]) {
    guard let jump, packets.numbers.count == count else { return ([0..<count], []) }
    // Headers have times of their own.
    let shown = zip(packets.numbers, timestamps).sorted { $0.0 < $1.0 }
    var clock = ListedClock(shown.map { packets.packets[$0.0].decode }, jump: jump)
    let starts = shown.enumerated().filter { place, picture in
      clock.startsAnew(at: place, shown: picture.1, isStart: packets.packets[picture.0].isStart, lasting: 0)
    }.map(\.element.0)
    let edges = starts.compactMap { start in packets.numbers.firstIndex { $0 >= start } }
    let late = zip(starts, edges).flatMap { start, edge in
      packets.numbers.indices[edge...].prefix(CountedTicks.nearness).filter { packets.numbers[$0] < start }
    }
    let all = [0] + edges + [count]
    return (zip(all, all.dropFirst()).compactMap { $0 < $1 ? $0..<$1 : nil }, late)
  }
}

// MARK: Packing

extension CountedTimeline {
  /// The flags in a picture's first byte.
  private enum Lead {
    static let isKeyframe: UInt8 = 1
    static let sameRepeats: UInt8 = 2
    static let hasTimestamp: UInt8 = 4
    static let evenStep: UInt8 = 8
    static let end: UInt8 = 16
  }

  func pack(into packing: inout VarintWriter) {
    packing.append(usesAnchors)
    packing.append(endsDamaged)
    packing.append(signed: lastDuration)
    packing.append(count: missingBeforeLast.map { $0 + 1 } ?? 0)
    packing.append(count: count)
    var (timestamp, step, repeated) = (Int64(0), Int64(0), 0)
    for index in timestamps.indices {
      var lead: UInt8 = keyframes[index] ? Lead.isKeyframe : 0
      let place = packing.bytes.count
      packing.append(byte: lead)
      if repeats[index] == repeated { lead |= Lead.sameRepeats } else { packing.append(count: repeats[index]) }
      repeated = repeats[index]
      if let own = timestamps[index] {
        lead |= Lead.hasTimestamp
        let (next, expected) = (own &- timestamp, step)
        if next == expected { lead |= Lead.evenStep } else { packing.append(signed: next &- expected) }
        (timestamp, step) = (own, next)
      }
      packing.replace(byteAt: place, by: lead)
    }
    packets.pack(into: &packing)
    places.pack(into: &packing)
  }

  /// Unpacks a stored timeline.
  ///
  /// - Throws: `VarintError` for values that no decoder can produce.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    self.init(usesAnchors: try packing.flag())
    endsDamaged = try packing.flag()
    lastDuration = try packing.signed()
    guard lastDuration >= 0, lastDuration == 0 || usesAnchors else { throw VarintError() }
    guard let missing = Int32(exactly: try packing.number()) else { throw VarintError() }
    missingBeforeLast = missing > 0 ? Int(missing) - 1 : nil
    let count = try packing.count(ofAtLeast: 1)
    guard count > 0, count <= PacketTable.mostRecords, missing == 0 || count > 1 else { throw VarintError() }
    var (timestamp, step, repeated) = (Int64(0), Int64(0), 0)
    for _ in 0..<count {
      let lead = try packing.byte()
      guard lead < Lead.end else { throw VarintError() }
      if lead & Lead.sameRepeats == 0 {
        guard let own = Int32(exactly: try packing.number()) else { throw VarintError() }
        repeated = Int(own)
      }
      let isStamped = lead & Lead.hasTimestamp != 0
      if isStamped {
        if lead & Lead.evenStep == 0 { step = step &+ (try packing.signed()) }
        timestamp = timestamp &+ step
      }
      guard !isStamped || usesAnchors && timestamp != Int64.min else { throw VarintError() }
      timestamps.append(isStamped ? timestamp : nil)
      repeats.append(repeated)
      keyframes.append(lead & Lead.isKeyframe != 0)
    }
    packets = try CountedPackets(unpacking: &packing)
    guard packets.numbers.isEmpty || packets.numbers.count == count else { throw VarintError() }
    places = try PacketPlaces(unpacking: &packing)
  }
}
