import Timeline

extension PacketTable {
  /// The frames as a table of the `Timeline` module.
  ///
  /// - Parameter statedEnd: the end of the whole video, if it is not that of the last packet.
  func frameTable(
    timeBase: TimeBase, origin: Rational, averageRate: Rational?, timecodeStart: Timecode?, statedEnd: StatedEnd? = nil
  ) -> FrameTable? {
    var frames: [FrameTable.Frame] = []
    frames.reserveCapacity(presentationOrder.count)
    for (place, index) in presentationOrder.enumerated() {
      let record = records[index]
      let timestamp = record.presentation ?? 0
      let ordinal: Int
      if let last = frames.last, last.timestamp == timestamp { ordinal = last.ordinal + 1 } else { ordinal = 0 }
      frames.append(
        FrameTable.Frame(
          timestamp: timestamp, tick: ticks[place], ordinal: ordinal, duration: record.duration,
          isKeyframe: record.isCleanStart, isDecodable: !isLost(index)))
    }
    frames.holdLast(until: statedEnd, timeBase, origin)
    return FrameTable(
      frames: frames, timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart,
      isComplete: isComplete, promisedEnd: statedEnd?.missing)
  }
}

/// What a run of a decoder shows on the way to a frame.
extension PacketTable {
  /// The number of frames with the same timestamp that a run from `start` shows before this frame.
  func equalsBefore(_ frame: Int, since start: Int) -> Int {
    let timestamp = records[presentationOrder[frame]].presentation
    return presentationOrder[..<frame].reversed().prefix { records[$0].presentation == timestamp }
      .count { $0 >= start }
  }

  /// These frames and all with the same timestamps: only together do they show which picture belongs to which frame.
  func equals(of frames: [Int]) -> [Int] {
    var equals: Set<Int> = []
    for frame in frames where equals.insert(frame).inserted {
      let timestamp = timestamp(ofFrame: frame)
      for step in [-1, 1] {
        var other = frame + step
        while other >= 0, timestamp != nil, self.timestamp(ofFrame: other) == timestamp, equals.insert(other).inserted {
          other += step
        }
      }
    }
    return equals.sorted()
  }

  /// Whether two frames have the same time.
  var hasEqualTimes: Bool { zip(ticks, ticks.dropFirst()).contains { $0 == $1 } }

  /// Whether the frame on screen at this tick is so near the table's beginning that a picture which was sent before it
  /// may be shown there: that is so where pieces were joined whose times overlap.
  func mayShowEarlier(at tick: Int64) -> Bool { ticks.partitioningIndex { $0 > tick } <= OrderCheck.windowSize }

  /// The first frame, in presentation order, that a run from `start` shows on the way to this one.
  ///
  /// - Parameter start: the packet that the run starts at; nil for the beginning of the file, from which pictures shown
  ///   before the first keyframe's come out, too.
  func firstFrame(shownBefore frame: Int, since start: Int?) -> Int {
    let from = start.flatMap { records[$0].presentation } ?? .min
    let first = start ?? firstStart ?? 0
    var place = frame
    while place > 0 {
      let index = presentationOrder[place - 1]
      guard index >= first, let timestamp = records[index].presentation, timestamp >= from else { break }
      place -= 1
    }
    return place
  }

  /// The packets of frames, and of all that a run from `start` shows before the last of them.
  func packetsShown(upTo frames: [Int], since start: Int?) -> [Int] {
    guard let last = frames.max() else { return [] }
    let before = firstFrame(shownBefore: last, since: start)
    return frames.filter { $0 < before }.map { presentationOrder[$0] } + presentationOrder[before...last]
  }
}

/// Where decoding may start.
extension PacketTable {
  /// The last packet at which decoding may start so that this frame is decoded correctly.
  func start(forFrame frame: Int) -> Int? {
    guard presentationOrder.indices.contains(frame) else { return nil }
    let index = presentationOrder[frame]
    guard let timestamp = records[index].presentation else { return nil }
    let candidates = starts[..<startCount(upTo: index)]
    func last(upTo latest: Int64) -> Int? {
      candidates.last { records[$0].presentation.map { $0 <= latest } ?? false }
    }
    // A picture with the keyframe's own timestamp may be shown before it, and refer to what is before it.
    let isShared = [frame - 1, frame + 1].contains {
      presentationOrder.indices.contains($0) && records[presentationOrder[$0]].presentation == timestamp
    }
    let start = (isShared ? last(upTo: timestamp &- 1) : nil) ?? last(upTo: timestamp)
    return start.flatMap { isSteady(from: $0, through: index) ? $0 : nil }
  }

  /// Whether timestamps do not jump back between two packets; they may rise by any time, as in a slow slide show.
  private func isSteady(from start: Int, through last: Int) -> Bool {
    segmentStarts.allSatisfy { place in
      guard place > start, place <= last else { return true }
      guard let before = records[place - 1].decode, let after = records[place].decode else { return false }
      return before < after
    }
  }

  /// Whether there is a jump of the timestamps with no packet after it at which decoding may start.
  var hasStretchWithoutStart: Bool {
    zip(segmentStarts, segmentStarts.dropFirst() + [records.count]).contains { first, end in
      starts.partitioningIndex(where: { $0 >= first }) == starts.partitioningIndex(where: { $0 >= end })
    }
  }

  /// The first packet at which decoding may start after the last jump before a frame.
  func firstStart(inSegmentOf frame: Int) -> Int? {
    guard presentationOrder.indices.contains(frame) else { return nil }
    let index = presentationOrder[frame]
    let segment = segmentStarts.last { $0 <= index } ?? 0
    return starts.first { $0 >= segment && $0 <= index }
  }

  /// The number of starts up to and including this packet.
  private func startCount(upTo index: Int) -> Int { starts.partitioningIndex(where: { $0 > index }) }

  /// The packet at which decoding may start before this one; nil at the first.
  func start(before index: Int) -> Int? {
    // Before a jump, other pictures may have the same timestamps.
    let segment = segmentStarts.last { $0 <= index } ?? 0
    return starts[..<startCount(upTo: index - 1)].last.flatMap { $0 >= segment ? $0 : nil }
  }

  /// The last packet at which decoding may start, nil when there is none.
  var lastStart: Int? { starts.last }
}
