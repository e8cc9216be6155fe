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
  private var ongoing: SequentialDecode?
  /// What decoders must have seen that do not start at the beginning.
  var primer: PrimingPacket?
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
    reader.container.isOneElement ? source.matroskaSegment()?.end : nil
  }

  init(_ reader: PacketReader, source: ByteSource, limits: Limits, stopwatch: Stopwatch? = nil) {
    self.reader = reader
    self.source = source
    self.limits = limits
    self.stopwatch = stopwatch
    stream = reader.streamIndex
  }

  /// Starting threads and keeping more pictures costs what decoding a few does; it pays from some forty on.
  static func threads(for frames: [Int], from start: Int, in table: borrowing PacketTable) -> Int32 {
    let last = frames.map { table.presentationOrder[$0] }.max() ?? start
    return last - start < 48 ? 1 : SequentialDecode.threads
  }

  /// Frames per second as the coded stream has it, once something was decoded; nil where it says nothing.
  var codedRate: Rational? { decoding?.decoder.frameRate }

  /// The decoder in use, or a new one if that was opened for another depth of reordering, or other threads, or if it does
  /// not forget what it decoded before.
  ///
  /// - Parameter isPrimed: whether decoding starts somewhere else than at the first keyframe.
  func openDecoder(depth: Int, threads: Int32 = 1, isPrimed: Bool = true) throws(VideoError) -> OpenDecoder {
    if let decoding, decoding.depth == depth, decoding.threads == threads, decoding.decoder.forgets {
      return decoding
    }
    let opened = OpenDecoder(
      try makeDecoder(depth: depth, threads: threads, isPrimed: isPrimed), depth: depth, threads: threads)
    decoding = opened
    return opened
  }

  func makeDecoder(depth: Int, threads: Int32, isPrimed: Bool) throws(VideoError) -> Decoder {
    let decoder = try reader.makeDecoder(reorderDepth: depth, threads: threads, limits: limits)
    if isPrimed { try (reader.primer ?? primer)?.prime(decoder) }
    return decoder
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
      let decoder = try makeDecoder(depth: table.reorderDepth, threads: SequentialDecode.threads, isPrimed: true)
      let course = SequentialDecode(decoder, start: start, frame: frame, in: table)
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
    var run = FrameRun(frames, start: start, in: table, codec: codec, threads: threads, leavesOut: leavesOut)
    let ending = try feed(&run, in: table, threads: threads, body)
    // Several threads keep many pictures: their memory is given back before what becomes of the last one needs its own.
    if threads > 1 { decoding = nil }
    switch consume ending {
    case .found(let frame, let picture): try body(frame, picture)
    case .refuted: if threads == 1 { isRefuted = true }
    default: break
    }
    return run.missing
  }

  /// The same, but for the picture that is found last, which is put aside.
  private func feed(
    _ run: inout FrameRun, in table: PacketTable, threads: Int32,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> PacketFeed.Ending {
    let opened = try openDecoder(depth: table.reorderDepth, threads: threads)
    defer {
      opened.decoder.flush()
      opened.decoder.leavesOutUnreferenced(false)
    }
    var feed = run.feed
    let ending = try feed.feed(
      through: run.last, draining: .atAnyEnd, from: reader, to: opened.decoder,
      step: { run.step($0, $1, isMissing: reader.isMissing, in: table) },
      judge: { run.judge($0, in: table, of: opened.decoder) },
      take: { frame, picture throws(VideoError) in
        try body(frame, picture)
        return true
      })
    refused = Set(feed.failures.map { $0 + run.firstFed })
    return ending
  }
}
