/// Checks that a decoder puts out what a packet table promises: every frame, in the order of presentation.
///
/// A timestamp alone does not prove a picture where packets carry wrong ones, or where some of them give no picture:
/// then what comes out before it is not what should, and that shows here before a wrong picture is handed out.
struct OutputOrder {
  private var next: Int
  private let lastFed: Int
  private let leftOut: NonReferenceSkip

  /// - Parameters:
  ///   - place: the first frame that is expected, in presentation order.
  ///   - lastFed: the last packet that the decoder gets; pictures of later ones are not due, even if they are shown earlier.
  ///   - leftOut: those that the decoder leaves out.
  init(from place: Int, lastFed: Int, leftOut: NonReferenceSkip = NonReferenceSkip()) {
    next = place
    self.lastFed = lastFed
    self.leftOut = leftOut
  }

  /// Whether a picture with this timestamp is the one that is due; what is due next moves on behind it.
  mutating func follows(_ timestamp: Int64, in table: PacketTable) -> Bool {
    skipUnfed(in: table)
    let isDue = table.timestamp(ofFrame: next) == timestamp
    while let due = table.timestamp(ofFrame: next), due < timestamp { next += 1 }
    skipUnfed(in: table)
    if table.timestamp(ofFrame: next) == timestamp { next += 1 }
    return isDue
  }

  /// Whether the packets promise that pictures are shown in the order of decoding, and the decoder says otherwise: then
  /// their presentation timestamps are decode timestamps, as careless copies of raw streams have them.
  static func isRefuted(
    _ table: borrowing PacketTable, by picture: borrowing DecodedFrame, of decoder: borrowing Decoder
  ) -> Bool {
    guard table.reorderDepth == 0, table.presentationOrder.count > 1 else { return false }
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
