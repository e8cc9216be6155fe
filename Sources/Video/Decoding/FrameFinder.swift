import CFFmpeg
import Files
import Timeline

/// Finds frames of a packet table in the file, decodes them, and returns only pictures that are verified to be those.
///
/// A seek is accepted if the packet where it lands is in the table, and a picture if its timestamp, and its position
/// among frames of the same timestamp, are the frame's. After a failure, decoding is tried again from earlier keyframes
/// and at last from the very beginning.
final class FrameFinder {
  let source: ByteSource
  let limits: Limits
  /// The memory that one picture may take; shared with the finders of workers.
  let budget: PictureBudget
  let stopwatch: Stopwatch?
  private let stream: Int
  private(set) var reader: PacketReader
  var decoding: OpenDecoder?
  private var ongoing: SequentialDecode?
  /// Whether decoders need the first keyframe's packet, which workers that open the file anew do not have.
  var hasPrimer: Bool { reader.primer != nil }
  /// Whether the reader has left the position of the whole-file scan.
  private(set) var hasMoved = false
  private(set) var seeks = 0
  /// Whether, since the last call of `decode`, a decoder output other pictures, or in another order, than the packets
  /// of the table imply.
  private(set) var isRefuted = false

  /// The packet behind whose bytes more are put before it is decoded (`OpenEnd`).
  var lengthened: Int?

  /// The packets for which the decoder reported an error in the last run with one thread.
  private var refused: Set<Int> = []
  /// The first packet in which the last run met damage that ended it, or after which no picture came out; nil if none
  /// did.
  private(set) var damagedPacket: Int?

  var codec: AVCodecID { reader.stream?.pointee.codecpar.pointee.codec_id ?? AV_CODEC_ID_NONE }

  /// The size of the file in bytes.
  var fileSize: Int64 { source.file.size }
  /// The end of the file as given in its container's header; nil if unknown.
  var segmentEnd: Int64? {
    reader.container.isOneElement ? source.matroskaSegment()?.end : nil
  }

  /// Starts a search: from here on, each new part of the file that is read restarts the time limit.
  func startSearch() { source.startSearch() }

  init(
    _ reader: PacketReader, source: ByteSource, limits: Limits, budget: PictureBudget? = nil,
    stopwatch: Stopwatch? = nil
  ) {
    self.reader = reader
    self.source = source
    self.limits = limits
    self.budget = budget ?? PictureBudget(allowed: limits.pictureBytes)
    self.stopwatch = stopwatch
    stream = reader.streamIndex
  }

  /// How many threads to use: starting them and holding more pictures pays from about forty pictures on.
  ///
  /// - Parameter count: how many pictures are decoded, if not all from the start on.
  static func threads(
    for frames: [Int], from start: Int, in table: borrowing PacketTable, decoding count: Int? = nil
  ) -> Int32 {
    let last = frames.map { table.presentationOrder[$0] }.max() ?? start
    return count ?? (last - start) < 48 ? 1 : SequentialDecode.threads
  }

  /// Frames per second as given in the coded stream, once something was decoded; nil if unknown.
  private(set) var codedRate: Rational?

  /// The open decoder, or a new one if that has another reorder depth or number of threads, or if a flush does not
  /// reset it (`ProvenStarts.Forgetting`).
  ///
  /// - Parameter isPrimed: whether decoding starts elsewhere than at the first keyframe, so that the primer is needed.
  func openDecoder(depth: Int, threads: Int32 = 1, isPrimed: Bool = true) throws(VideoError) -> OpenDecoder {
    if let decoding, decoding.depth == depth, decoding.threads == threads,
      decoding.isFresh || decoding.decoder.forgets && (reader.starts?.forgetting ?? .opening) != .opening
    {
      try decoding.decoder.checkBudget()
      return decoding
    }
    let opened = OpenDecoder(
      try makeDecoder(depth: depth, threads: threads, isPrimed: isPrimed), depth: depth, threads: threads)
    decoding = opened
    return opened
  }

  func makeDecoder(depth: Int, threads: Int32, isPrimed: Bool) throws(VideoError) -> Decoder {
    let decoder = try reader.makeDecoder(reorderDepth: depth, threads: threads, limits: limits, budget: budget)
    if isPrimed { try reader.primer?.prime(decoder) }
    return decoder
  }

  /// Closes decoders whose frames have more than `bytes` bytes.
  func closeDecoders(over bytes: Int64) {
    if let decoding, decoding.decoder.frameBytes > bytes { self.decoding = nil }
    if let ongoing, ongoing.frameBytes > bytes { self.ongoing = nil }
  }

  /// The end that the container states, in absolute seconds of the file; for Matroska it is found by probing its first
  /// packets.
  var statedEnd: Rational? {
    guard reader.container.isOneElement, !reader.isProbed, let file = try? source.file.duplicate() else {
      return reader.demuxer.statedEnd
    }
    let own = ByteSource(file: file, limits: limits, deadline: Deadline(nanoseconds: source.deadline.allowance))
    return (try? PacketReader(own, stream: stream, isProbed: true, limits: limits))?.demuxer.statedEnd
  }

  /// Restarts reading at the first packet, with a new demuxer: the only rewind that works for every container.
  func reopen() throws(VideoError) {
    decoding = nil
    ongoing = nil
    let (isAbandoned, isEncrypted) = (reader.isAbandoned, reader.isEncrypted)
    let primer = reader.primer
    reader = try PacketReader(source, stream: stream, isProbed: reader.isProbed, limits: limits)
    reader.primer = primer
    reader.isAbandoned = isAbandoned
    reader.isEncrypted = reader.isEncrypted || isEncrypted
    hasMoved = false
  }

  /// Restarts reading at the first packet, for anything other than the whole-file scan.
  func reopenToMove() throws(VideoError) {
    try reopen()
    hasMoved = true
  }

  /// Seeks for a scan around a moment; the next packet is the first of that scan.
  func seek(to timestamp: Int64) -> Bool {
    guard reader.container.leadsToPackets else { return false }
    let stage = stopwatch?.enter(.seek)
    defer { stopwatch?.resume(stage) }
    leave()
    guard reader.seek(to: timestamp) else { return false }
    guard reader.container.guessesTimesOfLastPage else { return true }
    guard let first = try? reader.next(), !source.isLastPage(at: first.position) else { return false }
    return reader.seek(to: timestamp)
  }

  /// Moves to the byte position of a packet, in a container that can only seek by bytes.
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

  /// Decodes frames, given by their positions in the table in ascending order, and returns each once.
  ///
  /// - Parameter isAnew: whether to use new decoders only.
  /// - Returns: the frames whose pictures did not come out, not even by decoding from the beginning.
  func decode(
    _ frames: [Int], in table: borrowing PacketTable, isAnew: Bool = false,
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
      missing += try decodeGroup(Array(group), start: start, in: table, isAnew: isAnew, body)
    }
    // A run from the beginning finds pictures by timestamp, which is ambiguous after a jump.
    let fence = table.segmentStarts.first ?? .max
    let retried = missing.filter { table.presentationOrder[$0] < fence }
    var behind = missing.filter { table.presentationOrder[$0] >= fence }[...]
    missing = retried
    while let frame = behind.first {
      // After a jump, decoding starts at the first start of the frame's own segment instead.
      let start = table.firstStart(inSegmentOf: frame)
      let group = behind.prefix { table.firstStart(inSegmentOf: $0) == start }
      behind = behind.dropFirst(group.count)
      missing +=
        try start.map { start throws(VideoError) in
          try decodeGroup(Array(group), start: start, in: table, isAnew: isAnew, body)
        } ?? Array(group)
    }
    // Wrong records from a kept index are not worth decoding everything: the index is discarded instead.
    guard !retried.isEmpty, table.startsAtBeginning, !table.isRecalled else { return missing }
    try reopenToMove()
    let lost = try decodeRun(retried, start: nil, in: table, body)
    return missing.dropFirst(retried.count) + lost
  }

  /// Decodes one frame, continuing from the previous one if that is nearer than its keyframe; false if it does not come
  /// out.
  func decode(
    next frame: Int, in table: PacketTable, _ body: (consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard let start = table.start(forFrame: frame) else { return false }
    if let course = ongoing, course.reaches(frame, from: start, in: table) {
      // After an error, or when the picture is not found, the sequential decode is not continued.
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

  /// The time limit of each frame.
  var deadline: Deadline { source.deadline }

  /// The result of decoding a packet.
  enum DecodeResult {
    case picture
    /// The decoder reports an error.
    case error
    /// The decoder skips it without an error.
    case nothing
    /// Unknown, since other pictures came out than the packets imply.
    case contradicted
  }

  /// The decoder's result for this frame's packet; tried once, from the frame's own keyframe.
  func decodeResult(of frame: Int, in table: borrowing PacketTable) throws(VideoError) -> DecodeResult {
    guard let start = table.start(forFrame: frame), try land(on: start, in: table) else { return .error }
    isRefuted = false
    if try decodeRun([frame], start: start, in: table, { _, _ in }).isEmpty { return .picture }
    if isRefuted { return .contradicted }
    return refused.contains(table.presentationOrder[frame]) ? .error : .nothing
  }

  /// Decodes from the packet that the reader holds, or from the next one if `start` is nil, to the last frame wanted.
  ///
  /// - Parameters:
  /// - threads: with more than one, the run ends at damage, and does not refute timestamps.
  /// - isQuick: whether a used decoder may be taken and unreferenced pictures skipped; the run then ends at damage.
  /// - closure: what the frames are predicted from, if known: nothing else is decoded.
  func decodeRun(
    _ frames: [Int], start: Int?, in table: PacketTable, threads: Int32 = 1, isQuick: Bool = false,
    closure: ReferenceClosure? = nil,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    // A decoder that was sent another configuration in mid-stream may keep it.
    if !isQuick || table.bringsSettings { decoding = nil }
    var run = FrameRun(
      frames, start: start, in: table, codec: codec, threads: threads, isQuick: isQuick, closure: closure)
    let ending = try feed(&run, in: table, threads: threads, body)
    // A decoder with several threads holds many pictures: it is closed before the last picture is processed, which
    // needs memory too.
    if threads > 1 { decoding = nil }
    switch consume ending {
    case .found(let frame, let picture): try body(frame, picture)
    case .refuted: if threads == 1, !run.hasMetDamage { isRefuted = true }
    default: break
    }
    return run.missing
  }

  /// The same, except that the last picture is not passed to the body but returned.
  private func feed(
    _ run: inout FrameRun, in table: PacketTable, threads: Int32,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> PacketFeed.Ending {
    let opened = try openDecoder(depth: table.reorderDepth, threads: threads)
    var feed = run.feed
    defer { settle(opened, hasTrouble: feed.hasTrouble) }
    let ending = try feed.feed(
      through: run.last, draining: .atAnyEnd, from: reader, to: opened.decoder,
      step: { number, record in
        let step = run.step(number, record, isMissing: reader.isMissing, in: table)
        return number == lengthened ? step.lengthened : step
      },
      judge: { run.judge($0, in: table, of: opened.decoder) },
      take: { frame, picture throws(VideoError) in
        try body(frame, picture)
        return true
      })
    refused = Set(feed.failures.map { $0 + run.firstFed })
    // After an error, dav1d may output no picture that shows the damage.
    damagedPacket = run.hasMetDamage || Decoder.isDav1d(codec) ? feed.firstDamaged.map { $0 + run.firstFed } : nil
    return ending
  }

  /// Makes a decoder ready for the next run, or closes it if it has met anything wrong.
  func settle(_ used: OpenDecoder, hasTrouble: Bool) {
    used.isFresh = false
    codedRate = used.decoder.frameRate ?? codedRate
    if hasTrouble || reader.starts?.forgetting == .emptying && !used.decoder.empties() {
      if decoding === used { decoding = nil }
      return
    }
    used.decoder.flush()
    used.decoder.showsUnrecovered(false)
    used.decoder.leavesOutUnreferenced(false)
  }
}
