/// Feeds packets of a stream into a decoder, one after the other, and passes on the pictures.
///
/// It can continue where it stopped, with the same decoder.
struct PacketFeed {
  /// What to do with a packet.
  enum Step {
    /// Feed it to the decoder.
    case feed(Feeding)
    /// Its bytes are missing: if it matters, what depends on it is damaged.
    case skip(matters: Bool)
    /// It precedes the packets that are fed.
    case pass
    /// It is not the expected packet.
    case stray

    /// The same with more bytes behind those of the packet.
    var lengthened: Step {
      guard case .feed(var feeding) = self else { return self }
      feeding.isLengthened = true
      return .feed(feeding)
    }
  }

  /// How to feed a packet to the decoder.
  struct Feeding {
    /// Whether everything that is shown from it on depends on nothing before it.
    let startsClean: Bool
    /// Whether its picture, without a timestamp, is known to depend on the keyframe before.
    var isLeading = false
    /// Whether it holds no picture, so that a complaint about it is none about a picture.
    var holdsNothing = false
    /// What of it need not be decoded.
    var omission = PictureSkip.Omission.nothing
    /// Side data to send to the decoder with it.
    var settings: [PacketSideData] = []
    /// Whether more bytes are put behind its own (`Packet.lengthen`).
    var isLengthened = false
  }

  /// What to do with a picture.
  enum Verdict {
    /// It is wanted; this is its number.
    case wanted(Int)
    /// It is the last wanted one; this is its number.
    case last(Int)
    /// It is not wanted.
    case passing
    /// It is not the expected one: nothing after it is trusted.
    case refuting
  }

  /// When the decoder is drained, so that waiting pictures come out without more input.
  enum Draining {
    case never
    /// After the last packet.
    case behindLast
    /// After the last packet, or if the stream ends before it.
    case atAnyEnd
  }

  /// Why the feed stopped.
  enum Ending: ~Copyable {
    /// After the last packet.
    case fed
    /// The stream ended before the last packet.
    case ended
    /// At an unexpected packet.
    case strayed
    /// At an unexpected picture.
    case refuted
    /// At a picture after which `take` wanted no more.
    case stopped
    /// At the last picture that is wanted, with its number.
    case found(Int, DecodedFrame)
  }

  /// The number of the next packet.
  private(set) var next: Int
  /// Whether the reader already holds it.
  private var isInHand: Bool
  private var run: DecodeRun

  /// - Parameters:
  ///   - next: the number of the first packet.
  ///   - isInHand: whether the reader already holds it.
  ///   - run: tracks damage.
  init(from next: Int, isInHand: Bool, _ run: DecodeRun) {
    self.next = next
    self.isInHand = isInHand
    self.run = run
  }

  /// Whether the decoder has met anything wrong, so that it must not be used again.
  var hasTrouble: Bool { run.hasTrouble }

  /// The first damaged packet, counted from the first one that was fed or skipped; nil if none is.
  var firstDamaged: Int? { run.firstDamaged }

  /// The damaged packets, in order.
  var damaged: [Int] { run.damaged }

  /// Whether the packet that was fed last is damaged.
  var endsDamaged: Bool { run.endsDamaged }

  /// The packets for which the decoder reported an error, counted from the first one that was fed or skipped.
  var failures: Set<Int> { run.failures }

  /// Feeds the packets up to one and judges each picture that comes out.
  ///
  /// - Parameters:
  ///   - last: the number of the last packet.
  ///   - draining: when the decoder is drained.
  ///   - reader: reads the packets.
  ///   - decoder: decodes the pictures.
  ///   - step: decides what to do with a packet, by its number; its record is nil if the reader held it already.
  ///   - judge: decides what to do with a picture.
  ///   - take: receives each wanted picture except the last one, and its number; false ends the feed.
  mutating func feed(
    through last: Int, draining: Draining, from reader: PacketReader, to decoder: borrowing Decoder,
    step: (Int, PacketRecord?) -> Step, judge: (borrowing DecodedFrame) -> Verdict,
    take: (Int, consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Ending {
    let halt = Halt()
    func goesOn(_ picture: consuming DecodedFrame) throws(VideoError) -> Bool {
      reader.notePicture()
      switch judge(picture) {
      case .passing: return true
      case .wanted(let number):
        halt.isStopped = try !take(number, picture)
        return !halt.isStopped
      case .last(let number):
        halt.number = number
        halt.picture = consume picture
        return false
      case .refuting:
        return false
      }
    }
    while next <= last {
      var record: PacketRecord?
      if !isInHand {
        record = try reader.next()
        if record == nil, draining == .atAnyEnd, try !run.drain(decoder, goesOn) { return halt.ending }
        if record == nil { return .ended }
      }
      isInHand = false
      let number = next
      next += 1
      let isLast = draining != .never && number == last
      if record?.isJoint ?? false { run.noteJoint() } else if record?.followsLoss ?? false { run.noteLoss() }
      switch step(number, record) {
      case .stray: return .strayed
      case .pass: break
      case .skip(let matters):
        if matters { run.skip() } else { run.pass() }
        if isLast, try !run.drain(decoder, goesOn) { return halt.ending }
      case .feed(let feeding):
        switch feeding.omission {
        case .nothing: decoder.leavesOutUnreferenced(false)
        case .picture: decoder.leavesOutUnreferenced(true)
        case .parts(let parts): try reader.packet.cut(parts)
        case .packet:
          run.pass()
          continue
        }
        for setting in feeding.settings { setting.attach(to: reader.packet) }
        if feeding.isLengthened { try reader.packet.lengthen() }
        // What FFmpeg cut from a byte stream may be the rest of a picture that is lost.
        let isEmpty = feeding.holdsNothing && reader.packetsAreWhole
        let isMore = try run.feed(
          reader.packet, startsClean: feeding.startsClean, isLeading: feeding.isLeading || isEmpty,
          isWhole: reader.packetsAreWhole, isLast: isLast, to: decoder, goesOn)
        if !isMore { return halt.ending }
      }
    }
    return .fed
  }

  /// Why no more pictures are accepted.
  private final class Halt {
    var isStopped = false
    var number = 0
    var picture: DecodedFrame?

    var ending: Ending {
      if let picture = picture.take() { return .found(number, picture) }
      return isStopped ? .stopped : .refuted
    }
  }
}
