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
  /// In the order of the file, and of time.
  private var samples: [Sample]
  /// The place up to which it was looked.
  private var reached: Int64
  /// Whether the samples reach the end of the file.
  private var isEnded = false
  /// Whether the clock does not go on behind the last sample.
  private var isBroken = false
  /// Bytes between places, at most.
  private let step: Int64
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
    guard let stamps = found,
      let stamp = stamps.first(in: beginning[...]), (stamp.ticks ^ ticks) & Self.mask == 0
    else { return nil }
    self.stamps = stamps
    samples = [Sample(place: first.position, ticks: ticks)]
    reached = first.position + 1
    step = min(max(source.fileSize / 400, 1 << 16), 4 << 20)
    (longest, shortest) = (jump.forward, 2 * jump.back)
  }

  // MARK: Asking

  /// Places from which the frame on screen at a tick is met, the most promising first, each far enough before the one
  /// before it; empty if the clock does not certainly go on up to there.
  mutating func places(before tick: Int64) throws(VideoError) -> [Int64] {
    try look { $0.ticks > tick }
    guard isEnded || samples.last.map({ $0.ticks > tick }) ?? false else { return [] }
    return ways(to: samples.partitioningIndex { $0.ticks > tick } - 1)
  }

  /// The same for the end of the stream.
  mutating func lastPlaces() throws(VideoError) -> [Int64] {
    try look { _ in false }
    return isEnded ? ways(to: samples.count - 1) : []
  }

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
  private mutating func look(until isLast: (Sample) -> Bool) throws(VideoError) {
    guard !isEnded, !isBroken, let known = samples.last, !isLast(known) else { return }
    let first = samples.count - 1
    while !isEnded, !isBroken, let last = samples.last, !isLast(last) {
      // Nearer to each other at the beginning, since everything depends on it.
      let place = max(reached, last.place + min(step, max(1 << 16, last.place - samples[0].place)))
      guard let next = try sample(from: place, to: source.fileSize) else {
        isEnded = true
        break
      }
      if try !join(last, next, before: next.place) { isBroken = true }
    }
    try lookCloser(from: first)
  }

  /// Appends a sample, and those in between that are needed to believe it; false if the clock does not go on to it.
  ///
  /// - Parameter limit: where the search for a place in between ends: behind it there is none before the sample.
  private mutating func join(_ last: Sample, _ next: Sample, before limit: Int64) throws(VideoError) -> Bool {
    let (passed, overflows) = next.ticks.subtractingReportingOverflow(last.ticks)
    guard !overflows, passed >= 0 else { return false }
    if passed <= longest {
      samples.append(next)
      reached = max(reached, next.place + 1)
      return true
    }
    let middle = last.place + (limit - last.place) / 2
    guard middle > last.place else { return false }
    guard let between = try sample(from: middle, to: limit) else { return try join(last, next, before: middle) }
    guard try join(last, between, before: between.place) else { return false }
    return try join(between, next, before: next.place)
  }

  /// Looks in between where fewer seconds pass for the same bytes than elsewhere: a clock that was set back there may
  /// have caught up. What was found to be wrong is the end of the samples.
  private mutating func lookCloser(from first: Int) throws(VideoError) {
    guard samples.count > 2 else { return }
    var spans = zip(samples, samples.dropFirst()).map { Double($1.ticks - $0.ticks) / Double($1.place - $0.place) }
    spans.sort()
    let usual = spans[spans.count / 2]
    var index = first
    while index + 1 < samples.count {
      let (this, next) = (samples[index], samples[index + 1])
      let expected = usual * Double(next.place - this.place)
      guard Double(next.ticks - this.ticks) < expected / 2, expected > Double(shortest),
        let between = try sample(from: this.place + (next.place - this.place) / 2, to: next.place)
      else {
        index += 1
        continue
      }
      guard between.ticks >= this.ticks, between.ticks <= next.ticks else {
        samples.removeSubrange((index + 1)...)
        (isBroken, isEnded) = (true, false)
        return
      }
      samples.insert(between, at: index + 1)
    }
  }

  /// The first time at or behind a place; nil if there is none before another.
  private func sample(from place: Int64, to limit: Int64) throws(VideoError) -> Sample? {
    var (bytes, size, start): ([UInt8], Int, Int) = ([], Self.piece, 0)
    while place + Int64(bytes.count) < limit {
      if source.isOverdue(), let stop = source.stop { throw VideoError("reading packets", stop) }
      let read = source.bytes(at: place + Int64(bytes.count), count: size)
      if read.isEmpty { break }
      bytes += read
      if let stamp = stamps.first(in: bytes[start...]) {
        let found = place + Int64(stamp.place)
        return found < limit ? Sample(place: found, ticks: unwrapped(stamp.ticks)) : nil
      }
      // A packet may start in this piece and end in the next one.
      start = max(0, bytes.count - Self.overlap)
      size = min(2 * size, 1 << 20)
    }
    return nil
  }

  /// A time of 33 bits as FFmpeg continues it: none is more than a minute before the first.
  private func unwrapped(_ ticks: Int64) -> Int64 {
    let earliest = samples[0].ticks - 60 * 90_000
    return earliest + ((ticks - earliest) & Self.mask)
  }

  /// The bits of a time that the file has.
  private static let mask: Int64 = (1 << 33) - 1
  /// Bytes that are read at a place at first.
  private static let piece = 8 << 10
  /// Bytes in which some packets of any size certainly lie.
  private static let overlap = 204 * 6
}
