import Timeline

/// What reading and decoding a stream found out that the same reading and decoding would find out again.
///
/// It is no timeline: it stands in for packets that would be read, and for pictures that would be decoded only to see
/// whether, and as what, they come out. Whoever uses it asks the same questions as without it.
struct KeptIndex {
  /// The packets from the first on.
  var records = PackedRecords()
  /// Whether the stream ends behind them, and nothing is missing there.
  var isEnded = false
  /// Which frames that precede the first keyframe are not shown; nil while that was not asked.
  var hiddenLeading: [Int]?
  /// Of packets that the container calls broken, whether a picture comes of them.
  var isShown: [Int: Bool] = [:]
  /// All pictures as the decoder puts them out; nil where nobody had to count them.
  var counted: Counted?

  /// Pictures that were counted, from this packet on.
  struct Counted {
    let first: Int
    let timeline: CountedTimeline
    /// The rate of the coded pictures, nil where that of the container is as good.
    let rate: Rational?
  }

  /// Whether finding it out again would take longer than to keep it.
  var isWorthwhile: Bool { records.count >= 2000 || (counted?.timeline.count ?? 0) >= 500 }

  /// Whether this says more than another of the same stream.
  func saysMore(than other: KeptIndex?) -> Bool {
    guard let other else { return true }
    return records.count > other.records.count || isEnded && !other.isEnded
      || hiddenLeading != nil && other.hiddenLeading == nil || isShown.count > other.isShown.count
      || counted != nil && other.counted == nil
  }

  // MARK: Bytes

  func packed() -> [UInt8] {
    var packing = VarintWriter()
    packing.append(count: records.count)
    packing.append(records.bytes)
    packing.append(isEnded)
    packing.append(hiddenLeading != nil)
    Self.pack(hiddenLeading ?? [], into: &packing)
    Self.pack(isShown.filter { $0.value }.keys.sorted(), into: &packing)
    Self.pack(isShown.filter { !$0.value }.keys.sorted(), into: &packing)
    packing.append(counted != nil)
    if let counted {
      packing.append(count: counted.first)
      packing.append(signed: counted.rate?.numerator ?? 0)
      packing.append(signed: counted.rate?.denominator ?? 0)
      counted.timeline.pack(into: &packing)
    }
    return packing.bytes
  }

  /// - Throws: `VarintError` for bytes that `packed` does not give.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let count = try packing.count(ofAtLeast: RecordPacking.leastSize)
    guard count <= PacketTable.mostRecords else { throw VarintError() }
    records = PackedRecords(count: count, bytes: try packing.blob())
    isEnded = try packing.flag()
    let asksLeading = try packing.flag()
    let hidden = try indexes(&packing)
    if asksLeading { hiddenLeading = hidden }
    for index in try indexes(&packing) { isShown[index] = true }
    for index in try indexes(&packing) { isShown[index] = false }
    guard try packing.flag() else { return }
    guard let first = Int(exactly: try packing.number()), first < max(count, 1) else { throw VarintError() }
    let (numerator, denominator) = (try packing.signed(), try packing.signed())
    let rate = denominator == 0 ? nil : Rational(numerator, denominator)
    guard denominator == 0 || (rate.map { $0 > .zero } ?? false) else { throw VarintError() }
    counted = Counted(first: first, timeline: try CountedTimeline(unpacking: &packing), rate: rate)
  }

  init() {}

  private static func pack(_ indexes: [Int], into packing: inout VarintWriter) {
    packing.append(count: indexes.count)
    for index in indexes { packing.append(count: index) }
  }

  /// Places of records; there are no more of them than records.
  private func indexes(_ packing: inout VarintReader) throws(VarintError) -> [Int] {
    var indexes: [Int] = []
    for _ in 0..<(try packing.count(ofAtLeast: 1)) {
      guard let index = Int(exactly: try packing.number()), index < records.count else {
        throw VarintError()
      }
      indexes.append(index)
    }
    return indexes
  }
}
