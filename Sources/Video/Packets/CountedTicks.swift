import Timeline

/// The times of counted pictures, in ticks: from the timestamps that they carry and the frame rate.
struct CountedTicks {
  /// The pictures' timestamps, in the order of output.
  let timestamps: [Int64?]
  /// For each picture, by how many fields it stays on screen longer than one frame.
  let repeats: [Int]
  let timeBase: TimeBase
  let rate: Rational

  /// How many earlier pictures a timestamp is compared with: twice as many as any codec reorders, and one.
  static let nearness = 33

  /// If every picture has a timestamp: the sorted timestamps, assigned to the pictures in output order, separately for
  /// each of these stretches between jumps; nil if timestamps are missing.
  func stamped(in stretches: [Range<Int>]) -> (timestamps: [Int64], ticks: [Int64])? {
    var sorted = timestamps.compactMap { $0 }
    guard !sorted.isEmpty, sorted.count == timestamps.count else { return nil }
    let step = max(1, span(2))
    var ticks: [Int64] = []
    ticks.reserveCapacity(sorted.count)
    for stretch in stretches {
      if timeBase.secondsPerTick == Rational(1, 90_000) { Self.wrap(&sorted[stretch]) }
      Self.replaceStrays(&sorted[stretch], by: step)
      sorted[stretch].sort()
      var offset: Int64 = 0
      if let last = ticks.last {
        let before = ticks.dropLast().last { $0 < last }
        offset = last &+ (before.map { last &- $0 } ?? step) &- sorted[stretch.lowerBound]
      }
      for index in stretch { ticks.append(sorted[index] &+ offset) }
    }
    return (sorted, ticks)
  }

  /// Subtracts 2³³ from a timestamp more than 2³² above the next one: its packet was sent before the 33-bit clock of
  /// MPEG streams wrapped around.
  private static func wrap(_ timestamps: inout ArraySlice<Int64>) {
    for index in timestamps.indices.dropLast().reversed()
    where timestamps[index].subtractingReportingOverflow(timestamps[index + 1]).partialValue > 1 << 32 {
      timestamps[index] &-= 1 << 33
    }
  }

  /// Replaces a timestamp below all `nearness` timestamps before it, which no codec can reorder: the picture follows
  /// the latest of them by this many ticks.
  private static func replaceStrays(_ timestamps: inout ArraySlice<Int64>, by step: Int64) {
    var latest: [Int64] = []
    for index in timestamps.indices {
      if latest.count == nearness, let most = latest.max(), latest.allSatisfy({ timestamps[index] < $0 }) {
        timestamps[index] = most &+ step
      }
      if latest.count == nearness { latest.removeFirst() }
      latest.append(timestamps[index])
    }
  }

  /// Without any timestamp: index divided by rate, in a time base that represents it exactly.
  var counted: (timeBase: TimeBase, ticks: [Int64]) {
    let isPlain = !repeats.contains { $0 > 0 }
    let (doubled, overflow) = rate.numerator.multipliedReportingOverflow(by: isPlain ? 1 : 2)
    let base = overflow ? nil : TimeBase(rate.denominator, doubled)
    var ticks: [Int64] = []
    var halves: Int64 = 0
    for index in timestamps.indices {
      ticks.append(isPlain ? Int64(index) : halves)
      halves += 2 + Int64(repeats[index])
    }
    return (base ?? timeBase, ticks)
  }

  /// If only some pictures have timestamps: their times separately for each of these stretches between jumps, each of
  /// which begins where the one before it ends; nil without any timestamp.
  func anchored(in stretches: [Range<Int>]) -> [Int64]? {
    guard timestamps.contains(where: { $0 != nil }) else { return nil }
    var ticks: [Int64] = []
    ticks.reserveCapacity(timestamps.count)
    for stretch in stretches {
      let part = CountedTicks(
        timestamps: Array(timestamps[stretch]), repeats: Array(repeats[stretch]), timeBase: timeBase, rate: rate)
      let own = part.anchored ?? part.spread
      let offset = ticks.last.map { $0 &+ span(2 + Int64(repeats[stretch.lowerBound - 1])) &- own[0] } ?? 0
      for tick in own { ticks.append(tick &+ offset) }
    }
    return ticks
  }

  /// The times by the frame rate alone, from 0.
  private var spread: [Int64] {
    var halves: Int64 = 0
    return repeats.map { repeated in
      defer { halves += 2 + Int64(repeated) }
      return span(halves)
    }
  }

  /// Between timestamps from the file, times follow from the frame rate; if they would pass the next timestamp, the
  /// frames between share the time evenly, so that each is on screen for a while. A timestamp lower than the previous
  /// one is ignored. Nil without any timestamp.
  private var anchored: [Int64]? {
    var ticks = [Int64](repeating: 0, count: timestamps.count)
    guard let first = timestamps.firstIndex(where: { $0 != nil }), let start = timestamps[first] else { return nil }
    var (anchor, anchorTick) = (first, start)
    var halves: Int64 = 0
    ticks[first] = start
    for index in first + 1..<max(first + 1, timestamps.count) {
      halves += 2 + Int64(repeats[index - 1])
      ticks[index] = anchorTick &+ span(halves)
      guard let given = timestamps[index], given >= anchorTick else { continue }
      if index - anchor > 1, ticks[index - 1] >= given {
        share(given &- anchorTick, from: anchor, to: index, halves, &ticks)
      }
      ticks[index] = given
      (anchor, anchorTick, halves) = (index, given, 0)
    }
    halves = 0
    for index in (0..<first).reversed() {
      halves += 2 + Int64(repeats[index])
      ticks[index] = start &- span(halves)
    }
    return ticks
  }

  /// Distributes the pictures between two anchors over the ticks between them, in proportion to their durations.
  private func share(_ room: Int64, from anchor: Int, to next: Int, _ halves: Int64, _ ticks: inout [Int64]) {
    var passed: Int64 = 0
    for index in anchor + 1..<next {
      passed += 2 + Int64(repeats[index - 1])
      let (product, overflow) = room.multipliedReportingOverflow(by: passed)
      ticks[index] = ticks[anchor] &+ (overflow ? room / halves &* passed : product / halves)
    }
  }

  /// The ticks of a number of half frames.
  func span(_ halves: Int64, in timeBase: TimeBase? = nil) -> Int64 {
    let seconds = Rational(halves, 2)?.divided(by: rate)
    return seconds.flatMap { (timeBase ?? self.timeBase).nearestTick(to: $0) } ?? 0
  }
}
