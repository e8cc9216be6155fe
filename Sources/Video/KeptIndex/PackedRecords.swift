import Packing

/// Packet records in compact form, to be unpacked one after the other as needed.
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

/// A position in packed records, from which they are unpacked in order.
///
/// A class, since scans continue where earlier ones stopped.
final class RecordCursor {
  private let count: Int
  private var packing: VarintReader
  private var coding = RecordPacking()
  /// How many records were unpacked.
  private(set) var index = 0

  init(_ records: PackedRecords) {
    count = records.count
    packing = VarintReader(records.bytes)
  }

  /// The next record; nil after the last one.
  ///
  /// - Throws: `VarintError` when the bytes are not records, or not the expected number of them.
  func next() throws(VarintError) -> PacketRecord? {
    guard index < count else {
      try packing.finish()
      return nil
    }
    index += 1
    return try coding.next(from: &packing)
  }
}
