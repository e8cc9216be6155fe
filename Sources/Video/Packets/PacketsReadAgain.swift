/// How a table knows packets that are read again.
extension PacketTable {
  /// The record that a packet read again is, searched from a likely place outwards.
  func index(of record: PacketRecord, near likely: Int) -> Int? {
    if let earlier = records[...likely].lastIndex(where: { record.isSame(as: $0) }) { return earlier }
    return records[likely...].firstIndex { record.isSame(as: $0) }
  }

  /// Whether a packet that was read again is the record at this place.
  ///
  /// Nothing vouches for the traits of records that were kept but the packet itself.
  func holds(_ packet: PacketRecord, at index: Int) -> Bool {
    let own = records[index]
    guard packet.isSame(as: own) else { return false }
    return !isRecalled || own.isSecondField
      || packet.traits == own.traits
        && packet.hiding.contains(.byCodec) == own.hiding.contains(.byCodec)
  }

  /// Whether the packets of a shorter table are the first ones of this table.
  func begins(with other: PacketTable) -> Bool {
    records.count >= other.records.count && zip(other.records, records).allSatisfy { $0.agrees(with: $1) }
  }
}
