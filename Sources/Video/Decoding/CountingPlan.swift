import CFFmpeg

/// How pictures are counted where packets do not give the timeline.
struct CountingPlan {
  /// The first packet that is fed.
  let first: Int
  /// Whether the pictures' timestamps come from the file.
  let usesAnchors: Bool
  /// Whether decoding may start at packets that are marked as keyframes.
  let trustsStarts: Bool
  /// The packets that are not fed.
  private(set) var leftOut: Set<Int> = []

  /// The plan from what is known of the packets so far.
  init(_ table: borrowing PacketTable, of reader: PacketReader) {
    (first, usesAnchors) = (table.firstFed, !reader.container.inventsTimestamps)
    trustsStarts = reader.starts != nil
  }

  /// The same plan without some packets.
  func leaving(out packets: some Sequence<Int>) -> CountingPlan {
    var plan = self
    plan.leftOut = Set(packets)
    return plan
  }

  /// The plan if packets have no timestamps, or none in the order of the pictures, or if decoding can start at none of
  /// them, or if it is not proven where: then only the decoder's output names the pictures. Otherwise nil.
  init?(neededFor table: borrowing PacketTable, of reader: PacketReader) {
    let container = reader.container
    let hasNoStart = table.isComplete && table.firstStart == nil || !container.mayJump && table.hasStretchWithoutStart
    let areGuessed = container.guessesTimestamps(of: reader.stream?.pointee.codecpar.pointee.codec_id)
    guard table.lacksTimestamps || table.isDoubtful || hasNoStart || areGuessed || reader.starts == nil else {
      return nil
    }
    // Encrypted packets give no pictures, however they are counted.
    if reader.isEncrypted { return nil }
    self.init(table, of: reader)
  }
}
