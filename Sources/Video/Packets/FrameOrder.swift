/// The order in which the packets' pictures are shown, and their positions on one continuous timeline.
struct FrameOrder {
  /// The packets that are frames, in presentation order.
  private(set) var packets: [Int] = []
  /// The positions on the timeline, in ticks, parallel to `packets`.
  private(set) var ticks: [Int64] = []
  /// The packets at which the timestamps start anew.
  private(set) var segmentStarts: [Int] = []
  /// Whether only decoding shows the order at a jump: the stream goes on over it, or the clock wrapped around, and
  /// pictures of both sides are mixed.
  private(set) var isDoubtfulAtJump = false
  /// The pictures that are shown before the first keyframe after a jump although they follow it in the file, by the
  /// packet at the jump. They can be decoded if the stream goes on there, but not if it was cut.
  private(set) var leading: [Int: [Int]] = [:]

  /// A decode timestamp that falls by more than this has wrapped around its 33 bits (ISO/IEC 13818-1, 2.4.3.7).
  private static let wrap: Int64 = 1 << 32

  /// Puts the frames in order, without packets that an edit list hides, that precede the first keyframe, or that are
  /// never shown.
  ///
  /// - Parameters:
  ///   - first: the first packet that may be a frame.
  ///   - earliest: the timestamp before which nothing is a frame; nil for none.
  ///   - jump: ticks by which the decode timestamp must fall (first) or rise (second) to start the timeline anew
  ///     (`DecodeClock`); nil for containers whose timestamps never do. Nothing is sorted across a jump.
  mutating func arrange(
    _ records: [PacketRecord], from first: Int, earliest: Int64?, tried: TriedPackets,
    jump: (back: Int64, forward: Int64)?
  ) {
    packets.removeAll(keepingCapacity: true)
    ticks.removeAll(keepingCapacity: true)
    segmentStarts.removeAll()
    (isDoubtfulAtJump, leading) = (false, [:])
    var segment: [Int] = []
    segment.reserveCapacity(records.count)
    packets.reserveCapacity(records.count)
    ticks.reserveCapacity(records.count)
    var (offset, stretch): (Int64, Int) = (0, 0)
    var clock = jump.map { ListedClock(records.lazy.map(\.decode), jump: $0) }
    var hasMetStart = false
    var startsWithoutLeading = false
    // The packet at the last jump, if its stream may have been cut there, and the time of the first keyframe after it.
    var (cut, key): (Int?, Int64?) = (nil, nil)
    for index in first..<max(first, records.count) {
      let record = records[index]
      let last = clock?.last
      if let jump,
        clock?.startsAnew(
          at: index, shown: record.presentation, isStart: record.isCleanStart, lasting: record.duration) ?? false
      {
        close(&segment, &offset, &stretch, records)
        segmentStarts.append(index)
        hasMetStart = false
        let step = (record.decode ?? 0).subtractingReportingOverflow(last ?? 0).partialValue
        let goesOn = tried.goesOn[index] ?? false
        isDoubtfulAtJump = isDoubtfulAtJump || goesOn || jump.forward < .max && step < -Self.wrap
        (cut, key) = (goesOn ? nil : index, nil)
      }
      if record.isCleanStart {
        // Leading pictures of the first random-access picture refer to missing pictures; those of later ones are
        // complete.
        startsWithoutLeading = !hasMetStart
        if startsWithoutLeading, record.traits.contains(.openStart) { key = record.presentation }
        hasMetStart = true
      }
      if startsWithoutLeading {
        let precedesKey = key.map { record.presentation ?? .max < $0 } ?? false
        if let cut, precedesKey || record.traits.contains(.skippedLeading) {
          leading[cut, default: []].append(index)
          continue
        }
        // Behind it in time, they lead a keyframe that is damaged, and keep their places.
        if precedesKey, record.traits.contains(.skippedLeading) { continue }
      }
      guard let timestamp = record.presentation, tried.mayShow(record, index) else { continue }
      if let earliest, timestamp < earliest { continue }
      segment.append(index)
    }
    close(&segment, &offset, &stretch, records)
  }

  /// Sorts one continuous stretch, stable in decoding order, and starts it at the end of the previous stretch, which
  /// begins at the frame `stretch`.
  private mutating func close(
    _ segment: inout [Int], _ offset: inout Int64, _ stretch: inout Int, _ records: [PacketRecord]
  ) {
    func timestamp(_ index: Int) -> Int64 { records[index].presentation ?? 0 }
    segment.sortByTime(timestamp)
    if let first = segment.first, let previous = packets.last, let lastTick = ticks.last {
      let before = packets.count > 1 ? ticks[ticks.count - 2] : lastTick
      // A stretch of a single picture without a duration lasts until the next picture.
      let rise = packets.count - stretch == 1 ? timestamp(first) &- timestamp(previous) : 0
      let step = records[previous].duration > 0 ? records[previous].duration : max(1, max(lastTick &- before, rise))
      offset = lastTick &+ step &- timestamp(first)
    }
    if !segment.isEmpty { stretch = packets.count }
    for index in segment {
      packets.append(index)
      ticks.append(timestamp(index) &+ offset)
    }
    segment.removeAll(keepingCapacity: true)
  }
}
