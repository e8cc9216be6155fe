import CFFmpeg

/// The pictures that need not be decoded on the way to the wanted ones: no other is predicted from them.
///
/// FFmpeg's decoders of H.264, HEVC, MPEG-1 and MPEG-2 can skip them, and all others come out unchanged. That is not
/// proved for pictures coded as two fields, for temporal layers (a picture that is unreferenced in its own layer may be
/// needed by a higher one), nor across a jump: if the picture order starts anew without a closed GOP, what comes out
/// first depends on how many pictures wait. And if such pictures are not shown in the order of the file, as they are
/// from every encoder, only their own output proves that their timestamps are right. In these cases nothing is left
/// out.
struct NonReferenceSkip {
  /// Packets whose pictures are wanted; nil if nothing is left out.
  private let wanted: Set<Int>?

  /// Leaves nothing out.
  init() { wanted = nil }

  /// Leaves out all that it can between two packets of a table, both included.
  init(except wanted: Set<Int>, in packets: ClosedRange<Int>, of table: borrowing PacketTable, codec: AVCodecID) {
    let codecs = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO]
    let isProved =
      codecs.contains(codec)
      && !table.segmentStarts.contains { $0 > packets.lowerBound && $0 <= packets.upperBound }
      && table.records[packets].allSatisfy { $0.field == nil && !$0.traits.contains(.layered) }
      && Self.areInOrder(table.records[packets])
    self.wanted = isProved ? wanted : nil
  }

  /// Whether the pictures that can be left out are shown in the order of the file.
  private static func areInOrder(_ records: ArraySlice<PacketRecord>) -> Bool {
    var last = Int64.min
    for record in records where record.traits.contains(.unreferenced) {
      guard let timestamp = record.presentation, timestamp >= last else { return false }
      last = timestamp
    }
    return true
  }

  /// Whether this packet's picture is left out.
  func contains(_ packet: Int, of table: borrowing PacketTable) -> Bool {
    guard let wanted else { return false }
    return table.records[packet].traits.contains(.unreferenced) && !wanted.contains(packet)
  }
}
