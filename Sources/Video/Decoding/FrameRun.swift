import CFFmpeg

/// What one run of a decoder over the packets of a table is asked for, which packets that takes, and what came of it.
///
/// It knows pictures by their timestamps, and each only in the order that the packets promise.
struct FrameRun {
  /// What a picture is to the run.
  enum Verdict {
    /// A frame that is wanted, by its place.
    case wanted(Int)
    /// One on the way.
    case passing
    /// Not what the packets promise, so that they do not tell the timeline.
    case refuting
  }

  /// The first packet that is fed: nothing before the first keyframe, since some decoders would make pictures of it.
  let firstFed: Int
  /// The last packet that is fed; the decoder is drained behind it.
  let last: Int
  /// Whether it starts where pictures may be shown that need what is before.
  let isOpen: Bool
  /// The timestamp of the picture that it starts at, nil from the beginning of the file.
  let firstTimestamp: Int64?
  /// Pictures that the decoder leaves out.
  let leftOut: NonReferenceSkip
  private let frames: [Int]
  private var wanted: [Int64: [(frame: Int, ordinal: Int)]] = [:]
  private var seen: [Int64: Int] = [:]
  private var found: Set<Int> = []
  private var order: OutputOrder

  /// Plans a run for frames, given by their places in rising order.
  ///
  /// - Parameters:
  ///   - start: the packet that is in hand; nil for the beginning of the file.
  ///   - leavesOut: whether pictures are left out that nothing depends on.
  init(_ frames: [Int], start: Int?, in table: borrowing PacketTable, codec: AVCodecID, leavesOut: Bool) {
    let first = start ?? 0
    self.frames = frames
    // FFmpeg's H.264 decoder keeps back what follows a recovery point until that point itself was put out, and a drain
    // before that loses it: from an open start packets are fed on until the pictures come.
    isOpen = start.map { table.records[$0].traits.contains(.openStart) } ?? true
    let margin = isOpen ? PacketTable.margin : 0
    func last(of packets: [Int]) -> Int {
      let last = packets.map { table.lastPacket(ofPictureAt: $0) }.max() ?? first
      return max(first, min(last + margin, table.records.count - 1))
    }
    let shown = table.packetsShown(upTo: frames, since: first)
    let leftOut =
      leavesOut
      ? NonReferenceSkip(
        except: Set(frames.map { table.presentationOrder[$0] }), in: first...last(of: shown), of: table, codec: codec)
      : NonReferenceSkip()
    // What is shown before the last of them has to come out before it: only then do the timestamps keep the decoder's
    // order.
    self.last = last(of: shown.filter { !leftOut.contains($0, of: table) && !table.isLost($0) })
    self.leftOut = leftOut
    firstTimestamp = start.flatMap { table.records[$0].presentation }
    firstFed = start ?? table.firstStart ?? 0
    order = OutputOrder(
      from: table.firstFrame(shownBefore: frames.min() ?? 0, since: firstFed), lastFed: self.last, leftOut: leftOut)
    for frame in frames {
      guard let timestamp = table.timestamp(ofFrame: frame) else { continue }
      wanted[timestamp, default: []].append((frame, table.equalsBefore(frame, since: first)))
    }
  }

  /// Whether every frame came.
  var isComplete: Bool { found.count == frames.count }

  /// The frames that did not come.
  var missing: [Int] { frames.filter { !found.contains($0) } }

  /// Takes note of the next picture that the decoder puts out.
  mutating func judge(
    _ picture: borrowing DecodedFrame, in table: PacketTable, of decoder: borrowing Decoder
  ) -> Verdict {
    if OutputOrder.isRefuted(table, by: picture, of: decoder) { return .refuting }
    guard let timestamp = picture.timestamp, timestamp >= firstTimestamp ?? .min else { return .passing }
    // Damage may cost pictures; without it, a decoder that puts out others than the packets promise refutes them.
    if !order.follows(timestamp, in: table), !picture.followsDamage { return .refuting }
    let ordinal = seen[timestamp, default: 0]
    seen[timestamp] = ordinal + 1
    guard let match = wanted[timestamp]?.first(where: { $0.ordinal == ordinal }) else { return .passing }
    found.insert(match.frame)
    return .wanted(match.frame)
  }
}
