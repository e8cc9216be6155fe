/// A packet that was read ahead, with what the reader says about it.
final class HeldPacket {
  let packet: Packet
  let record: PacketRecord
  let isMissing: Bool
  let isPartial: Bool

  init(
    copying packet: borrowing Packet, _ record: PacketRecord, isMissing: Bool, isPartial: Bool
  ) throws(VideoError) {
    self.packet = try Packet(copying: packet)
    self.record = record
    self.isMissing = isMissing
    self.isPartial = isPartial
  }
}
