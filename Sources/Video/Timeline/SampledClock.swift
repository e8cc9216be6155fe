import CFFmpeg
import Timeline

/// The clock of a stream without a table, looked at in places across the file: whether it goes on from the beginning to
/// a moment, and where in the file that moment is.
///
/// Transport and program streams may start their clock anew anywhere, and say nowhere whether they do. Read as a whole,
/// timestamps that fall by more than a second, or rise by more than ten, continue the timeline (`FrameOrder`). So two
/// places that follow each other must be in order, and no more than ten seconds apart; what lies farther apart, or has
/// few seconds for its bytes, is looked at in between. A clock that jumps there and comes back is not seen.
struct SampledClock {
  /// A place in the file, and the time of decoding there.
  private struct Sample {
    let place: Int64
    let ticks: Int64
  }

  private let stamps: StampReader
  private let source: ByteSource
  /// Places at fixed distances, as far as they were looked at, whatever their times are.
  private var places: [Sample]
  /// Ticks that pass for a byte between them, sorted.
  private var speeds: [Double] = []
  /// Whether no time follows the last place up to the end of the file.
  private var isEnded = false
  /// Whether the search for the next place was given up.
  private var isLost = false
  /// The places that follow each other in time, with those in between, in the order of the file.
  private var samples: [Sample]
  /// How many pairs of places were compared for them.
  private var compared = 0
  /// Whether the clock does not go on behind the last sample.
  private var isBroken = false
  /// Bytes between places, at most.
  private let step: Int64
  /// Bytes that may pass without a time.
  private let mostGap: Int64
  /// Ticks of the longest step, and of what is too short to be looked at in between.
  private let (longest, shortest): (Int64, Int64)

  /// - Parameter head: the first packets of the stream.
  /// - Returns: nil if the file is so small that it is read, or if its times are not found without a demuxer.
  init?(of finder: FrameFinder, head: borrowing PacketTable) {
    let reader = finder.reader
    source = finder.source
    guard source.fileSize >= finder.limits.leastListedBytes, reader.container.mayJump, let jump = reader.jump,
      let stream = reader.stream, let first = head.records.first(where: { $0.decode != nil && $0.position >= 0 }),
      let ticks = first.decode
    else { return nil }
    let beginning = source.bytes(at: first.position, count: Self.piece)
    // FFmpeg's identifier of a stream is that of its packets.
    let identifier = stream.pointee.id
    let found =
      reader.container.hasPacketsOfOneLength
      ? StampReader(transport: identifier, head: beginning) : StampReader(program: identifier)
    guard let stamps = found, let stamp = stamps.first(in: beginning[...]), (stamp.ticks ^ ticks) & Self.mask == 0
    else {
      return nil
    }
    self.stamps = stamps
    places = [Sample(place: first.position, ticks: ticks)]
    samples = places
    step = min(max(source.fileSize / 400, 1 << 16), 4 << 20)
    mostGap = finder.limits.bytesWithoutPacket
    (longest, shortest) = (jump.forward, 2 * jump.back)
  }

  // MARK: Asking

  /// Places from which the frame on screen at a tick is met, the most promising first, each far enough before the one
  /// before it; empty if the clock does not certainly go on up to there.
  mutating func places(before tick: Int64) throws(VideoError) -> [Int64] {
    try look { $0.ticks > tick }
    guard reachesEnd || samples.last.map({ $0.ticks > tick }) ?? false else { return [] }
    return ways(to: samples.partitioningIndex { $0.ticks > tick } - 1)
  }

  /// The same for the end of the stream.
  mutating func lastPlaces() throws(VideoError) -> [Int64] {
    try look { _ in false }
    return reachesEnd ? ways(to: samples.count - 1) : []
  }

  private var reachesEnd: Bool { isEnded && !isBroken && compared + 1 == places.count }

  private func ways(to last: Int) -> [Int64] {
    guard last >= 0 else { return [] }
    let steps = [0, 1, 2, 4, 8, 16, 32].map { last - $0 }.prefix { $0 > 0 }
    return steps.map { samples[$0].place } + (steps.count < 7 ? [samples[0].place] : [])
  }

  /// Whether a packet that was read fits in between the places that were looked at.
  func agrees(with record: PacketRecord) -> Bool {
    guard let ticks = record.decode, record.position >= 0 else { return false }
    let next = samples.partitioningIndex { $0.place > record.position }
    return next > 0 && samples[next - 1].ticks <= ticks && (next == samples.count || ticks <= samples[next].ticks)
  }

  /// Where to start reading so that the packet at a position is the first.
  func way(to position: Int64) -> SeekTarget? {
    stamps.packetStart(in: source.bytes(at: position, count: Self.overlap)[...]).map { .place(position + Int64($0)) }
  }

  // MARK: Looking

  /// Looks at places until a sample is the one wanted, the file ends, or the clock does not go on.
  ///
  /// What is found up to a place depends on the file alone, and not on how far it was looked before.
  private mutating func look(until isLast: (Sample) -> Bool) throws(VideoError) {
    while !isBroken, let last = samples.last, !isLast(last) {
      while places.count < max(Self.fewest, compared + 2), !isEnded, !isLost { try findPlace() }
      guard compared + 1 < places.count else {
        isBroken = isLost
        return
      }
      try compare()
    }
  }

  /// Looks at the next place: nearer to each other at the beginning, since everything depends on it.
  private mutating func findPlace() throws(VideoError) {
    guard let last = places.last else { return }
    let place = last.place + max(1, min(step, max(1 << 16, last.place - places[0].place)))
    var allowed = mostGap
    if let next = try sample(from: place, to: source.fileSize, &allowed) {
      places.append(next)
    } else {
      (isEnded, isLost) = (allowed >= 0, allowed < 0)
    }
  }

  /// Compares the next two places: samples are appended, or the clock does not go on.
  private mutating func compare() throws(VideoError) {
    let (this, next) = (places[compared], places[compared + 1])
    while speeds.count < max(compared + 1, min(places.count - 1, Self.fewest)) {
      let (from, to) = (places[speeds.count], places[speeds.count + 1])
      let speed = Double(to.ticks.subtractingReportingOverflow(from.ticks).partialValue) / Double(to.place - from.place)
      speeds.insert(speed, at: speeds.partitioningIndex { $0 > speed })
    }
    compared += 1
    let (count, usual) = (samples.count, speeds[speeds.count / 2])
    // As many bytes as lie between them: otherwise reading costs less.
    var allowed = max(4 * Int64(Self.piece), next.place - this.place)
    guard try join(this, next, before: next.place, &allowed), try lookCloser(from: count - 1, usual, &allowed) else {
      samples.removeSubrange(count...)
      isBroken = true
      return
    }
  }

  /// Appends a sample, and those in between that are needed to believe it; false if the clock does not go on to it.
  ///
  /// - Parameter limit: where the search for a place in between ends: behind it there is none before the sample.
  private mutating func join(
    _ last: Sample, _ next: Sample, before limit: Int64, _ allowed: inout Int64
  ) throws(VideoError) -> Bool {
    let (passed, overflows) = next.ticks.subtractingReportingOverflow(last.ticks)
    guard !overflows, passed >= 0 else { return false }
    if passed <= longest {
      samples.append(next)
      return true
    }
    let middle = last.place + (limit - last.place) / 2
    guard middle > last.place else { return false }
    let between = try sample(from: middle, to: limit, &allowed)
    guard allowed >= 0 else { return false }
    guard let between else { return try join(last, next, before: middle, &allowed) }
    guard try join(last, between, before: between.place, &allowed) else { return false }
    return try join(between, next, before: next.place, &allowed)
  }

  /// Looks in between where fewer ticks pass for the same bytes than usually: a clock that was set back there may have
  /// caught up. False if one was.
  private mutating func lookCloser(
    from first: Int, _ usual: Double, _ allowed: inout Int64
  ) throws(VideoError) -> Bool {
    var index = first
    while index + 1 < samples.count {
      let (this, next) = (samples[index], samples[index + 1])
      let expected = usual * Double(next.place - this.place)
      guard Double(next.ticks - this.ticks) < expected / 2, expected > Double(shortest) else {
        index += 1
        continue
      }
      let between = try sample(from: this.place + (next.place - this.place) / 2, to: next.place, &allowed)
      guard allowed >= 0 else { return false }
      guard let between else {
        index += 1
        continue
      }
      guard between.ticks >= this.ticks, between.ticks <= next.ticks else { return false }
      samples.insert(between, at: index + 1)
    }
    return true
  }

  /// The first time at or behind a place; nil if there is none before another.
  ///
  /// - Parameter allowed: how many bytes may be read; below 0 if they were not enough.
  private func sample(from place: Int64, to limit: Int64, _ allowed: inout Int64) throws(VideoError) -> Sample? {
    var (bytes, start, size): ([UInt8], Int64, Int) = ([], place, Self.piece)
    while start + Int64(bytes.count) < limit {
      if source.isOverdue(), let stop = source.stop { throw VideoError("reading packets", stop) }
      guard allowed >= 0 else { return nil }
      let read = source.bytes(at: start + Int64(bytes.count), count: size)
      if read.isEmpty { break }
      allowed -= Int64(read.count)
      bytes += read
      if let stamp = stamps.first(in: bytes[...]) {
        let found = start + Int64(stamp.place)
        return found < limit ? Sample(place: found, ticks: unwrapped(stamp.ticks)) : nil
      }
      // A packet may start in this piece and end in the next one.
      let rest = min(bytes.count, Self.overlap)
      start += Int64(bytes.count - rest)
      bytes.removeFirst(bytes.count - rest)
      size = min(2 * size, 1 << 20)
    }
    return nil
  }

  /// A time of 33 bits as FFmpeg continues it: none is more than a minute before the first.
  private func unwrapped(_ ticks: Int64) -> Int64 {
    let earliest = places[0].ticks &- 60 * 90_000
    return earliest &+ ((ticks &- earliest) & Self.mask)
  }

  /// The bits of a time that the file has.
  private static let mask: Int64 = (1 << 33) - 1
  /// Places that are looked at in any case, so that it is known how many ticks usually pass for a byte.
  private static let fewest = 24
  /// Bytes that are read at a place at first.
  private static let piece = 8 << 10
  /// Bytes in which some packets of any size certainly lie.
  private static let overlap = 204 * 6
}
