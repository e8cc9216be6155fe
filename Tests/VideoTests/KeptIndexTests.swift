import Packing
import CFFmpeg
import TestSupport
import Testing
import Timeline
@testable import Video

/// Packing an index: it is unpacked unchanged, takes little space, and invalid data is refused.
struct KeptIndexTests {
  /// Records with all kinds of values, also impossible ones, in random order.
  static func records(_ count: Int, seed: UInt64) -> [PacketRecord] {
    var numbers = SeededNumbers(seed: seed)
    let extremes: [Int64] = [0, 1, -1, .max, .min + 1, 1 << 33, -(1 << 33)]
    func number() -> Int64 {
      numbers.below(4) == 0 ? extremes[numbers.below(extremes.count)] : Int64(bitPattern: numbers.next()) >> 30
    }
    return (0..<count).map { _ in
      let settings = (0..<(numbers.below(9) == 0 ? 2 : 0)).map { place in
        PacketSideData(
          kind: place == 0 ? AV_PKT_DATA_PALETTE : AV_PKT_DATA_NEW_EXTRADATA,
          bytes: (0...numbers.below(40)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
      }
      return PacketRecord(
        presentation: numbers.below(9) == 0 ? nil : number(), decode: numbers.below(9) == 0 ? nil : number(),
        position: number(), duration: number() & .max,
        traits: KeyframeClassifier.Traits(rawValue: UInt8(numbers.below(128))),
        field: [nil, .top, .bottom, .both][numbers.below(4)], startsFrame: numbers.below(2) == 0,
        hiding: Hiding(rawValue: UInt8(numbers.below(4))), isCorrupt: numbers.below(2) == 0, settings: settings)
    }
  }

  /// Packets of an encoder with a pyramid of B-frames, 25 per second in ticks of 1/90000 s.
  static func film(_ count: Int) -> [PacketRecord] {
    var numbers = SeededNumbers(seed: 3)
    var position: Int64 = 564
    return (0..<count).map { index in
      defer { position += 188 * Int64(3 + numbers.below(40)) }
      let turn: Int64 = [3, -1, 0, 1][index % 4]
      return PacketRecord(
        presentation: (Int64(index) + turn) * 3600 + 133_200, decode: Int64(index) * 3600 + 126_000, position: position,
        duration: 3600, traits: index % 60 == 0 ? .cleanStart : turn == -1 || turn == 1 ? .unreferenced : [],
        field: nil,
        hiding: [], isCorrupt: false, settings: [])
    }
  }

  static func all(_ records: PackedRecords) throws -> [PacketRecord] {
    let cursor = RecordCursor(records)
    var all: [PacketRecord] = []
    while let record = try cursor.next() { all.append(record) }
    return all
  }

  private func isSame(_ left: PacketRecord, _ right: PacketRecord) -> Bool {
    left.agrees(with: right) && left.duration == right.duration && left.settings == right.settings
      && left.hiding == right.hiding
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `records of every kind are unpacked unchanged`(_ seed: UInt64) throws {
    let records = Self.records(300, seed: seed)
    let found = try Self.all(PackedRecords(records))
    #expect(found.count == 300 && zip(records, found).allSatisfy(isSame))
  }

  @Test func `a packet takes about four bytes`() throws {
    let packed = PackedRecords(Self.film(10_000))
    #expect(packed.bytes.count < 12 * 10_000 / 3)
    #expect(zip(Self.film(10_000), try Self.all(packed)).allSatisfy(isSame))
  }

  /// An index with all kinds of data.
  static func index(_ count: Int, seed: UInt64) throws -> KeptIndex {
    var index = KeptIndex()
    index.records = PackedRecords(records(count, seed: seed))
    index.isEnded = true
    index.hiddenLeading = [1, 2]
    index.isShown = [3: true, 5: false, 7: true]
    var timeline = CountedTimeline(usesAnchors: true)
    for number: Int64 in 0..<80 {
      let frame = try #require(av_frame_alloc())
      frame.pointee.pts = number % 5 == 0 ? FG_NO_TIMESTAMP : number * number * 700 - 9
      frame.pointee.repeat_pict = Int32(number % 3)
      fg_set_frame_duration(frame, 3003)
      fg_set_frame_number(frame, number)
      timeline.append(
        CountedPackets.Packet(
          decode: number, position: 9 * number, size: 9, isStart: number % 8 == 0, isOpen: number == 8),
        place: number % 7 == 6 ? nil : number * 3)
      timeline.append(DecodedFrame(frame, isDamaged: false, followsDamage: false))
    }
    index.counted = KeptIndex.Counted(first: 4, timeline: timeline, rate: Rational(30_000, 1001))
    return index
  }

  static func unpacked(_ bytes: [UInt8]) throws(VarintError) -> KeptIndex {
    var packing = VarintReader(bytes)
    let index = try KeptIndex(unpacking: &packing)
    try packing.finish()
    return index
  }

  @Test func `an index is unpacked unchanged`() throws {
    let index = try Self.index(20, seed: 1)
    let found = try Self.unpacked(index.packed())
    #expect(found.packed() == index.packed())
    #expect(found.records.count == 20 && found.isEnded && found.hiddenLeading == [1, 2])
    #expect(found.isShown == [3: true, 5: false, 7: true])
    let (before, after) = (try #require(index.counted), try #require(found.counted))
    #expect(after.first == 4 && after.rate == Rational(30_000, 1001) && after.timeline.count == 80)
    func frames(_ counted: KeptIndex.Counted) throws -> FrameList? {
      try counted.timeline.frameTable(
        timeBase: tick(1, 90_000), origin: .zero, rate: counted.rate, timecodeStart: nil)?.frames
    }
    #expect(try frames(before) == frames(after))
    let empty = try Self.unpacked(KeptIndex().packed())
    #expect(empty.records.count == 0 && !empty.isEnded && empty.hiddenLeading == nil && empty.counted == nil)
  }

  @Test func `an index that is cut off anywhere is invalid`() throws {
    let bytes = try Self.index(12, seed: 2).packed()
    for count in bytes.indices {
      #expect(throws: VarintError.self) { try Self.unpacked(Array(bytes[..<count])) }
    }
    #expect(throws: VarintError.self) { try Self.unpacked(bytes + [0]) }
  }

  @Test func `invalid bytes are refused or read as some value, and never crash`() throws {
    var numbers = SeededNumbers(seed: 9)
    let sound = try Self.index(40, seed: 5).packed()
    var refused = 0
    for _ in 0..<6000 {
      var bytes = sound
      for _ in 0...numbers.below(4) {
        bytes[numbers.below(bytes.count)] = UInt8(truncatingIfNeeded: numbers.next())
      }
      do {
        let index = try Self.unpacked(bytes)
        var made = PacketTable(startsAtBeginning: true)
        for record in try Self.all(index.records) { made.append(record) }
        made.arrange(jump: (back: 90_000, forward: 900_000))
        made.arrange(jump: nil)
        let rate = index.counted?.rate
        _ = try index.counted?.timeline.frameTable(
          timeBase: tick(1, 90_000), origin: .zero, rate: rate, timecodeStart: nil)
      } catch is VarintError {
        refused += 1
      }
    }
    #expect(refused > 1000)
    for _ in 0..<2000 {
      let noise = (0..<numbers.below(60)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      _ = try? Self.unpacked(noise)
    }
  }

  @Test func `counts greater than the data allocate no memory`() {
    var packing = VarintWriter()
    packing.append(count: 1 << 40)
    packing.append([0, 0])
    #expect(throws: VarintError.self) { try Self.unpacked(packing.bytes) }
    // More records than any table accepts, however few bytes they take.
    var many = VarintWriter()
    many.append(count: PacketTable.mostRecords + 1)
    many.append([UInt8](repeating: 0, count: 2 * PacketTable.mostRecords + 2))
    #expect(throws: VarintError.self) { try Self.unpacked(many.bytes) }
  }

  @Test func `timestamps that no packet can have are refused`() throws {
    // FFmpeg's value for no timestamp, by a difference and by a step.
    for record in [(presentation: Int64.min, decode: Int64(0)), (presentation: 0, decode: .min)] {
      var packing = VarintWriter()
      packing.append(byte: 0xF0)
      packing.append(3 << 12)
      packing.append(signed: record.decode)
      packing.append(signed: record.presentation &- record.decode)
      packing.append(false)
      packing.append(signed: 0)
      packing.append(signed: 0)
      #expect(throws: VarintError.self) { try Self.all(PackedRecords(count: 1, bytes: packing.bytes)) }
    }
    var packing = VarintWriter()
    packing.append(byte: 0xF0)
    packing.append(3 << 12)
    for _ in 0..<2 { packing.append(signed: 0) }
    packing.append(true)
    for _ in 0..<2 { packing.append(signed: 0) }
    let record = try #require(try Self.all(PackedRecords(count: 1, bytes: packing.bytes)).first)
    #expect(record.presentation == 0 && record.traits == .unreferenced)
  }

  @Test func `only results that take long are stored`() throws {
    var index = KeptIndex()
    index.records = PackedRecords(Self.film(1999))
    #expect(!index.isWorthwhile)
    index.records = PackedRecords(Self.film(2000))
    #expect(index.isWorthwhile)
    let counted = try Self.index(9, seed: 1)
    #expect(!counted.isWorthwhile && counted.saysMore(than: nil) && !counted.saysMore(than: counted))
    #expect(index.saysMore(than: KeptIndex()) && !KeptIndex().saysMore(than: index))
  }
}
