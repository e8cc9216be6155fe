import CFFmpeg

/// A decoder run over the packets of a table: which frames are wanted, which packets are needed, and which pictures
/// came out.
///
/// It identifies pictures by their timestamps, and expects them in the order that the packets imply.
struct FrameRun {
  /// The first packet that is fed: nothing before the first keyframe, since some decoders would output pictures for it.
  let firstFed: Int
  /// The last packet that is fed.
  private(set) var last: Int
  /// Whether pictures that depend on earlier packets may be shown at its start.
  private let isOpen: Bool
  /// Whether no picture shown from its start on depends on earlier packets, so that log lines about missing ones count.
  private let isProven: Bool
  /// The packet that the reader holds, nil at the beginning of the file; and the timestamp of its picture.
  private let start: Int?
  private let firstTimestamp: Int64?
  /// Pictures that the decoder skips.
  private let leftOut: PictureSkip
  private let threads: Int32
  /// Whether it ends at damage: several threads do not conceal it the same way each time, nor does a decoder that was
  /// used before, or that skips pictures.
  private let endsAtDamage: Bool
  /// Whether it ended at damage.
  private(set) var hasMetDamage = false
  /// Whether it ends at any packet that is not in the table.
  private let isStrict: Bool
  private var frames: [Int]
  private var wanted: [Int64: [(frame: Int, ordinal: Int)]] = [:]
  private var seen: [Int64: Int] = [:]
  private var found: Set<Int> = []
  private var order: OutputOrder

  /// Plans a run for frames, given by their positions in ascending order.
  ///
  /// - Parameters:
  ///   - start: the packet that the reader holds; nil for the beginning of the file.
  ///   - threads: the decoder's number of threads.
  ///   - isQuick: whether pictures that no other depends on are left out, and whether the decoder may have been used
  ///     before: then it ends at damage.
  ///   - closure: what the frames are predicted from, if it is known: nothing else is decoded.
  init(
    _ frames: [Int], start: Int?, in table: borrowing PacketTable, codec: AVCodecID, threads: Int32, isQuick: Bool,
    closure: ReferenceClosure? = nil
  ) {
    let first = start ?? 0
    self.frames = frames
    self.start = start
    self.threads = threads
    endsAtDamage = threads > 1 || isQuick
    isStrict = false
    // FFmpeg's H.264 decoder holds back pictures after a recovery point until that point itself was output, and
    // draining before that loses them: from an open start, packets are fed until the pictures come out.
    isOpen = start.map { table.records[$0].traits.contains(.openStart) } ?? true
    isProven = start.map { table.records[$0].isCleanStart } ?? true
    let margin = isOpen ? PacketTable.margin : 0
    func last(of packets: [Int]) -> Int {
      let last = packets.map { table.lastPacket(ofPictureAt: $0) }.max() ?? first
      return max(first, min(last + margin, table.lastInSegment(of: last)))
    }
    let equals = table.equals(of: frames)
    let shown = table.packetsShown(upTo: equals, since: start)
    let leftOut =
      if let closure {
        PictureSkip(closure)
      } else if isQuick {
        PictureSkip(
          except: Set(equals.map { table.presentationOrder[$0] }), in: first...last(of: shown), of: table, codec: codec)
      } else {
        PictureSkip()
      }
    // Pictures shown before the last of them must come out before it: only then is the timestamps' order the decoder's.
    self.last = last(of: shown.filter { !leftOut.contains($0, of: table) && !table.isLost($0) })
    self.leftOut = leftOut
    firstTimestamp = start.flatMap { table.records[$0].presentation }
    firstFed = start ?? table.firstStart ?? 0
    order = OutputOrder(
      from: table.firstFrame(shownBefore: frames.min() ?? 0, since: start), lastFed: self.last, leftOut: leftOut)
    want(frames, in: table)
  }

  /// Plans a run that continues from frame to frame until something is wrong, and leaves nothing out.
  ///
  /// - Parameters:
  ///   - start: the packet that the reader holds.
  ///   - frame: the position of the first frame that will be wanted.
  ///   - threads: the decoder's number of threads.
  init(goingOnFrom start: Int, to frame: Int, in table: borrowing PacketTable, threads: Int32) {
    self.start = start
    self.threads = threads
    endsAtDamage = true
    isStrict = true
    firstFed = start
    last = start
    frames = []
    leftOut = PictureSkip()
    isOpen = table.records[start].traits.contains(.openStart)
    isProven = table.records[start].isCleanStart
    firstTimestamp = table.records[start].presentation
    order = OutputOrder(from: table.firstFrame(shownBefore: frame, since: start), lastFed: .max)
  }

  /// Adds one more frame, shown after the previous ones; at most `patience` packets after its own may be fed.
  mutating func goOn(to frame: Int, patience: Int, in table: borrowing PacketTable) {
    (frames, wanted, found) = ([frame], [:], [])
    let packet = table.presentationOrder[frame]
    last = min(packet + patience, table.lastInSegment(of: packet))
    want(frames, in: table)
  }

  private mutating func want(_ frames: [Int], in table: borrowing PacketTable) {
    for frame in frames {
      guard let timestamp = table.timestamp(ofFrame: frame) else { continue }
      wanted[timestamp, default: []].append((frame, table.equalsBefore(frame, since: start ?? 0)))
    }
  }

  /// A new feed for its packets.
  var feed: PacketFeed {
    PacketFeed(
      from: start ?? 0, isInHand: start != nil,
      DecodeRun(from: firstTimestamp, startsOpen: isOpen && isProven, threads: threads))
  }

  /// The frames that did not come out.
  var missing: [Int] { frames.filter { !found.contains($0) } }

  /// What to do with a packet of the table.
  ///
  /// - Parameters:
  ///   - packet: what was read in its place; nil if the reader held it already.
  ///   - isMissing: whether its bytes are missing, which a record from a kept index may not know.
  func step(
    _ number: Int, _ packet: PacketRecord?, isMissing: Bool, in table: borrowing PacketTable
  ) -> PacketFeed.Step {
    if let packet, !follows(packet, number, in: table) { return .stray }
    guard number >= firstFed else { return .pass }
    let record = table.records[number]
    if isMissing || record.isMissing { return .skip(matters: true) }
    // The decoder would make up what is missing, and not complain again where other pictures lack it, too.
    if record.traits.contains(.lacksReferences) { return .skip(matters: false) }
    return .feed(
      PacketFeed.Feeding(
        startsClean: record.isCleanStart,
        holdsNothing: record.promisesNothing,
        omission: leftOut.omission(from: number, of: table),
        settings: number == firstFed ? table.settings(at: number) : []))
  }

  private func follows(_ packet: PacketRecord, _ number: Int, in table: borrowing PacketTable) -> Bool {
    if isStrict { return packet.isSame(as: table.records[number]) }
    return !table.isRecalled || table.holds(packet, at: number)
  }

  /// What to do with the next picture from the decoder.
  mutating func judge(
    _ picture: borrowing DecodedFrame, in table: PacketTable, of decoder: borrowing Decoder
  ) -> PacketFeed.Verdict {
    // Several threads do not tell which picture damage was found in.
    if endsAtDamage, threads > 1 ? picture.followsDamage : picture.mayBeDamaged {
      hasMetDamage = true
      return .refuting
    }
    if OutputOrder.isRefuted(table, by: picture, of: decoder) { return .refuting }
    guard let timestamp = picture.timestamp, timestamp >= firstTimestamp ?? .min else { return .passing }
    // Damage may remove pictures; without damage, other pictures than the packets imply contradict the packets.
    if !order.follows(timestamp, in: table), !picture.followsDamage { return .refuting }
    let ordinal = seen[timestamp, default: 0]
    seen[timestamp] = ordinal + 1
    guard let match = wanted[timestamp]?.first(where: { $0.ordinal == ordinal }) else { return .passing }
    found.insert(match.frame)
    return found.count == frames.count ? .last(match.frame) : .wanted(match.frame)
  }
}
