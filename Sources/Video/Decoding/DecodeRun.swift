import CFFmpeg

/// One run of a decoder from one starting point: takes packets, returns pictures, and records which pictures are
/// affected by damage.
///
/// FFmpeg reports some damage only by a line in its log, so lines between two packets are attributed to the first.
/// Other damage is not reported at all: a picture whose data ended too early keeps the previous content of its buffer.
/// Complaints about leading pictures, which are discarded anyway, do not count.
struct DecodeRun {
  /// Pictures before this timestamp belong to the keyframe before the one that the run started at.
  private let firstTimestamp: Int64?
  private let startsOpen: Bool
  private var damage = DamageAccount()
  private var number = -1
  /// How many packets a decoder with several threads works on at the same time: its complaints may be about any of
  /// them.
  private let overlap: Int
  /// The number of packets since the last one whose complaints are ignored.
  private var countingFor = 0
  /// The number of the decoder's complaints that were handled; nil before the run has a decoder.
  private var mark: Int?
  private var missingBefore = 0
  /// Whether the packet that was fed last depends on nothing before it.
  private var isAtStart = false

  /// - Parameters:
  ///   - firstTimestamp: that of the first picture; nil if packets have none.
  ///   - startsOpen: whether the run starts at a picture that others, which depend on earlier packets, may precede on
  ///     screen.
  init(from firstTimestamp: Int64?, startsOpen: Bool = false, threads: Int32 = 1) {
    self.firstTimestamp = firstTimestamp
    self.startsOpen = startsOpen
    overlap = Int(max(1, threads)) - 1
    countingFor = overlap
  }

  /// Skips a packet whose bytes are missing.
  mutating func skip() {
    number += 1
    fault(at: number)
  }

  /// Something is wrong with a packet.
  ///
  /// - Parameter counts: whether pictures that matter depend on it.
  private mutating func fault(at number: Int, counts: Bool = true) {
    hasTrouble = true
    if counts { damage.add(number) }
  }

  /// Whether the decoder has met anything wrong: it may have kept traces of that, even over a flush.
  ///
  /// FFmpeg's decoder of H.264 conceals errors with tables that a flush does not reset, and decodes intact pictures
  /// wrongly afterwards.
  private(set) var hasTrouble = false

  /// The first damaged packet, by its number in the run; nil if none is.
  var firstDamaged: Int? { damage.first }

  /// Whether the packet that was fed last is damaged.
  var endsDamaged: Bool { damage.last == number }

  /// Packets, by their number in the run, for which the decoder reported an error; with several threads it may be
  /// another packet's.
  private(set) var failures: Set<Int> = []

  /// Decodes one packet, and after the last one drains the decoder; passes each picture to `body`, which returns false
  /// to stop.
  ///
  /// - Parameter isLeading: whether the picture, without a timestamp, is known to depend on the keyframe before.
  mutating func feed(
    _ packet: borrowing Packet, startsClean: Bool, isLeading: Bool = false, isLast: Bool, to decoder: borrowing Decoder,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    number += 1
    let raw = packet.pointer.pointee
    let timestamp = raw.pts == FG_NO_TIMESTAMP ? nil : raw.pts
    var counts = !isLeading
    if let timestamp, let firstTimestamp, timestamp < firstTimestamp { counts = false }
    isAtStart = startsClean || number == 0
    if startsClean { damage.start(at: number, timestamp: timestamp) }
    if raw.flags & AV_PKT_FLAG_CORRUPT != 0 { fault(at: number, counts: counts) }
    if overlap > 0 {
      countingFor = counts ? countingFor + 1 : -1
      counts = countingFor >= overlap
    }
    // What the demuxer logged meanwhile is not about a picture.
    if overlap == 0 || mark == nil { listen(to: decoder) }
    var status = decoder.send(packet.pointer, number: Int64(number))
    if status == FG_ERROR_AGAIN {
      // The decoder is full: its pictures must be taken out first.
      if try !collect(from: decoder, counts: counts, body) { return false }
      status = decoder.send(packet.pointer, number: Int64(number))
    }
    if status < 0 { try decoder.checkRefusal() }
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status < 0 {
      failures.insert(number)
      fault(at: number, counts: counts)
    }
    if try !collect(from: decoder, counts: counts, body) { return false }
    guard isLast else { return true }
    return try drain(decoder, body)
  }

  /// Drains the decoder: takes out pictures that wait to be output in order.
  mutating func drain(
    _ decoder: borrowing Decoder, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    if mark == nil { listen(to: decoder) }
    decoder.sendEnd()
    return try collect(from: decoder, counts: true, body)
  }

  private mutating func collect(
    from decoder: borrowing Decoder, counts: Bool, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    var failures = 0
    while failures < Self.mostFailures {
      switch try decoder.receive() {
      case .frame(let frame):
        // With several threads, packets after that of the picture may still be in progress.
        note(counts, decoder, done: overlap == 0 ? number : Int(clamping: fg_frame_number(frame)))
        if fg_is_incomplete(frame) != 0 { fault(at: Int(clamping: max(0, fg_frame_number(frame)))) }
        let picture = DecodedFrame(
          frame, isDamaged: damage.reaches(frame), followsDamage: !damage.isEmpty, mayBeDamaged: damage.precedes(frame))
        if try !body(picture) { return false }
      case .failure:
        // The missing picture is noticed anyway; pictures after it can still be output.
        self.failures.insert(number)
        fault(at: number, counts: counts)
        failures += 1
      case .needsPacket, .end:
        note(counts, decoder, done: overlap == 0 ? number : -1)
        return true
      }
    }
    note(counts, decoder, done: overlap == 0 ? number : -1)
    return true
  }

  /// After this many failures no picture is expected any more: more than any decoder ever holds back.
  private static let mostFailures = 64

  private mutating func listen(to decoder: borrowing Decoder) {
    mark = decoder.complaints(countingMissingReferences: !startsOpen)
    missingBefore = decoder.missingPictures
  }

  /// Checks for new complaints of the decoder, and for incomplete pictures of the packets up to `done`.
  private mutating func note(_ counts: Bool, _ decoder: borrowing Decoder, done: Int) {
    let (earlier, missingEarlier) = (mark, missingBefore)
    listen(to: decoder)
    var isFaulty = false
    if let earlier, let mark, mark > earlier { isFaulty = true }
    // A start needs no picture before it, so a gap before it is not a fault. With several threads it is unknown at
    // which packet the gap was found: at an open start it is most likely the first one, and none is counted.
    if missingBefore > missingEarlier, overlap == 0 ? !isAtStart : !startsOpen { isFaulty = true }
    if isFaulty {
      if overlap == 0, decoder.refusesByWords { failures.insert(number) }
      for back in 0...overlap { fault(at: max(0, number - back), counts: counts) }
    }
    while let number = decoder.nextIncomplete(upTo: done) { fault(at: number) }
  }
}

/// Which packets of a run are damaged, and which of its pictures are affected.
private struct DamageAccount {
  private var starts: [(number: Int, timestamp: Int64?)] = []
  /// In ascending order.
  private var faults: [Int] = []

  /// A keyframe was fed: pictures shown from its timestamp on do not depend on anything before it.
  mutating func start(at number: Int, timestamp: Int64?) { starts.append((number, timestamp)) }

  /// Marks this packet as damaged.
  mutating func add(_ number: Int) {
    // Late entries belong near the end.
    var place = faults.count
    while place > 0, faults[place - 1] > number { place -= 1 }
    if place == 0 || faults[place - 1] != number { faults.insert(number, at: place) }
  }

  var isEmpty: Bool { faults.isEmpty }

  /// The first damaged packet.
  var first: Int? { faults.first }

  /// The last damaged packet.
  var last: Int? { faults.last }

  /// Whether a picture's own packet, or any earlier one, is damaged.
  func precedes(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let first = faults.first else { return false }
    let number = fg_frame_number(frame)
    // Without the packet's number, damage cannot be ruled out.
    return number < 0 || number >= Int64(first)
  }

  /// Whether a picture's own packet, or an earlier one since its keyframe, is damaged.
  func reaches(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let firstFault = faults.first else { return false }
    let number = fg_frame_number(frame)
    // Without the packet's number, damage cannot be ruled out.
    guard number >= 0 else { return true }
    guard number >= Int64(firstFault) else { return false }
    let timestamp = frame.pointee.pts == FG_NO_TIMESTAMP ? nil : frame.pointee.pts
    let start = starts.last { start in
      guard Int64(start.number) <= number else { return false }
      // Leading pictures follow the keyframe in the file, but depend on earlier packets.
      guard let timestamp, let from = start.timestamp else { return true }
      return from <= timestamp
    }
    let from = start?.number ?? 0
    return faults.last { Int64($0) <= number }.map { $0 >= from } ?? false
  }
}
