/// Packets of a stream on their way into a decoder, one after the other, and the pictures that come of them.
///
/// It can go on where it was left, with the same decoder.
struct PacketFeed {
  /// What is done with a packet.
  enum Step {
    /// It goes into the decoder.
    case feed(Feeding)
    /// Its bytes are not there: what depends on it is damaged.
    case skip
    /// It precedes those that are fed.
    case pass
    /// It is not the packet that should be here.
    case stray
  }

  /// How a packet goes into the decoder.
  struct Feeding {
    /// Whether everything that is shown from it on needs nothing before it.
    let startsClean: Bool
    /// Whether its picture is known to belong to the keyframe before, without a timestamp.
    var isLeading = false
    /// Whether the decoder may leave its picture out.
    var isLeftOut = false
    /// What the decoder has to be told with it.
    var settings: [PacketSideData] = []
  }

  /// What a picture is.
  enum Verdict {
    /// One that is wanted, by its number.
    case wanted(Int)
    /// The last one that is wanted, by its number.
    case last(Int)
    /// One on the way.
    case passing
    /// Not what should come: nothing that follows is believed.
    case refuting
  }

  /// When the decoder is drained, so that what waits inside comes out without more input.
  enum Draining {
    case never
    /// Behind the last packet.
    case behindLast
    /// Behind the last packet, and where the stream ends before it.
    case atAnyEnd
  }

  /// Where it stopped.
  enum Ending: ~Copyable {
    /// Behind the last packet.
    case fed
    /// The stream ended before the last packet.
    case ended
    /// At a packet that should not be there.
    case strayed
    /// At a picture that should not be there.
    case refuted
    /// At a picture behind which `take` wanted no more.
    case stopped
    /// At the last picture that is wanted, with its number.
    case found(Int, DecodedFrame)
  }

  /// The number of the next packet.
  private(set) var next: Int
  /// Whether the reader holds it already.
  private var isInHand: Bool
  private var run: DecodeRun

  /// - Parameters:
  ///   - next: the number of the first packet.
  ///   - isInHand: whether the reader holds that already.
  ///   - run: keeps the account of damage.
  init(from next: Int, isInHand: Bool, _ run: DecodeRun) {
    self.next = next
    self.isInHand = isInHand
    self.run = run
  }

  /// The packets that the decoder gave an error for, counted from the first one that was fed or skipped.
  var failures: Set<Int> { run.failures }

  /// Feeds the packets up to one and judges each picture that comes out.
  ///
  /// - Parameters:
  ///   - last: the number of the last packet.
  ///   - draining: when the decoder is drained.
  ///   - reader: has the packets.
  ///   - decoder: makes the pictures.
  ///   - step: what is done with a packet, by its number; its record is nil where the reader held it already.
  ///   - judge: what a picture is.
  ///   - take: takes a picture that is wanted, but for the last one, and its number; false for no more of them.
  mutating func feed(
    through last: Int, draining: Draining, from reader: PacketReader, to decoder: borrowing Decoder,
    step: (Int, PacketRecord?) -> Step, judge: (borrowing DecodedFrame) -> Verdict,
    take: (Int, consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Ending {
    let halt = Halt()
    func goesOn(_ picture: consuming DecodedFrame) throws(VideoError) -> Bool {
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
        if record == nil {
          if draining == .atAnyEnd, try !run.drain(decoder, goesOn) { return halt.ending }
          return .ended
        }
      }
      isInHand = false
      let number = next
      next += 1
      let isLast = draining != .never && number == last
      switch step(number, record) {
      case .stray: return .strayed
      case .pass: break
      case .skip:
        run.skip()
        if isLast, try !run.drain(decoder, goesOn) { return halt.ending }
      case .feed(let feeding):
        decoder.leavesOutUnreferenced(feeding.isLeftOut)
        for setting in feeding.settings { setting.attach(to: reader.packet) }
        let isMore = try run.feed(
          reader.packet, startsClean: feeding.startsClean, isLeading: feeding.isLeading, isLast: isLast, to: decoder,
          goesOn)
        if !isMore { return halt.ending }
      }
    }
    return .fed
  }

  /// Why no more pictures are taken.
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
