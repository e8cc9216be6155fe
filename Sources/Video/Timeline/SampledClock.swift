import CFFmpeg
import Timeline

/// The clock of a stream without a table, read at places across the file: whether it is continuous from the beginning
/// to a moment, and where in the file that moment is.
///
/// Transport and program streams may restart their clock anywhere without saying so. A full read continues the timeline
/// where timestamps fall by more than a second or rise by more than ten (`FrameOrder`). So neighbouring places must be
/// in order and at most ten seconds apart; where they are further apart, or have few seconds for their bytes, places
/// between them are read. In the beginning, where a clip may have been put before a recording, all times are read. A
/// clock that jumps and returns between two later places is missed.
struct SampledClock {
  /// A place in the file, and the time of decoding there.
  private struct Sample {
    let place: Int64
    let ticks: Int64
  }

  private let stamps: StampReader
  private let source: ByteSource
  /// Samples at fixed distances, as far as they were taken, whatever their times are.
  private var places: [Sample]
  /// Ticks per byte between neighbouring places, sorted.
  private var speeds: [Double] = []
  /// Whether no time follows the last place up to the end of the file.
  private var isEnded = false
  /// Whether the search for the next place was given up.
  private var isLost = false
  /// The places whose clock is continuous, with the places read between them, in file order.
  private var samples: [Sample]
  /// How many pairs of neighbouring places were compared.
  private var compared = 0
  /// Whether the clock is not continuous after the last sample.
  private var isBroken = false
  /// Bytes between places, at most.
  private let step: Int64
  /// Whether only a few places are looked at, and then those around the wanted one.
  private let isRough: Bool
  /// Bytes between the places around the wanted one.
  private let fine: Int64
  /// The most bytes without a timestamp.
  private let mostGap: Int64
  /// The most ticks between two samples, the fewest for which a slow clock is checked in between, and the most by which
  /// a clock falls without starting anew.
  private let (longest, shortest, back): (Int64, Int64, Int64)

  /// - Parameter head: the first packets of the stream.
  /// - Returns: nil if the file is small enough to be read as a whole, or if its times cannot be found without a
  ///   demuxer.
  init?(of finder: FrameFinder, head: borrowing PacketTable) {
    let reader = finder.reader
    source = finder.source
    guard source.fileSize >= finder.limits.leastListedBytes, reader.container.mayJump, let jump = reader.jump,
      let stream = reader.stream, let first = head.records.first(where: { $0.decode != nil && $0.position >= 0 }),
      let ticks = first.decode
    else { return nil }
    let beginning = source.bytes(at: first.position, count: Self.piece)
    // FFmpeg's identifier of the stream is the one in its packets.
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
    isRough = finder.limits.samplesFewPlaces
    fine = min(max(source.fileSize / 400, 1 << 16), 4 << 20)
    step = isRough ? max(source.fileSize / Int64(Self.fewest), fine) : fine
    mostGap = finder.limits.bytesWithoutPacket
    (longest, shortest, back) = (isRough ? .max / 4 : jump.forward, 2 * jump.back, jump.back)
  }

  // MARK: Asking

  /// Places to start reading from for the frame on screen at a tick, the nearest first, then further and further back;
  /// empty if the clock is not continuous up to there.
  mutating func places(before tick: Int64) throws(VideoError) -> [Int64] {
    try look { $0.ticks > tick }
    guard reachesEnd || samples.last.map({ $0.ticks > tick }) ?? false else { return [] }
    if isRough { try lookAround(tick) }
    return ways(to: samples.partitioningIndex { $0.ticks > tick } - 1)
  }

  /// The same for the end of the stream.
  mutating func lastPlaces() throws(VideoError) -> [Int64] {
    try look { _ in false }
    guard reachesEnd else { return [] }
    if isRough { try lookAround(.max) }
    return ways(to: samples.count - 1)
  }

  private var reachesEnd: Bool { isEnded && !isBroken && compared + 1 == places.count }

  private func ways(to last: Int) -> [Int64] {
    guard last >= 0 else { return [] }
    let steps = [0, 1, 2, 4, 8, 16, 32].map { last - $0 }.prefix { $0 > 0 }
    return steps.map { samples[$0].place } + (steps.count < 7 ? [samples[0].place] : [])
  }

  /// Whether a packet's decode timestamp fits between those of the samples around it.
  func agrees(with record: PacketRecord) -> Bool {
    guard let ticks = record.decode, record.position >= 0 else { return false }
    let next = samples.partitioningIndex { $0.place > record.position }
    return next > 0 && samples[next - 1].ticks <= ticks && (next == samples.count || ticks <= samples[next].ticks)
  }

  /// Where to start reading so that the packet at this position comes first.
  func way(to position: Int64) -> SeekTarget? {
    stamps.packetStart(in: source.bytes(at: position, count: Self.overlap)[...]).map { .place(position + Int64($0)) }
  }

  // MARK: Looking

  /// Reads places until a sample is the wanted one, the file ends, or the clock breaks.
  ///
  /// The samples up to a place depend on the file alone, not on earlier questions.
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

  /// Adds samples before a tick, halfway each time, until the last one is near it, and the one before is near that one.
  private mutating func lookAround(_ tick: Int64) throws(VideoError) {
    var next = samples.partitioningIndex { $0.ticks > tick }
    var limit = next < samples.count ? samples[next].place : source.fileSize
    while next > 0, limit - samples[next - 1].place > fine {
      let middle = samples[next - 1].place + (limit - samples[next - 1].place) / 2
      var allowed = mostGap
      guard let between = try sample(from: middle, to: limit, &allowed) else {
        limit = middle
        continue
      }
      guard between.ticks >= samples[next - 1].ticks else { return }
      samples.insert(between, at: next)
      if between.ticks > tick { limit = between.place } else { next += 1 }
    }
    while next > 1, case (let this, let last) = (samples[next - 2], samples[next - 1]), last.place - this.place > fine {
      var allowed = mostGap
      let middle = this.place + (last.place - this.place) / 2
      guard let between = try sample(from: middle, to: last.place, &allowed), between.ticks >= this.ticks,
        between.ticks <= last.ticks
      else { return }
      samples.insert(between, at: next - 1)
      next += 1
    }
  }

  /// Finds the next place; steps are shorter at the beginning, on which all later places depend.
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

  /// Compares the next two places, and appends samples or marks the clock as broken.
  private mutating func compare() throws(VideoError) {
    let (this, next) = (places[compared], places[compared + 1])
    while speeds.count < max(compared + 1, min(places.count - 1, Self.fewest)) {
      let (from, to) = (places[speeds.count], places[speeds.count + 1])
      let speed = Double(to.ticks.subtractingReportingOverflow(from.ticks).partialValue) / Double(to.place - from.place)
      speeds.insert(speed, at: speeds.partitioningIndex { $0 > speed })
    }
    compared += 1
    let (count, usual) = (samples.count, speeds[speeds.count / 2])
    // With more bytes than lie between the places, reading everything would cost less.
    var allowed = max(4 * Int64(Self.piece), next.place - this.place)
    let isBeginning = next.place - places[0].place <= Self.beginning
    guard !isBeginning || isContinuous(from: this, to: next),
      try join(this, next, before: next.place, &allowed), try lookCloser(from: count - 1, usual, &allowed)
    else {
      samples.removeSubrange(count...)
      isBroken = true
      return
    }
  }

  /// Whether the times from a sample to the next one follow each other, all of them.
  private func isContinuous(from this: Sample, to next: Sample) -> Bool {
    var bytes = source.bytes(at: this.place, count: Int(next.place - this.place))[...]
    var last = this.ticks
    while bytes.count > Self.overlap {
      guard let stamp = stamps.first(in: bytes) else {
        bytes = bytes.dropFirst(Self.overlap)
        continue
      }
      let ticks = unwrapped(stamp.ticks)
      guard ticks >= last &- back, ticks <= last &+ longest else { return false }
      (last, bytes) = (ticks, bytes[(stamp.place + 1)...])
    }
    return next.ticks >= last &- back
  }

  /// Appends a sample, and samples between that prove the clock continuous; false if it is not.
  ///
  /// - Parameter limit: the end of the search between the samples: from there on, no time precedes the second one.
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

  /// Adds samples where fewer ticks pass for the same bytes than usual: a clock that was set back there may have caught
  /// up. False if a sample shows that.
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

  /// Extends a 33-bit time as FFmpeg does: none is more than a minute before the first.
  private func unwrapped(_ ticks: Int64) -> Int64 {
    let earliest = places[0].ticks &- 60 * 90_000
    return earliest &+ ((ticks &- earliest) & Self.mask)
  }

  /// The bits of a time that are stored in the file.
  private static let mask: Int64 = (1 << 33) - 1
  /// The fewest places to read, to know the usual ticks per byte.
  private static let fewest = 24
  /// Bytes at the beginning in which all times are read.
  private static let beginning: Int64 = 1 << 18
  /// Bytes that are first read at a place.
  private static let piece = 8 << 10
  /// Enough bytes for some packets of any size.
  private static let overlap = 204 * 6
}
