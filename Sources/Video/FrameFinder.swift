import CFFmpeg
import Files
import Timeline

/// Finds frames of a packet table in the file, decodes them, and hands out only pictures that are proved to be those.
///
/// A seek is believed when the packet that it lands on is in the table, and a picture when its timestamp, and its place
/// among frames of the same timestamp, are the frame's. What fails is tried again from earlier keyframes and at last by
/// decoding from the very beginning.
final class FrameFinder {
  private let source: ByteSource
  let limits: Limits
  let stopwatch: Stopwatch?
  private let stream: Int
  private(set) var reader: PacketReader
  var decoding: OpenDecoder?
  private var ongoing: OngoingDecode?
  /// What decoders must have seen that do not start at the beginning.
  var primer: Primer?
  /// Whether the reader was moved away from where the scan of the whole file left it.
  private(set) var hasMoved = false
  private(set) var seeks = 0
  /// Whether, since `decode` was called last, a decoder put out other pictures, or in another order, than the packets
  /// of the table promise.
  private(set) var isRefuted = false

  /// The packets that the decoder gave an error for in the last run with one thread.
  private var refused: Set<Int> = []

  private var codec: AVCodecID { reader.stream?.pointee.codecpar.pointee.codec_id ?? AV_CODEC_ID_NONE }

  /// Bytes of the file.
  var fileSize: Int64 { source.file.size }
  /// Where the file should end by its container's own account; nil where that says nothing.
  var segmentEnd: Int64? {
    reader.demuxer.formatName.hasPrefix("matroska") ? source.matroskaSegment()?.end : nil
  }

  init(_ reader: PacketReader, source: ByteSource, limits: Limits, stopwatch: Stopwatch? = nil) {
    self.reader = reader
    self.source = source
    self.limits = limits
    self.stopwatch = stopwatch
    stream = reader.streamIndex
  }

  /// Starts reading at the first packet again, with a new demuxer: the only rewind that works for every container.
  func reopen() throws(VideoError) {
    decoding = nil
    ongoing = nil
    let isAbandoned = reader.isAbandoned
    primer = reader.primer ?? primer
    reader = try PacketReader(source, stream: stream, isProbed: reader.isProbed, limits: limits)
    reader.isAbandoned = isAbandoned
    hasMoved = false
  }

  /// Starts reading at the first packet again, for something else than the scan of the whole file.
  func reopenToMove() throws(VideoError) {
    try reopen()
    hasMoved = true
  }

  /// Seeks for a scan around a moment; the next packet is the first of that scan.
  func seek(to timestamp: Int64) -> Bool {
    let stage = stopwatch?.enter(.seek)
    defer { stopwatch?.resume(stage) }
    leave()
    return reader.seek(to: timestamp)
  }

  /// Moves to where a packet's bytes are, in a container that knows it by nothing else.
  func seek(toByte position: Int64) -> Bool {
    let stage = stopwatch?.enter(.seek)
    defer { stopwatch?.resume(stage) }
    leave()
    return reader.seek(toByte: position)
  }

  private func leave() {
    hasMoved = true
    ongoing = nil
    seeks += 1
  }

  /// Decodes frames, given by their places in the table in rising order, and hands each out once.
  ///
  /// - Returns: the frames whose pictures did not come out, not even by decoding from the beginning.
  func decode(
    _ frames: [Int], in table: borrowing PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    isRefuted = false
    ongoing = nil
    var missing: [Int] = []
    var rest = frames[...]
    while let frame = rest.first {
      guard let start = table.start(forFrame: frame) else {
        missing.append(rest.removeFirst())
        continue
      }
      let group = rest.prefix { table.start(forFrame: $0) == start }
      rest = rest.dropFirst(group.count)
      missing += try decodeGroup(Array(group), start: start, in: table, body)
    }
    // A run from the beginning knows pictures by their timestamps, which mean something else behind a jump.
    let fence = table.segmentStarts.first ?? .max
    let retried = missing.filter { table.presentationOrder[$0] < fence }
    var behind = missing.filter { table.presentationOrder[$0] >= fence }[...]
    missing = retried
    while let frame = behind.first {
      // There the beginning of the own stretch takes the place of that of the file.
      let start = table.firstStart(inSegmentOf: frame)
      let group = behind.prefix { table.firstStart(inSegmentOf: $0) == start }
      behind = behind.dropFirst(group.count)
      missing +=
        try start.map { start throws(VideoError) in
          try decodeGroup(Array(group), start: start, in: table, body)
        } ?? Array(group)
    }
    // What records that were kept promise is not worth decoding everything: they are given up.
    guard !retried.isEmpty, table.startsAtBeginning, !table.isRecalled else { return missing }
    try reopenToMove()
    let lost = try run(retried, start: nil, in: table, body)
    return missing.dropFirst(retried.count) + lost
  }

  /// Decodes one frame, going on from the one before it where that is nearer than its keyframe; false if it does not
  /// come.
  func decode(
    next frame: Int, in table: PacketTable, _ body: (consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard let start = table.start(forFrame: frame) else { return false }
    if let course = ongoing, course.reaches(frame, from: start, in: table) {
      // Whatever is thrown on the way, or when the picture is not found, the course is not gone on with.
      ongoing = nil
      if try course.advance(to: frame, in: table, reader, body) {
        ongoing = course
        return true
      }
    }
    if try land(on: start, in: table) {
      let decoder = try makeDecoder(depth: table.reorderDepth, threads: OngoingDecode.threads, isPrimed: true)
      let course = OngoingDecode(decoder, start: start, frame: frame, in: table)
      if try course.advance(to: frame, in: table, reader, body) {
        ongoing = course
        return true
      }
    }
    return try decode([frame], in: table) { _, picture throws(VideoError) in try body(picture) }.isEmpty
  }

  /// Decodes the frames that one keyframe leads to; each time that some are missing, from a keyframe earlier.
  private func decodeGroup(
    _ frames: [Int], start: Int, in table: borrowing PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var missing = frames
    var start = start
    let threads = Self.threads(for: frames, from: start, in: table)
    if threads > 1, try land(on: start, in: table) {
      // What does not come so is left to one thread: two do not conceal damage the same way each time.
      missing = try run(missing, start: start, in: table, threads: threads, body)
      if missing.isEmpty { return [] }
    }
    var isFresh = decoding == nil
    for _ in 0..<5 {
      guard try land(on: start, in: table) else { break }
      missing = try run(missing, start: start, in: table, body)
      if !missing.isEmpty, !isFresh {
        // Not every decoder forgets everything when it is flushed: the same again with a new one.
        decoding = nil
        isFresh = true
        continue
      }
      guard !missing.isEmpty, let earlier = table.start(before: start) else { break }
      start = earlier
    }
    return missing
  }

  /// Decodes the frames that one packet leads to, once, with one thread; whatever is in the way, they do not come.
  func decodeOnce(
    _ frames: [Int], start: Int, in table: PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    try land(on: start, in: table) ? run(frames, start: start, in: table, body) : frames
  }

  /// The time that each frame may take.
  var deadline: Deadline { source.deadline }

  /// What a decoder makes of a packet.
  enum Making {
    case picture
    /// It says that it cannot.
    case error
    /// It goes past it in silence.
    case nothing
  }

  /// What the decoder makes of this frame's packet; asked once, from the frame's own keyframe.
  func makes(_ frame: Int, in table: borrowing PacketTable) throws(VideoError) -> Making {
    guard let start = table.start(forFrame: frame), try land(on: start, in: table) else { return .error }
    // Whatever is between them belongs to the question.
    if try run([frame], start: start, in: table, leavesOut: false, { _, _ in }).isEmpty { return .picture }
    return refused.contains(table.presentationOrder[frame]) ? .error : .nothing
  }

  /// Decodes from the packet in hand, or from the next one with no `start`, to the last frame wanted.
  ///
  /// - Parameters:
  ///   - threads: with more than one, the run ends where there is damage, and refutes nothing.
  ///   - leavesOut: whether pictures are left out that nothing depends on.
  private func run(
    _ frames: [Int], start: Int?, in table: PacketTable, threads: Int32 = 1, leavesOut: Bool = true,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    let last = LastPicture()
    let missing = try run(frames, start: start, in: table, threads: threads, leavesOut: leavesOut, last, body)
    // Several threads keep many pictures: their memory is given back before what becomes of the last one needs its own.
    if threads > 1 { decoding = nil }
    if let picture = last.picture.take() { try body(last.frame, picture) }
    return missing
  }

  /// The same, but for the picture that is found last, which is put aside.
  ///
  /// After the last wanted packet the decoder is drained: what waits inside for its turn comes out without more input.
  private func run(
    _ frames: [Int], start: Int?, in table: PacketTable, threads: Int32, leavesOut: Bool, _ lastPicture: LastPicture,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    let first = start ?? 0
    // FFmpeg's H.264 decoder keeps back what follows a recovery point until that point itself was put out, and a drain
    // before that loses it: from an open start packets are fed on until the pictures come.
    let isOpen = start.map { table.records[$0].traits.contains(.openStart) } ?? true
    let margin = isOpen ? ScanGoal.margin : 0
    let shown = table.packetsShown(upTo: frames, since: first)
    func last(of packets: [Int]) -> Int {
      let last = packets.map { table.lastPacket(ofPictureAt: $0) }.max() ?? first
      return max(first, min(last + margin, table.records.count - 1))
    }
    let leftOut =
      leavesOut
      ? LeftOutPictures(
        except: Set(frames.map { table.presentationOrder[$0] }), in: first...last(of: shown), of: table, codec: codec)
      : LeftOutPictures()
    // What is shown before the last of them has to come out before it: only then do the timestamps keep the decoder's
    // order.
    let last = last(of: shown.filter { !leftOut.contains($0, of: table) && !table.isLost($0) })
    var wanted: [Int64: [(frame: Int, ordinal: Int)]] = [:]
    for frame in frames {
      guard let timestamp = table.records[table.presentationOrder[frame]].presentation else { continue }
      wanted[timestamp, default: []].append((frame, table.equalsBefore(frame, since: first)))
    }
    var found: Set<Int> = []
    var seen: [Int64: Int] = [:]
    let decoding = try openDecoder(depth: table.reorderDepth, threads: threads)
    defer { decoding.decoder.flush() }
    let firstTimestamp = start.flatMap { table.records[$0].presentation }
    // Nothing before the first keyframe is fed: some decoders would make pictures of it.
    let firstFed = start ?? table.firstStart ?? 0
    var decodeRun = DecodeRun(from: firstTimestamp, startsOpen: isOpen, threads: threads)
    defer { decoding.decoder.leavesOutUnreferenced(false) }
    var order = OutputOrder(
      from: table.firstFrame(shownBefore: frames.min() ?? 0, since: firstFed), lastFed: last, leftOut: leftOut)
    let take: (consuming DecodedFrame) throws(VideoError) -> Bool = { picture throws(VideoError) in
      if threads > 1, picture.followsDamage { return false }
      if table.isContradicted(by: picture, of: decoding.decoder) {
        self.isRefuted = threads == 1
        return false
      }
      guard let timestamp = picture.timestamp, timestamp >= firstTimestamp ?? .min else { return true }
      // Damage may cost pictures; without it, a decoder that puts out others than the packets promise refutes them.
      if !order.follows(timestamp, in: table), !picture.followsDamage {
        self.isRefuted = threads == 1
        return false
      }
      let ordinal = seen[timestamp, default: 0]
      seen[timestamp] = ordinal + 1
      if let match = wanted[timestamp]?.first(where: { $0.ordinal == ordinal }) {
        found.insert(match.frame)
        if found.count == frames.count {
          lastPicture.frame = match.frame
          lastPicture.picture = consume picture
          return false
        }
        try body(match.frame, picture)
      }
      return true
    }
    var hasPacket = start != nil
    for index in first...last {
      if !hasPacket {
        guard let record = try reader.next() else {
          _ = try decodeRun.drain(decoding.decoder, take)
          break
        }
        if table.isRecalled, !table.holds(record, at: index) { break }
      }
      hasPacket = false
      guard index >= firstFed else { continue }
      if table.records[index].isMissing {
        decodeRun.skip()
        if index == last { _ = try decodeRun.drain(decoding.decoder, take) }
        continue
      }
      decoding.decoder.leavesOutUnreferenced(leftOut.contains(index, of: table))
      if index == firstFed { for setting in table.settings(at: index) { setting.attach(to: reader.packet) } }
      let goesOn = try decodeRun.feed(
        reader.packet, startsClean: table.records[index].isCleanStart, isLast: index == last, to: decoding.decoder, take
      )
      if !goesOn { break }
    }
    refused = Set(decodeRun.failures.map { $0 + firstFed })
    return frames.filter { !found.contains($0) }
  }
}

/// The picture that a run found last, and its frame's place.
private final class LastPicture {
  var frame = 0
  var picture: DecodedFrame?
}
