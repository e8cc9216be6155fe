/// Checks that a decoder outputs what a packet table implies: every frame, in presentation order.
///
/// A timestamp alone does not prove a picture if packets carry wrong ones, or if some of them give no picture: then the
/// pictures that come out before it are not the expected ones, and this check fails before a wrong picture is returned.
struct OutputOrder {
  private var next: Int
  private let lastFed: Int
  private let leftOut: PictureSkip

  /// - Parameters:
  ///   - place: the first frame that is expected, in presentation order.
  ///   - lastFed: the last packet that the decoder gets; pictures of later ones are not expected, even if they are
  ///     shown earlier.
  ///   - leftOut: pictures that the decoder skips.
  init(from place: Int, lastFed: Int, leftOut: PictureSkip = PictureSkip()) {
    next = place
    self.lastFed = lastFed
    self.leftOut = leftOut
  }

  /// Whether a picture with this timestamp is the expected one; if so, moves on to the next.
  mutating func follows(_ timestamp: Int64, in table: PacketTable) -> Bool {
    skipUnfed(in: table)
    // A lost picture is not expected, but a new decoder may output it, damaged.
    while table.presentationOrder.indices.contains(next), table.isLost(table.presentationOrder[next]),
      table.timestamp(ofFrame: next) != timestamp
    {
      next += 1
      skipUnfed(in: table)
    }
    let isDue = table.timestamp(ofFrame: next) == timestamp
    while let due = table.timestamp(ofFrame: next), due < timestamp { next += 1 }
    skipUnfed(in: table)
    if table.timestamp(ofFrame: next) == timestamp { next += 1 }
    return isDue
  }

  /// Whether timestamps say that pictures are shown in decoding order, but the decoder reorders: then they are really
  /// decode timestamps, as in careless copies of raw streams. If picture order counts agree with the timestamps, these
  /// are right: the stream merely has no pictures to reorder, as in noise.
  static func isRefuted(
    _ table: borrowing PacketTable, by picture: borrowing DecodedFrame, of decoder: borrowing Decoder
  ) -> Bool {
    guard table.reorderDepth == 0, !table.provesOrder, table.presentationOrder.count > 1 else { return false }
    return decoder.tellsReordering ? decoder.reorders : decoder.alwaysReordersBidirectional && picture.isBidirectional
  }

  private mutating func skipUnfed(in table: PacketTable) {
    while next < table.presentationOrder.count {
      let packet = table.presentationOrder[next]
      guard packet > lastFed || leftOut.contains(packet, of: table) else { return }
      next += 1
    }
  }
}
