import CFFmpeg

/// Compares the packets' presentation timestamps with the decoder's output order, as far as the packets' own bytes give
/// it.
///
/// Careless converters write decode timestamps as presentation timestamps, or exchange some. The decoder's order is
/// used then, and the pictures have to be counted. It can be known without decoding: for H.264 and HEVC from the
/// picture order count, for MPEG-1, 2 and 4 from the picture type, and for codecs without reordering from the order of
/// the packets.
struct OrderCheck {
  private enum Way {
    /// The order is unknown.
    case none
    /// Pictures are shown in decoding order.
    case asSent
    /// A picture from which no other is predicted is shown before the last reference picture; all others are shown in
    /// decoding order.
    case anchored
    /// Pictures have a picture order count with this many bits.
    case counted(bits: Int)
  }

  private let way: Way
  /// The last pictures: their timestamps and their positions in output order.
  private var window: [(timestamp: Int64, place: Int64)] = []
  private var oldest = 0
  private var clock = DecodeClock()
  /// Whether the previous count is unknown.
  private var isLost = true
  /// Lower positions belong to pictures before the last reset of the count.
  private var base: Int64 = 0
  private var reference: Int64 = 0
  private var sinceAnchor: Int64 = 0
  /// The last packet's position in output order; nil if it has none, or is not compared.
  private(set) var place: Int64?
  /// Whether that is the position of a recent picture with another timestamp, too.
  private(set) var isRepeated = false

  /// One more than any codec may reorder.
  static let windowSize = 17
  /// Greater than any count between two resets, which grows by at most 2^15 per packet, and so small that a step for
  /// each packet of the longest table fits into 64 bits.
  static let step: Int64 = 1 << 39

  /// Ticks by which decode timestamps must fall to start anew.
  private let fall: Int64

  /// Whether pictures may be shown in another order than that of their packets.
  var allowsReordering: Bool { if case .asSent = way { false } else { true } }

  /// Whether all packets so far had a picture order count, so that timestamps in another order would be contradicted. At
  /// the end of a file that is cut off, a packet that is cut or missing says nothing about those before it.
  var isCounted: Bool { if case .counted = way { !hasGap && hasCounted } else { false } }
  private var (hasCounted, hasGap, endsDamaged) = (false, false, false)

  /// Makes a check that never finds a contradiction.
  init() { self.init(.none, .max) }

  /// - Parameter fall: ticks by which decode timestamps must fall to start anew.
  init(_ parameters: borrowing AVCodecParameters, fall: Int64) {
    self.fall = fall
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    switch parameters.codec_id {
    case AV_CODEC_ID_H264:
      switch SequenceParameters(copy parameters)?.orderCount {
      case .counted(_, let bits, _, _): way = .counted(bits: bits)
      case .asSent: way = .asSent
      case nil: way = .none
      }
    case AV_CODEC_ID_HEVC:
      way = HEVCParameters(configuration: configuration).map { .counted(bits: $0.orderBits) } ?? .none
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4: way = .anchored
    default:
      let descriptor = avcodec_descriptor_get(parameters.codec_id)
      let mayReorder = descriptor.map { $0.pointee.props & AV_CODEC_PROP_REORDER != 0 } ?? true
      way = mayReorder ? .none : .asSent
    }
  }

  /// Whether only the types of the pictures tell their order: those of B pictures are shown before the last other one.
  var isAnchored: Bool {
    guard case .anchored = way else { return false }
    return true
  }

  /// The same check before the first packet.
  var anew: OrderCheck { OrderCheck(way, fall) }

  private init(_ way: Way, _ fall: Int64) { (self.way, self.fall) = (way, fall) }

  /// Whether the next packet's timestamp and its position in output order disagree about its order relative to a recent
  /// picture.
  mutating func isContradicted(by record: PacketRecord) -> Bool {
    isContradicted(by: record, shown: record.presentation)
  }

  /// The same of a packet with another timestamp.
  mutating func isContradicted(by record: PacketRecord, shown presentation: Int64?) -> Bool {
    (place, isRepeated) = (nil, false)
    // A packet of another layer. In MPEG-2 an end of sequence makes the decoder show what waits.
    if case .counted = way, record.promisesNothing, !record.isMissing { return false }
    if record.isMissing, record.order?.startsAnew ?? false {
      beginSequence()
      return false
    }
    if record.traits.contains(.lacksReferences) { return false }
    if clock.startsAnew(at: record.decode, shown: presentation, isStart: record.isCleanStart, jump: (fall, .max)) {
      startAnew()
    }
    // A picture that cannot be read may have reset the count.
    guard !record.isCorrupt, let place = position(of: record) else {
      if !record.isMissing {
        if !record.isCorrupt || endsDamaged { hasGap = true }
        endsDamaged = true
        startAnew()
      }
      return false
    }
    if endsDamaged { hasGap = true }
    guard let timestamp = presentation, record.hiding.isEmpty, record.field == nil else {
      return false
    }
    let isContradicted = window.contains { other in
      timestamp != other.timestamp && place != other.place && (timestamp < other.timestamp) != (place < other.place)
    }
    isRepeated = window.contains { timestamp != $0.timestamp && place == $0.place }
    (hasCounted, self.place) = (true, place)
    if window.count < Self.windowSize {
      window.append((timestamp, place))
    } else {
      window[oldest] = (timestamp, place)
      oldest = (oldest + 1) % Self.windowSize
    }
    return isContradicted
  }

  /// Positions from here on are not comparable with earlier ones.
  private mutating func startAnew() {
    window.removeAll(keepingCapacity: true)
    oldest = 0
    isLost = true
  }

  /// The next picture begins a sequence, all of which is shown after what precedes it.
  mutating func beginSequence() { isLost = true }

  private mutating func position(of record: PacketRecord) -> Int64? {
    switch way {
    case .none: return nil
    case .asSent:
      if record.isMissing { return nil }
      base += 1
      return base
    case .anchored:
      if record.isMissing { return nil }
      if record.traits.contains(.unreferenced) {
        sinceAnchor += 1
        return base - Self.step + sinceAnchor
      }
      base += Self.step
      sinceAnchor = 0
      return base
    case .counted(let bits): return record.order.map { counted($0, bits) }
    }
  }

  /// The full count (ITU-T H.264, 8.2.1.1, and H.265, 8.3.1): the one nearest to that of the last reference picture.
  private mutating func counted(_ order: PictureOrder, _ bits: Int) -> Int64 {
    if order.startsAnew || isLost {
      isLost = false
      base += Self.step
      reference = Int64(order.bits)
      return base + reference
    }
    let range = Int64(1) << Int64(bits)
    var count = reference - (reference & (range - 1)) + Int64(order.bits)
    if reference - count >= range / 2 { count += range } else if count - reference > range / 2 { count -= range }
    if order.isReference { reference = count }
    return base + count
  }
}
