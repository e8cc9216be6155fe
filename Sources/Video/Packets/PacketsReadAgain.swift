/// Identifying packets that are read again.
extension PacketTable {
  /// The record of a packet that was read again, searched from a likely position outwards.
  func index(of record: PacketRecord, near likely: Int) -> Int? {
    if let earlier = records[...likely].lastIndex(where: { record.isSame(as: $0) }) { return earlier }
    return records[likely...].firstIndex { record.isSame(as: $0) }
  }

  /// Whether a packet that was read again is the record at this position.
  ///
  /// The traits of records from a stored index are checked against the packet's.
  func holds(_ packet: PacketRecord, at index: Int) -> Bool {
    let own = records[index]
    guard packet.isSame(as: own) else { return false }
    if own.isListed { return packet.confirms(own) }
    return !isRecalled || own.isSecondField
      || packet.traits.subtracting(.lacksReferences) == own.traits.subtracting(.lacksReferences)
        && packet.hiding.contains(.byCodec) == own.hiding.contains(.byCodec)
  }

  /// Whether the packets of a shorter table are the first ones of this table.
  func begins(with other: PacketTable) -> Bool {
    records.count >= other.records.count && zip(other.records, records).allSatisfy { $0.agrees(with: $1) }
  }
}
