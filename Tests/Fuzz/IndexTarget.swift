import Packing
import Timeline
@testable import Video

extension FuzzTarget {
  /// A kept index: the bytes as a file of the cache, and as the content of one with the right digest. What is unpacked is
  /// used as a timeline, and packed again.
  static let index = FuzzTarget(name: "index", longest: 4096, mutations: 1000) { bytes in
    guard let key = IndexKey.made else { throw FuzzFault(description: "there is no file for a key") }
    try FuzzFault.unless(IndexCache.index(in: bytes, for: key) == nil, "an index without its digest was accepted")
    guard let index = unpacked(bytes), let records = index.allRecords else { return }
    try FuzzFault.unless(unpacked(index.packed())?.packed() == index.packed(), "an index changes when it is packed")
    var table = PacketTable(startsAtBeginning: true)
    for record in records { table.append(record) }
    for jump in [(back: Int64(90_000), forward: Int64(900_000)), nil] {
      table.arrange(jump: jump)
      try look(into: table)
    }
    let again = KeptIndex.records(PackedRecords(records)) ?? []
    try FuzzFault.unless(
      again.count == records.count && zip(again, records).allSatisfy { $0.agrees(with: $1) },
      "records change when they are packed")
    if let counted = index.counted, let base = TimeBase(1, 90_000) {
      let table = counted.timeline.frameTable(
        timeBase: base, origin: .zero, rate: counted.rate, timecodeStart: nil, jump: (back: 90_000, forward: 900_000))
      for place in 0..<min(table?.count ?? 0, 100) { _ = table?.printedTime(ofFrame: place) }
    }
    guard let file = IndexCache.bytes(of: index.packed(), for: key) else { return }
    try FuzzFault.unless(IndexCache.index(in: file, for: key) == index.packed(), "an index is not read as written")
  }

  private static func unpacked(_ bytes: [UInt8]) -> KeptIndex? {
    try? KeptIndex(packed: bytes)
  }

  /// Asks what a seek to each of the first frames asks.
  private static func look(into table: PacketTable) throws(FuzzFault) {
    _ = (table.leadingFrames, table.lacksTimestamps, table.hasStretchWithoutStart, table.reorderDepth)
    for frame in 0..<min(table.presentationOrder.count, 100) {
      let index = table.presentationOrder[frame]
      _ = (table.settings(at: index), table.firstStart(inSegmentOf: frame), table.lastPacket(ofPictureAt: index))
      guard let start = table.start(forFrame: frame) else { continue }
      try FuzzFault.unless(start <= index, "frame \(frame), packet \(index), is decoded from packet \(start)")
      _ = (table.equalsBefore(frame, since: start), table.packetsShown(upTo: [frame], since: start))
      _ = table.start(before: start)
    }
    guard let base = TimeBase(1, 90_000) else { return }
    let frames = table.frameTable(
      timeBase: base, origin: .zero, averageRate: nil, timecodeStart: nil)
    for place in 0..<min(frames?.count ?? 0, 100) { _ = frames?.printedTime(ofFrame: place) }
  }
}

extension KeptIndex {
  /// Its records; nil if their bytes are no records.
  fileprivate var allRecords: [PacketRecord]? { Self.records(records) }

  fileprivate static func records(_ packed: PackedRecords) -> [PacketRecord]? {
    let cursor = RecordCursor(packed)
    var all: [PacketRecord] = []
    do throws(VarintError) {
      while let record = try cursor.next() { all.append(record) }
    } catch {
      return nil
    }
    return all
  }
}

extension IndexKey {
  /// The key of some file.
  fileprivate static let made: IndexKey? = {
    guard let file = try? FuzzedFile([0]) else { return nil }
    return IndexKey(
      file.identity, stream: 0, isProbed: false, limits: Limits(), program: "fuzz", openedAfter: WallTime.now)
  }()
}
