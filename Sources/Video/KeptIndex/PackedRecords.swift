/// Records of packets in few bytes, to be taken out one after the other as far as they are needed.
struct PackedRecords {
  let count: Int
  let bytes: [UInt8]

  init(count: Int, bytes: [UInt8]) {
    self.count = count
    self.bytes = bytes
  }

  init(_ records: [PacketRecord] = []) {
    var packing = VarintWriter()
    var coding = RecordPacking()
    for record in records { coding.append(record, to: &packing) }
    self.init(count: records.count, bytes: packing.bytes)
  }
}

/// A place among packed records, from which they are taken out in order.
///
/// A class, since scans go on where those before them stopped.
final class RecordCursor {
  private let count: Int
  private var packing: VarintReader
  private var coding = RecordPacking()
  /// How many records were taken out.
  private(set) var index = 0

  init(_ records: PackedRecords) {
    count = records.count
    packing = VarintReader(records.bytes)
  }

  /// The next record, nil behind the last one.
  ///
  /// - Throws: `VarintError` when the bytes are no records, or more or less of them than they should be.
  func next() throws(VarintError) -> PacketRecord? {
    guard index < count else {
      try packing.finish()
      return nil
    }
    index += 1
    return try coding.next(from: &packing)
  }
}
