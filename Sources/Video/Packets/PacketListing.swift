import CFFmpeg
import Timeline

/// The part of the container's table that the order of a stream's frames needs, in a tenth of the memory of full
/// records.
///
/// The records can be made at any time from the demuxer's index. Until something needs them, a frame to be decoded is
/// found by reading the packets around it and comparing them with the list.
struct PacketListing {
  /// The first packets as they were read.
  private let read: [PacketRecord]
  /// How long after decoding each packet is shown, and what an edit list adds to it.
  private let delays: [Int32]
  private let shift: Int64
  /// The durations of the last packets, in file order.
  private let lastDurations: [Int64]
  /// The frames in presentation order: ticks after `firstTick` in the upper bits, then the packet's number, and in the
  /// lowest bit whether it is a keyframe.
  private let frames: [UInt64]
  private let firstTick: Int64

  /// 24 bits for a packet's number and the keyframe flag leave 40 for its time, of which the highest is unused.
  private static let lowBits: UInt64 = 24
  private static let mostTicks: Int64 = 1 << (63 - Int64(lowBits))
  private static let mostPackets = 1 << (Int(lowBits) - 1)

  private static func ticks(of frame: UInt64) -> Int64 { Int64(frame >> lowBits) }
  private static func number(of frame: UInt64) -> Int { Int(frame >> 1) & (mostPackets - 1) }

  /// The number of packets.
  var count: Int { delays.count }

  /// - Parameters:
  ///   - head: the first packets, as they were read.
  ///   - lastDurations: the durations of the last packets.
  ///   - hasReordering: whether pictures may be shown in another order than that of their packets.
  ///   - sizes: receives the bytes of each packet.
  /// - Returns: nil if a frame may not be one packet with its own timestamp, or if the file ends before a packet does.
  init?(
    _ reader: PacketReader, head: PacketTable, delays: [Int32], shift: Int64, lastDurations: [Int64],
    hasReordering: Bool, sizes: inout [Int32]
  ) {
    guard head.isPlain, let first = head.records.first, head.firstStart == 0, delays.count >= head.records.count,
      delays.count <= Self.mostPackets, let least = first.presentation, let stream = reader.stream
    else { return nil }
    (read, self.delays, self.shift, self.lastDurations) = (head.records, delays, shift, lastDurations)
    // Leading pictures of the first keyframe may be shown before it.
    let base = min(least, head.ticks.first ?? least)
    var frames: [UInt64] = []
    frames.reserveCapacity(delays.count)
    sizes.reserveCapacity(delays.count)
    var (lastDecode, lastShown) = (Int64.min, Int64.min)
    var squeezed = SqueezedTimes()
    for number in delays.indices {
      guard let entry = avformat_index_get_entry(stream, Int32(number))?.pointee, entry.timestamp >= lastDecode,
        entry.pos >= 0, entry.size > 0, entry.pos <= reader.source.fileSize - Int64(entry.size)
      else { return nil }
      lastDecode = entry.timestamp
      squeezed.note(entry.timestamp)
      sizes.append(entry.size)
      if entry.flags & FG_INDEX_DISCARD_FRAME != 0 { continue }
      let (shown, overflows) = entry.timestamp.addingReportingOverflow(Int64(delays[number]) &+ shift)
      let (ticks, isFar) = shown.subtractingReportingOverflow(base)
      guard !overflows, !isFar, (0..<Self.mostTicks).contains(ticks), hasReordering || shown > lastShown else {
        return nil
      }
      lastShown = shown
      let flag: UInt64 = entry.flags & AVINDEX_KEYFRAME != 0 ? 1 : 0
      frames.append(UInt64(ticks) << Self.lowBits | UInt64(number) << 1 | flag)
    }
    frames.sortNearly()
    // The duration of the last frame gives the end of the video, so it must be known.
    guard !squeezed.areSome, let last = frames.last.map({ Self.number(of: $0) - (delays.count - lastDurations.count) }),
      lastDurations.indices.contains(last), lastDurations[last] > 0,
      zip(frames, frames.dropFirst()).allSatisfy({ Self.ticks(of: $0) != Self.ticks(of: $1) })
    else { return nil }
    (self.frames, firstTick) = (frames, base)
  }

  /// A packet as it is listed; nil if the index has no such packet.
  func record(_ number: Int, _ stream: UnsafeMutablePointer<AVStream>) -> PacketRecord? {
    guard delays.indices.contains(number), let entry = avformat_index_get_entry(stream, Int32(number))?.pointee else {
      return nil
    }
    var record = PacketRecord(entry, shown: entry.timestamp &+ Int64(delays[number]) &+ shift)
    let place = number - (count - lastDurations.count)
    if place >= 0 { record.listDuration(lastDurations[place]) }
    return record
  }

  /// The keyframes among the packets that were not read, with their numbers.
  func keyframes(_ stream: UnsafeMutablePointer<AVStream>) -> some Sequence<(number: Int, record: PacketRecord)> {
    delays.indices.dropFirst(read.count).lazy.filter { number in
      (avformat_index_get_entry(stream, Int32(number))?.pointee.flags ?? 0) & AVINDEX_KEYFRAME != 0
    }.compactMap { number in record(number, stream).map { (number: number, record: $0) } }
  }

  /// All packets as they are listed; nil if the index has changed, since the file was overwritten.
  func records(_ stream: UnsafeMutablePointer<AVStream>) -> [PacketRecord]? {
    guard avformat_index_get_entries_count(stream) == count else { return nil }
    return delays.indices.compactMap { record($0, stream) }
  }

  /// The tick of a frame; nil if there is no such frame.
  func tick(ofFrame frame: Int) -> Int64? {
    frames.indices.contains(frame) ? firstTick &+ Self.ticks(of: frames[frame]) : nil
  }

  /// The number of the packet of a frame that is shown at a tick; nil if there is none.
  private func number(ofFrameAt tick: Int64) -> Int? {
    guard tick >= firstTick, tick &- firstTick < Self.mostTicks else { return nil }
    let place = frames.partitioningIndex { Self.ticks(of: $0) >= tick &- firstTick }
    guard place < frames.count, Self.ticks(of: frames[place]) == tick &- firstTick else { return nil }
    return Self.number(of: frames[place])
  }

  /// The number of keyframes at which decoding starts for these frames, in ascending order; more than `most` if there are
  /// more, or if one is far before its frame.
  func startCount(of wanted: [Int], upTo most: Int, _ stream: UnsafeMutablePointer<AVStream>) -> Int {
    var count = 0
    // A keyframe and what follows it, as far as there is certainly no other.
    var group = 0..<0
    for frame in wanted where count <= most {
      guard frames.indices.contains(frame) else { return most + 1 }
      let number = Self.number(of: frames[frame])
      guard !group.contains(number) else { continue }
      let isBehind = !group.isEmpty && (group.upperBound...group.upperBound + Self.longestGroup).contains(number)
      let start = (isBehind ? group.upperBound...number : max(0, number - Self.longestGroup)...number).last {
        (avformat_index_get_entry(stream, Int32($0))?.pointee.flags ?? 0) & AVINDEX_KEYFRAME != 0
      }
      guard start != nil || isBehind else { return most + 1 }
      if start != nil { count += 1 }
      group = (start ?? group.lowerBound)..<number + 1
    }
    return count
  }

  /// The most packets before a frame among which its keyframe is looked for.
  private static let longestGroup = 1_000

  /// Whether packets that were read one after the other are as they are listed.
  func confirms(_ window: PacketTable, _ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let place = window.records.firstIndex(where: { $0.hiding.isEmpty }),
      let number = window.records[place].presentation.flatMap(number(ofFrameAt:)), number >= place
    else { return false }
    return zip((number - place)..., window.records).allSatisfy { number, record in
      self.record(number, stream).map { record.confirms($0) } ?? false
    }
  }

  /// The frames as a list of the `Timeline` module.
  func frameList(_ stream: UnsafeMutablePointer<AVStream>) -> FrameList {
    // Packets with known durations are at both ends; the margin is for reordering.
    let end = max(0, frames.count - lastDurations.count - PacketTable.margin)
    let begin = min(end, read.count + PacketTable.margin)
    func frame(_ value: UInt64) -> FrameTable.Frame {
      let number = Self.number(of: value)
      let record = read.indices.contains(number) ? read[number] : record(number, stream)
      let tick = firstTick &+ Self.ticks(of: value)
      return FrameTable.Frame(
        timestamp: tick, tick: tick, ordinal: 0, duration: record?.duration ?? 0,
        isKeyframe: record?.isCleanStart ?? false)
    }
    return FrameList(
      first: frames[..<begin].map(frame),
      packed: PackedFrames(frames[begin..<end], from: firstTick, shift: Self.lowBits),
      last: frames[end...].map(frame))
  }
}

extension PacketRecord {
  /// A packet in the demuxer's index that is shown at this tick.
  init(_ entry: AVIndexEntry, shown: Int64) {
    self.init(
      listed: shown, decode: entry.timestamp, position: entry.pos, duration: 0,
      isKeyframe: entry.flags & AVINDEX_KEYFRAME != 0, isHidden: entry.flags & FG_INDEX_DISCARD_FRAME != 0)
  }
}

extension [UInt64] {
  /// Sorts numbers of which most are in order, or a few places from it.
  fileprivate mutating func sortNearly() {
    var steps = 0
    withUnsafeMutableBufferPointer { numbers in
      for place in numbers.indices.dropFirst() where numbers[place - 1] > numbers[place] {
        let own = numbers[place]
        var free = place
        while free > 0, numbers[free - 1] > own {
          numbers[free] = numbers[free - 1]
          free -= 1
          steps += 1
        }
        numbers[free] = own
        if steps > 32 * numbers.count { break }
      }
    }
    if steps > 32 * count { sort() }
  }
}
