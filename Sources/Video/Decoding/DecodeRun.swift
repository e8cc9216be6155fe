import CFFmpeg

/// One run of a decoder from one starting point: takes packets, returns pictures, and records which pictures are
/// affected by damage.
///
/// FFmpeg reports some damage only by a line in its log, which tells the packet. Other damage is not reported at all: a
/// picture whose data ended too early keeps the previous content of its buffer. Complaints about leading pictures, which
/// are discarded anyway, do not count.
struct DecodeRun {
  /// Pictures before this timestamp belong to the keyframe before the one that the run started at.
  private let firstTimestamp: Int64?
  private let startsOpen: Bool
  private var damage = DamageAccount()
  private var number = -1
  /// How many packets a decoder with several threads works on at the same time: a line that names none may be about any
  /// of them.
  private let overlap: Int
  /// The packets whose complaints do not count.
  private var ignored: Set<Int> = []
  /// The packets that depend on nothing before them.
  private var starts: Set<Int> = [0]
  /// Packets that the container hides, for decoders whose pictures FFmpeg does not drop itself (dav1d in FFmpeg 5.1).
  private var hidden: Set<Int> = []
  /// The number of stray complaints that were handled; nil before the run has a decoder.
  private var mark: Int?

  /// - Parameters:
  ///   - firstTimestamp: that of the first picture; nil if packets have none.
  ///   - startsOpen: whether the run starts at a picture that others, which depend on earlier packets, may precede on
  ///     screen.
  init(from firstTimestamp: Int64?, startsOpen: Bool = false, threads: Int32 = 1) {
    self.firstTimestamp = firstTimestamp
    self.startsOpen = startsOpen
    overlap = Int(max(1, threads)) - 1
  }

  /// Skips a packet whose bytes are missing.
  mutating func skip() {
    number += 1
    fault(at: number)
  }

  /// Passes over a packet that is not needed.
  mutating func pass() { number += 1 }

  /// Notes that the next packet, whether it is needed or not, begins another recording within a group.
  mutating func noteJoint() { fault(at: number + 1) }

  /// Notes that packets may be lost before the next one, at which decoding may start: pictures behind it that are shown
  /// before it depend on them.
  mutating func noteLoss() {
    hasTrouble = true
    damage.markLoss(before: number + 1)
  }

  /// Records that something is wrong with a packet.
  ///
  /// - Parameter counts: whether pictures that matter depend on it.
  private mutating func fault(at number: Int, counts: Bool = true) {
    hasTrouble = true
    if counts { damage.markDamaged(number) }
  }

  /// Whether the decoder has met anything wrong: it may have kept traces of that, even over a flush.
  ///
  /// FFmpeg's decoder of H.264 conceals errors with tables that a flush does not reset, and decodes intact pictures
  /// wrongly afterwards.
  private(set) var hasTrouble = false

  /// The first damaged packet, by its number in the run; nil if none is.
  var firstDamaged: Int? { damage.first }

  /// The damaged packets, in order.
  var damaged: [Int] { damage.faults }

  /// Whether the packet that was fed last is damaged.
  var endsDamaged: Bool { damage.last == number }

  /// Packets, by their number in the run, for which the decoder reported an error. With several threads a status may be
  /// about another packet.
  private(set) var failures: Set<Int> = []

  /// Decodes one packet, and after the last one drains the decoder; passes each picture to `body`, which returns false
  /// to stop.
  ///
  /// - Parameters:
  ///   - isLeading: whether the picture, without a timestamp, is known to depend on the keyframe before.
  ///   - isWhole: whether FFmpeg did not cut the packet from a stream of bytes: where that lacks some, pictures that others
  ///     depend on may be lost, too.
  mutating func feed(
    _ packet: borrowing Packet, startsClean: Bool, isLeading: Bool = false, isWhole: Bool = true, isLast: Bool,
    to decoder: borrowing Decoder,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    if decoder.isOver(at: packet) {
      if try !drain(decoder, body) { return false }
      try decoder.renew(for: packet)
    }
    number += 1
    let raw = packet.pointer.pointee
    let timestamp = raw.pts == FG_NO_TIMESTAMP ? nil : raw.pts
    var counts = !isLeading
    if let timestamp, let firstTimestamp, timestamp < firstTimestamp { counts = false }
    if !counts { ignored.insert(number) }
    if startsClean {
      starts.insert(number)
      damage.start(at: number, timestamp: timestamp)
    }
    if raw.flags & AV_PKT_FLAG_DISCARD != 0, !decoder.tellsPackets { hidden.insert(number) }
    if raw.flags & AV_PKT_FLAG_CORRUPT != 0 { fault(at: number, counts: counts || !isWhole) }
    // What the demuxer logged meanwhile is not about a picture.
    if overlap == 0 || mark == nil { listen(to: decoder) }
    var status = decoder.send(packet.pointer, number: Int64(number))
    if status == FG_ERROR_AGAIN {
      // The decoder is full: its pictures must be taken out first.
      if try !collect(from: decoder, body) { return false }
      status = decoder.send(packet.pointer, number: Int64(number))
    }
    if status < 0 { try decoder.checkRefusal() }
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status < 0 { fail() }
    if try !collect(from: decoder, body) { return false }
    guard isLast else { return true }
    return try drain(decoder, body)
  }

  /// Drains the decoder: takes out pictures that wait to be output in order.
  mutating func drain(
    _ decoder: borrowing Decoder, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    if mark == nil { listen(to: decoder) }
    decoder.showsUnrecovered(startsOpen && firstTimestamp != nil)
    decoder.sendEnd()
    return try collect(from: decoder, body)
  }

  private mutating func collect(
    from decoder: borrowing Decoder, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    var failures = 0
    while failures < Self.mostFailures {
      switch try decoder.receive() {
      case .frame(let frame):
        // With several threads, packets after the picture's own may still be in progress.
        note(decoder, done: overlap == 0 ? number : Int(clamping: fg_frame_number(frame)))
        if fg_is_incomplete(frame) != 0 { fault(at: Int(clamping: max(0, fg_frame_number(frame)))) }
        let picture = DecodedFrame(
          frame, isDamaged: damage.reaches(frame), followsDamage: !damage.isEmpty, mayBeDamaged: damage.precedes(frame),
          flaws: decoder.believedFlaws(of: frame), codedBits: decoder.codedBits)
        if let number = picture.number, hidden.contains(number) { continue }
        if try !body(picture) { return false }
      case .failure:
        // The missing picture is noticed anyway; pictures after it can still be output.
        fail()
        failures += 1
      case .needsPacket, .end:
        note(decoder, done: overlap == 0 ? number : -1)
        return true
      }
    }
    note(decoder, done: overlap == 0 ? number : -1)
    return true
  }

  /// After this many failures no picture is expected any more: no decoder holds back so many.
  private static let mostFailures = 64

  /// Discards what the decoder has logged so far.
  private mutating func listen(to decoder: borrowing Decoder) {
    if mark == nil { _ = decoder.takeRemarks() }
    mark = decoder.strayComplaints
  }

  /// Records an error that the decoder reported by its status.
  private mutating func fail() {
    failures.insert(number)
    markPacketsInProgress()
  }

  /// Records that something is wrong with one of the packets in progress: with several threads, it may be any of them.
  private mutating func markPacketsInProgress() {
    let packets = max(0, number - overlap)...max(0, number)
    let counts = packets.contains { !ignored.contains($0) }
    for packet in packets { fault(at: packet, counts: counts) }
  }

  /// Takes what the decoder has logged, and marks packets up to `done` whose pictures were left incomplete.
  private mutating func note(_ decoder: borrowing Decoder, done: Int) {
    for (packet, said) in decoder.takeRemarks() {
      var remark = said
      if startsOpen { remark.remove(.missingReference) }
      // A start needs no earlier picture, so a gap before it is no damage.
      if starts.contains(packet) { remark.remove(.gap) }
      if remark.isEmpty { continue }
      guard decoder.tellsPackets, packet >= 0 else {
        markPacketsInProgress()
        continue
      }
      if decoder.refusesByWords { failures.insert(packet) }
      fault(at: packet, counts: !ignored.contains(packet))
    }
    let strays = decoder.strayComplaints
    if let mark, strays > mark { markPacketsInProgress() }
    mark = strays
    while let number = decoder.nextIncomplete(upTo: done) { fault(at: number) }
  }
}

/// Which packets of a run are damaged, and which of its pictures are affected.
private struct DamageAccount {
  private var starts: [(number: Int, timestamp: Int64?)] = []
  /// In ascending order.
  private(set) var faults: [Int] = []
  /// The packets before which others may be lost, in ascending order.
  private var losses: [Int] = []

  /// Notes a keyframe: pictures shown from its timestamp on do not depend on anything before it.
  mutating func start(at number: Int, timestamp: Int64?) { starts.append((number, timestamp)) }

  /// Marks this packet as damaged.
  mutating func markDamaged(_ number: Int) {
    // Late entries belong near the end.
    var place = faults.count
    while place > 0, faults[place - 1] > number { place -= 1 }
    if place == 0 || faults[place - 1] != number { faults.insert(number, at: place) }
  }

  /// Marks that packets may be lost before this one.
  mutating func markLoss(before number: Int) { losses.append(number) }

  var isEmpty: Bool { faults.isEmpty && losses.isEmpty }

  /// The first damaged packet.
  var first: Int? { faults.first }

  /// The last damaged packet.
  var last: Int? { faults.last }

  /// Whether a picture's own packet, or any earlier one, is damaged.
  func precedes(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let first = firstOfAny else { return false }
    let number = fg_frame_number(frame)
    // Without the packet's number, damage cannot be ruled out.
    return number < 0 || number >= Int64(first)
  }

  /// Whether a picture's own packet, or an earlier one since its keyframe, is damaged.
  func reaches(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let firstFault = firstOfAny else { return false }
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
      || losses.last { Int64($0) <= number }.map { $0 > from } ?? false
  }

  private var firstOfAny: Int? { [faults.first, losses.first].compactMap(\.self).min() }
}
