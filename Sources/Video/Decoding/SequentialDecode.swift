import CFFmpeg

/// A decode that stays where it is after each picture, for scrubbing: the next frame is often a few packets on.
///
/// It is never drained before the end of the stream, so that it can go on; a picture comes out when those before it and
/// the packets that the decoder waits for went in.
/// It ends where there is damage, since it has two threads, which do not conceal it the same way each time.
final class SequentialDecode {
  private let decoder: Decoder
  private let start: Int
  private let recordCount: Int
  private let firstTimestamp: Int64?
  private var run: DecodeRun
  private var order: OutputOrder
  private var seen: [Int64: Int] = [:]
  private var lastFrame = -1
  private var nextPacket: Int
  /// Whether the reader holds the packet that is next.
  private var hasPacket = true
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
    firstTimestamp = table.records[start].presentation
    run = DecodeRun(
      from: firstTimestamp, startsOpen: table.records[start].traits.contains(.openStart), threads: Self.threads)
    order = OutputOrder(from: table.firstFrame(shownBefore: frame, since: start), lastFed: .max)
    nextPacket = start
  }

  /// Whether a frame is still to come, and nearer than by starting again at its own keyframe.
  func reaches(_ frame: Int, from keyframe: Int, in table: PacketTable) -> Bool {
    !isOver && recordCount == table.records.count && frame > lastFrame && keyframe <= nextPacket && keyframe >= start
  }

  /// Goes on to a frame and hands its picture out; false if it does not come where it should.
  func advance(
    to frame: Int, in table: PacketTable, _ reader: PacketReader,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard let wanted = table.timestamp(ofFrame: frame) else { return false }
    let ordinal = table.equalsBefore(frame, since: start)
    var isFound = false
    let take: (consuming DecodedFrame) throws(VideoError) -> Bool = { picture throws(VideoError) in
      // Near damage two threads do not always give the same picture: that is left to one.
      guard !picture.followsDamage, !OutputOrder.isRefuted(table, by: picture, of: self.decoder) else {
        self.isOver = true
        return false
      }
      guard let timestamp = picture.timestamp, timestamp >= self.firstTimestamp ?? .min else { return true }
      guard self.order.follows(timestamp, in: table) else {
        self.isOver = true
        return false
      }
      let number = self.seen[timestamp, default: 0]
      self.seen[timestamp] = number + 1
      guard timestamp == wanted, number == ordinal else { return true }
      isFound = true
      try body(picture)
      return false
    }
    let last = min(table.presentationOrder[frame] + Self.patience, recordCount - 1)
    while !isFound, !isOver, nextPacket <= last {
      if !hasPacket, try !isNext(reader.next(), in: table) {
        isOver = true
        break
      }
      hasPacket = false
      let index = nextPacket
      nextPacket += 1
      if table.records[index].isMissing || reader.isMissing {
        run.skip()
        continue
      }
      if index == start { for setting in table.settings(at: index) { setting.attach(to: reader.packet) } }
      isOver = index == recordCount - 1
      _ = try run.feed(
        reader.packet, startsClean: table.records[index].isCleanStart, isLast: isOver, to: decoder, take)
    }
    lastFrame = frame
    return isFound
  }

  private func isNext(_ record: PacketRecord?, in table: PacketTable) -> Bool {
    record?.isSame(as: table.records[nextPacket]) ?? false
  }
}
