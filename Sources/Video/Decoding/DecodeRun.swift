import CFFmpeg

/// A stretch of decoding from one starting point: packets go in, pictures come out, and damage is put to the account of
/// the pictures that it reaches.
///
/// FFmpeg says of some damage nothing but a line in its log, so the lines between two packets count against the first.
/// Of other damage it says nothing at all: a picture whose data ended too early keeps what its memory held before.
/// Complaints about leading pictures that are thrown away anyway do not count.
struct DecodeRun {
  /// Pictures before this timestamp belong to the keyframe before the one that the run started at.
  private let firstTimestamp: Int64?
  private let startsOpen: Bool
  private var damage = DamageAccount()
  private var number = -1
  /// How many packets a decoder of several threads works at, at the same time: what it says may be about any of them.
  private let overlap: Int
  /// Packets fed since the last one whose complaints do not count.
  private var countingFor = 0
  /// The decoder's complaints that are dealt with already; nil before the run has a decoder.
  private var mark: Int?
  private var missingBefore = 0
  /// Whether the packet that was fed last needs nothing before it.
  private var isAtStart = false

  /// - Parameters:
  ///   - firstTimestamp: that of the first picture, nil where packets have none.
  ///   - startsOpen: whether the run starts at a picture that others may precede, which need what is before it.
  init(from firstTimestamp: Int64?, startsOpen: Bool = false, threads: Int32 = 1) {
    self.firstTimestamp = firstTimestamp
    self.startsOpen = startsOpen
    overlap = Int(max(1, threads)) - 1
    countingFor = overlap
  }

  /// Goes past a packet whose bytes are not there.
  mutating func skip() {
    number += 1
    damage.add(number)
  }

  /// Packets, by their number in the run, that the decoder gave an error for; with several threads it may be another's.
  private(set) var failures: Set<Int> = []

  /// Decodes one packet, and after the last one what is left inside, and hands each picture out; `body` returns false
  /// to stop.
  ///
  /// - Parameter isLeading: whether the picture is known to belong to the keyframe before, without a timestamp.
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
    if counts, raw.flags & AV_PKT_FLAG_CORRUPT != 0 { damage.add(number) }
    if overlap > 0 {
      countingFor = counts ? countingFor + 1 : -1
      counts = countingFor >= overlap
    }
    // What the demuxer said meanwhile is no fault of a picture.
    if overlap == 0 || mark == nil { listen(to: decoder) }
    var status = decoder.send(packet.pointer, number: Int64(number))
    if status == FG_ERROR_AGAIN {
      // The decoder wants its pictures taken first.
      if try !collect(from: decoder, counts: counts, body) { return false }
      status = decoder.send(packet.pointer, number: Int64(number))
    }
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status < 0 {
      failures.insert(number)
      if counts { damage.add(number) }
    }
    if try !collect(from: decoder, counts: counts, body) { return false }
    guard isLast else { return true }
    return try drain(decoder, body)
  }

  /// Takes out what waits inside the decoder for its turn.
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
        // With several threads those behind the picture may still be at work.
        note(counts, decoder, done: overlap == 0 ? number : Int(clamping: fg_frame_number(frame)))
        if fg_is_incomplete(frame) != 0 { damage.add(Int(clamping: max(0, fg_frame_number(frame)))) }
        let picture = DecodedFrame(frame, isDamaged: damage.reaches(frame), followsDamage: !damage.isEmpty)
        if try !body(picture) { return false }
      case .failure:
        // The missing picture shows by itself; those that wait behind it are still to be had.
        self.failures.insert(number)
        if counts { damage.add(number) }
        failures += 1
      case .needsPacket, .end:
        note(counts, decoder, done: overlap == 0 ? number : -1)
        return true
      }
    }
    note(counts, decoder, done: overlap == 0 ? number : -1)
    return true
  }

  /// Failures after which no picture is expected any more: more than any decoder ever holds back.
  private static let mostFailures = 64

  private mutating func listen(to decoder: borrowing Decoder) {
    mark = decoder.complaints(countingMissingReferences: !startsOpen)
    missingBefore = decoder.missingPictures
  }

  /// Looks what the decoder said since the last time, and what it left incomplete of the packets up to `done`.
  private mutating func note(_ counts: Bool, _ decoder: borrowing Decoder, done: Int) {
    let (earlier, missingEarlier) = (mark, missingBefore)
    listen(to: decoder)
    var isFaulty = false
    if let earlier, let mark, mark > earlier { isFaulty = true }
    // A start needs no picture before it, so a gap in front of it is no fault. With several threads it is not known which
    // packet the gap was found at: at an open start it is most likely the first one, and none is counted.
    if missingBefore > missingEarlier, overlap == 0 ? !isAtStart : !startsOpen { isFaulty = true }
    if counts, isFaulty { for back in 0...overlap { damage.add(max(0, number - back)) } }
    while let number = decoder.nextIncomplete(upTo: done) { damage.add(number) }
  }
}

/// Which packets of a run are damaged, and which of its pictures that spoils.
private struct DamageAccount {
  private var starts: [(number: Int, timestamp: Int64?)] = []
  /// In rising order.
  private var faults: [Int] = []

  /// A keyframe was fed: what is shown from it on does not depend on anything before it.
  mutating func start(at number: Int, timestamp: Int64?) { starts.append((number, timestamp)) }

  /// Something is wrong with this packet.
  mutating func add(_ number: Int) {
    // What is found late is seldom far from the end.
    var place = faults.count
    while place > 0, faults[place - 1] > number { place -= 1 }
    if place == 0 || faults[place - 1] != number { faults.insert(number, at: place) }
  }

  var isEmpty: Bool { faults.isEmpty }

  /// Whether a picture's own packet, or one that came before it since its keyframe, is damaged.
  func reaches(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    guard let firstFault = faults.first else { return false }
    let number = fg_frame_number(frame)
    // A decoder that does not carry the number leaves the doubt.
    guard number >= 0 else { return true }
    guard number >= Int64(firstFault) else { return false }
    let timestamp = frame.pointee.pts == FG_NO_TIMESTAMP ? nil : frame.pointee.pts
    let start = starts.last { start in
      guard Int64(start.number) <= number else { return false }
      // Leading pictures come after the keyframe in the file, but depend on what came before it.
      guard let timestamp, let from = start.timestamp else { return true }
      return from <= timestamp
    }
    let from = start?.number ?? 0
    return faults.last { Int64($0) <= number }.map { $0 >= from } ?? false
  }
}
