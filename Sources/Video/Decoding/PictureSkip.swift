import CFFmpeg

/// The pictures that need not be decoded on the way to the wanted ones: none of these is predicted from them.
///
/// FFmpeg's decoders of H.264, HEVC, MPEG-1 and MPEG-2 can skip pictures from which no other is predicted, and all
/// others come out unchanged. That is not proved for pictures coded as two fields, for temporal layers (a picture that
/// is unreferenced in its own layer may be needed by a higher one), nor across a jump: if the picture order starts anew
/// without a closed GOP, what comes out first depends on how many pictures wait. And if such pictures are not shown in
/// the order of the file, as they are from every encoder, only their own output proves that their timestamps are right.
/// In these cases nothing is left out.
///
/// The decoder of AV1 is not given the frames that no wanted one depends on (`ReferenceClosure`).
struct PictureSkip {
  private enum Way {
    case nothing
    /// The decoder skips unreferenced pictures of all packets but these.
    case unreferenced(except: Set<Int>)
    case unreached(ReferenceClosure)
  }

  /// What is left out of a packet.
  enum Omission {
    case nothing
    /// The decoder skips its picture.
    case picture
    /// These bytes are not given to the decoder.
    case parts([Range<Int>])
    /// It is not given to the decoder.
    case packet
  }

  private let way: Way

  /// Skips nothing.
  init() { way = .nothing }

  /// Skips everything that the wanted pictures do not depend on.
  init(_ closure: ReferenceClosure) { way = .unreached(closure) }

  /// Skips as much as possible between two packets of a table, both included.
  init(except wanted: Set<Int>, in packets: ClosedRange<Int>, of table: borrowing PacketTable, codec: AVCodecID) {
    let codecs = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO]
    let isProved =
      codecs.contains(codec)
      && !table.segmentStarts.contains { $0 > packets.lowerBound && $0 <= packets.upperBound }
      && table.records[packets].allSatisfy { $0.field == nil && !$0.traits.contains(.layered) }
      && Self.areInOrder(table.records[packets])
    way = isProved ? .unreferenced(except: wanted) : .nothing
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
    switch way {
    case .nothing: false
    case .unreferenced(let wanted):
      table.records[packet].traits.contains(.unreferenced) && !wanted.contains(packet)
    case .unreached(let closure): closure.leavesOut(packet)
    }
  }

  /// What is left out of this packet.
  func omission(from packet: Int, of table: borrowing PacketTable) -> Omission {
    guard case .unreached(let closure) = way else { return contains(packet, of: table) ? .picture : .nothing }
    guard let parts = closure.unreached(of: packet) else { return .packet }
    return parts.isEmpty ? .nothing : .parts(parts)
  }
}
