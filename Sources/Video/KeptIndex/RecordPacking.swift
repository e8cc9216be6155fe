import Packing
import CFFmpeg

/// How packet records are packed: each as its difference from the previous one, in about four bytes.
struct RecordPacking {
  private var last = PacketRecord(
    presentation: nil, decode: nil, position: 0, duration: 0, traits: [], field: nil, hiding: [],
    isCorrupt: false, settings: [])
  private var shape: UInt16 = 0
  private var decode: Int64 = 0
  private var step: Int64 = 0
  /// Differences between the two timestamps seen so far: with reordering, a few of them recur, and whether a picture is
  /// a reference usually depends on its difference.
  private var distances: [Distance] = []
  private var oldestDistance = 0

  private struct Distance: Equatable {
    let ticks: Int64
    let isUnreferenced: Bool
  }

  /// The flags in a record's first byte; its high half is the index of the difference, or 15 for a new one.
  private enum Lead {
    static let sameShape: UInt8 = 1
    static let evenStep: UInt8 = 2
    static let sameDuration: UInt8 = 4
    static let hasSettings: UInt8 = 8
    static let newDistance: UInt8 = 0xF0
  }

  /// The least size of a record: its first byte and its position.
  static let leastSize = 2

  // MARK: Packing

  mutating func append(_ record: PacketRecord, to packing: inout VarintWriter) {
    var lead: UInt8 = 0
    let place = packing.bytes.count
    packing.append(byte: lead)
    let shape = Self.shape(of: record)
    if shape == self.shape { lead |= Lead.sameShape } else { packing.append(UInt64(shape)) }
    self.shape = shape
    if let decode = record.decode {
      let (own, expected) = (decode &- self.decode, step)
      if own == expected { lead |= Lead.evenStep } else { packing.append(signed: own &- expected) }
      (self.decode, step) = (decode, own)
    }
    if let presentation = record.presentation {
      let distance = Distance(
        ticks: presentation &- decode, isUnreferenced: record.traits.contains(.unreferenced))
      if let known = distances.firstIndex(of: distance) {
        lead |= UInt8(truncatingIfNeeded: known) << 4
      } else {
        lead |= Lead.newDistance
        packing.append(signed: distance.ticks)
        packing.append(distance.isUnreferenced)
        remember(distance)
      }
    }
    if record.duration == last.duration {
      lead |= Lead.sameDuration
    } else {
      packing.append(signed: record.duration &- last.duration)
    }
    packing.append(signed: record.position &- last.position)
    if !record.settings.isEmpty {
      lead |= Lead.hasSettings
      packing.append(count: record.settings.count)
      for setting in record.settings {
        packing.append(UInt64(setting.kind.rawValue))
        packing.append(setting.bytes)
      }
    }
    packing.replace(byteAt: place, by: lead)
    last = record
  }

  private mutating func remember(_ distance: Distance) {
    if distances.count < 15 { return distances.append(distance) }
    distances[oldestDistance] = distance
    oldestDistance = (oldestDistance + 1) % 15
  }

  // MARK: Unpacking

  /// The next record.
  ///
  /// - Throws: `VarintError` for values that no scan can produce.
  mutating func next(from packing: inout VarintReader) throws(VarintError) -> PacketRecord {
    let lead = try packing.byte()
    if lead & Lead.sameShape == 0 {
      guard let shape = UInt16(exactly: try packing.number()) else { throw VarintError() }
      self.shape = shape
    }
    if shape & Shape.hasDecode != 0 {
      if lead & Lead.evenStep == 0 { step = step &+ (try packing.signed()) }
      decode = decode &+ step
    }
    var presentation: Int64?
    var traits = KeyframeClassifier.Traits(rawValue: UInt8(truncatingIfNeeded: shape & Shape.traits))
    if shape & Shape.lacksReferences != 0 { traits.insert(.lacksReferences) }
    if shape & Shape.hasPresentation != 0 {
      let distance: Distance
      if lead & Lead.newDistance == Lead.newDistance {
        distance = Distance(ticks: try packing.signed(), isUnreferenced: try packing.flag())
        remember(distance)
      } else {
        let place = Int(lead >> 4)
        guard place < distances.count else { throw VarintError() }
        distance = distances[place]
      }
      presentation = decode &+ distance.ticks
      if distance.isUnreferenced { traits.insert(.unreferenced) }
    }
    var duration = last.duration
    if lead & Lead.sameDuration == 0 { duration = duration &+ (try packing.signed()) }
    let position = last.position &+ (try packing.signed())
    let settings = lead & Lead.hasSettings == 0 ? [] : try Self.settings(from: &packing)
    guard duration >= 0, presentation != FG_NO_TIMESTAMP, shape & Shape.hasDecode == 0 || decode != FG_NO_TIMESTAMP
    else { throw VarintError() }
    var hiding: Hiding = shape & Shape.hiddenByContainer == 0 ? [] : .byContainer
    if shape & Shape.hiddenByCodec != 0 { hiding.insert(.byCodec) }
    last = PacketRecord(
      presentation: presentation, decode: shape & Shape.hasDecode == 0 ? nil : decode, position: position,
      duration: duration, traits: traits,
      field: CodedField(rawValue: UInt8(truncatingIfNeeded: (shape & Shape.fields) >> 10) &- 1),
      startsFrame: shape & Shape.startsFrame != 0, hiding: hiding, isCorrupt: shape & Shape.isCorrupt != 0,
      settings: settings)
    return last
  }

  private static func settings(from packing: inout VarintReader) throws(VarintError) -> [PacketSideData] {
    var settings: [PacketSideData] = []
    for _ in 0..<(try packing.count(ofAtLeast: 2)) {
      let number = try packing.number()
      let kinds = [AV_PKT_DATA_PALETTE, AV_PKT_DATA_NEW_EXTRADATA]
      guard let kind = kinds.first(where: { UInt64($0.rawValue) == number }) else { throw VarintError() }
      let bytes = try packing.blob()
      guard !bytes.isEmpty else { throw VarintError() }
      settings.append(PacketSideData(kind: kind, bytes: bytes))
    }
    return settings
  }

  // MARK: Values that rarely change

  private enum Shape {
    static let traits: UInt16 = 0x7F
    static let hiddenByContainer: UInt16 = 1 << 7
    static let isCorrupt: UInt16 = 1 << 8
    static let hiddenByCodec: UInt16 = 1 << 9
    /// 0 for a whole picture, 1 for the top field, 2 for the bottom one, 3 for both.
    static let fields: UInt16 = 3 << 10
    static let hasPresentation: UInt16 = 1 << 12
    static let hasDecode: UInt16 = 1 << 13
    static let startsFrame: UInt16 = 1 << 14
    static let lacksReferences: UInt16 = 1 << 15
  }

  private static func shape(of record: PacketRecord) -> UInt16 {
    // If there is a difference, this flag is stored with it.
    let traits = record.presentation == nil ? record.traits : record.traits.subtracting(.unreferenced)
    var shape = UInt16(traits.rawValue) & Shape.traits
    if record.hiding.contains(.byContainer) { shape |= Shape.hiddenByContainer }
    if record.isCorrupt { shape |= Shape.isCorrupt }
    if record.hiding.contains(.byCodec) { shape |= Shape.hiddenByCodec }
    if let field = record.field { shape |= UInt16(field.rawValue + 1) << 10 }
    if record.startsFrame { shape |= Shape.startsFrame }
    if record.traits.contains(.lacksReferences) { shape |= Shape.lacksReferences }
    if record.presentation != nil { shape |= Shape.hasPresentation }
    if record.decode != nil { shape |= Shape.hasDecode }
    return shape
  }
}
