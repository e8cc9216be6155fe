import Packing
import Timeline

/// Results of reading and decoding a stream that are the same in every run.
///
/// It is no timeline: it stands in for reading packets, and for decoding that only shows whether and in which order
/// pictures come out. The code that uses it takes the same steps without it.
struct KeptIndex {
  /// The packets from the first on.
  var records = PackedRecords()
  /// Whether the stream ends after them, and nothing is missing there.
  var isEnded = false
  /// Which frames that precede the first keyframe are not shown; nil if not determined yet.
  var hiddenLeading: [Int]?
  /// For packets that the container calls broken, whether they give a picture.
  var isShown: [Int: Bool] = [:]
  /// All pictures in output order; nil if they did not have to be counted.
  var counted: Counted?

  /// Pictures that were counted, from this packet on.
  struct Counted {
    let first: Int
    let timeline: CountedTimeline
    /// The rate of the coded pictures; nil if the container's is as good.
    let rate: Rational?
  }

  /// Whether finding the results again would take longer than storing them.
  var isWorthwhile: Bool { records.count >= 2000 || (counted?.timeline.count ?? 0) >= 500 }

  /// Whether this has more data than another of the same stream.
  func saysMore(than other: KeptIndex?) -> Bool {
    guard let other else { return true }
    return records.count > other.records.count || isEnded && !other.isEnded
      || hiddenLeading != nil && other.hiddenLeading == nil || isShown.count > other.isShown.count
      || counted != nil && other.counted == nil
  }

  // MARK: Bytes

  func packed() -> [UInt8] {
    var packing = VarintWriter()
    packing.append(
      records.count, records.bytes, isEnded, hiddenLeading != nil, hiddenLeading ?? [],
      isShown.filter { $0.value }.keys.sorted(), isShown.filter { !$0.value }.keys.sorted(), counted != nil)
    if let counted {
      packing.append(counted.first, counted.rate?.numerator ?? 0, counted.rate?.denominator ?? 0)
      counted.timeline.pack(into: &packing)
    }
    return packing.bytes
  }

  /// Unpacks an index; throws if bytes are left over.
  init(packed bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    try self.init(unpacking: &packing)
    try packing.finish()
  }

  /// - Throws: `VarintError` for bytes that `packed` cannot produce.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let count = try packing.count(ofAtLeast: RecordPacking.leastSize)
    guard count <= PacketTable.mostRecords else { throw VarintError() }
    records = PackedRecords(count: count, bytes: try packing.blob())
    let asksLeading: Bool
    (isEnded, asksLeading) = try packing.values()
    let hidden = try indexes(&packing)
    if asksLeading { hiddenLeading = hidden }
    for index in try indexes(&packing) { isShown[index] = true }
    for index in try indexes(&packing) { isShown[index] = false }
    guard try packing.flag() else { return }
    let (first, numerator, denominator): (Int, Int64, Int64) = try packing.values()
    guard first < max(count, 1) else { throw VarintError() }
    let rate = denominator == 0 ? nil : Rational(numerator, denominator)
    guard denominator == 0 || (rate.map { $0 > .zero } ?? false) else { throw VarintError() }
    counted = Counted(first: first, timeline: try CountedTimeline(unpacking: &packing), rate: rate)
  }

  init() {}

  /// Indexes of records; at most as many as there are records.
  private func indexes(_ packing: inout VarintReader) throws(VarintError) -> [Int] {
    let indexes: [Int] = try packing.values()
    guard indexes.allSatisfy({ $0 < records.count }) else { throw VarintError() }
    return indexes
  }
}
