/// A decode that stays at its position after each picture, for scrubbing: the next frame is often a few packets later.
///
/// It is not drained before the end of the stream, so that it can continue; a picture comes out once the pictures
/// before it and the packets that the decoder waits for were fed. It ends at damage, since it has two threads, which do
/// not conceal damage the same way each time.
final class SequentialDecode {
  private let decoder: Decoder
  private let start: Int
  private let recordCount: Int
  private var run: FrameRun
  private var feed: PacketFeed
  private var lastFrame = -1
  private var isOver = false

  /// Scrubbing must follow the finger in real time.
  static let threads: Int32 = 2
  /// The most packets fed after a frame's own before its picture counts as missing.
  private static let patience = PacketTable.margin + 8

  /// Starts at the keyframe packet that the reader holds, the table's record `start`.
  init(_ decoder: consuming Decoder, start: Int, frame: Int, in table: PacketTable) {
    self.decoder = decoder
    self.start = start
    recordCount = table.records.count
    run = FrameRun(goingOnFrom: start, to: frame, in: table, threads: Self.threads)
    feed = run.feed
  }

  /// The bytes of a frame that it decodes.
  var frameBytes: Int64 { decoder.frameBytes }

  /// Whether a frame is still ahead, and nearer than from its own keyframe.
  func reaches(_ frame: Int, from keyframe: Int, in table: PacketTable) -> Bool {
    !isOver && recordCount == table.records.count && frame > lastFrame && keyframe <= feed.next && keyframe >= start
      && keyframe <= table.lastInSegment(of: start)
  }

  /// Continues to a frame and returns its picture; false if it does not come out where it should.
  func advance(
    to frame: Int, in table: PacketTable, _ reader: PacketReader,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard table.timestamp(ofFrame: frame) != nil else { return false }
    run.goOn(to: frame, patience: Self.patience, in: table)
    lastFrame = frame
    let endsSegment = run.last == table.lastInSegment(of: run.last)
    let ending = try feed.feed(
      through: run.last, draining: endsSegment ? .behindLast : .never, from: reader, to: decoder,
      step: { self.run.step($0, $1, isMissing: reader.isMissing, in: table) },
      judge: { self.run.judge($0, in: table, of: self.decoder) },
      take: { _, _ in true })
    // A drained decoder takes no more packets.
    isOver = endsSegment && feed.next > run.last
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
