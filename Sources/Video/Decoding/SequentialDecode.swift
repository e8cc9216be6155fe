/// A decode that stays where it is after each picture, for scrubbing: the next frame is often a few packets on.
///
/// It is never drained before the end of the stream, so that it can go on; a picture comes out when those before it and
/// the packets that the decoder waits for went in.
/// It ends where there is damage, since it has two threads, which do not conceal it the same way each time.
final class SequentialDecode {
  private let decoder: Decoder
  private let start: Int
  private let recordCount: Int
  private var run: FrameRun
  private var feed: PacketFeed
  private var lastFrame = -1
  private var isOver = false

  /// Scrubbing has to keep up with the hand.
  static let threads: Int32 = 2
  /// Packets that may go in behind a frame's own before its picture is given up.
  private static let patience = PacketTable.margin + 8

  /// Starts at the keyframe packet that the reader holds, the table's record `start`.
  init(_ decoder: consuming Decoder, start: Int, frame: Int, in table: PacketTable) {
    self.decoder = decoder
    self.start = start
    recordCount = table.records.count
    run = FrameRun(goingOnFrom: start, to: frame, in: table, threads: Self.threads)
    feed = run.feed
  }

  /// Whether a frame is still to come, and nearer than by starting again at its own keyframe.
  func reaches(_ frame: Int, from keyframe: Int, in table: PacketTable) -> Bool {
    !isOver && recordCount == table.records.count && frame > lastFrame && keyframe <= feed.next && keyframe >= start
  }

  /// Goes on to a frame and hands its picture out; false if it does not come where it should.
  func advance(
    to frame: Int, in table: PacketTable, _ reader: PacketReader,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard table.timestamp(ofFrame: frame) != nil else { return false }
    run.goOn(to: frame, patience: Self.patience, in: table)
    lastFrame = frame
    let ending = try feed.feed(
      through: run.last, draining: run.last == recordCount - 1 ? .behindLast : .never, from: reader, to: decoder,
      step: { self.run.step($0, $1, isMissing: reader.isMissing, in: table) },
      judge: { self.run.judge($0, in: table, of: self.decoder) },
      take: { _, _ in true })
    // A decoder that was drained takes no more packets.
    isOver = feed.next == recordCount
    switch consume ending {
    case .found(_, let picture):
      try body(picture)
      return true
    case .fed: return false
    default:
      isOver = true
      return false
    }
  }
}
