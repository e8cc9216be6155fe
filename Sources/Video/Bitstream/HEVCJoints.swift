import CFFmpeg

/// Finds the places in a stream of HEVC where another one was joined to it, or a part was lost: a picture at which
/// decoding may start (CRA) keeps others for the pictures that lead it, and one of these is not there.
///
/// A decoder that goes on there predicts the leading pictures from grey ones, and mixes the order of both parts.
struct HEVCJoints {
  private let parameters: HEVCParameters
  private let lengthSize: Int
  private var sets: HEVCReferenceSets?
  /// The full counts of the pictures that a decoder keeps as references; empty at a start.
  private var known: [Int] = []
  private var reference = 0
  private var isBehindJoint = false

  /// Where a packet is.
  enum Place {
    /// It continues what comes before it.
    case inside
    /// Nothing before it is needed.
    case joint
    /// It needs what is missing at the joint before it.
    case leading
  }

  /// The most pictures that a decoder keeps, if their packets do not tell; and the most units before a picture.
  private static let (mostKnown, mostUnits) = (16, 64)

  /// Nil for other codecs, and if the stream's configuration does not say how its slices count.
  init?(_ source: borrowing AVCodecParameters) {
    let configuration = UnsafeRawBufferPointer(
      start: source.extradata, count: source.extradata == nil ? 0 : Int(max(0, source.extradata_size)))
    guard source.codec_id == AV_CODEC_ID_HEVC, let parameters = HEVCParameters(configuration: configuration) else {
      return nil
    }
    self.parameters = parameters
    lengthSize = NALUnits.lengthSize(configuration: configuration, isHEVC: true)
    let set = HEVCParameters.units(configuration).first { ($0.first ?? 0) >> 1 & 0x3F == 33 }
    sets = set.flatMap(HEVCReferenceSets.init)
  }

  /// Decoding starts anew: nothing is known of what comes before.
  mutating func forget() { known = [] }

  /// Where the next packet is.
  mutating func place(of packet: UnsafeRawBufferPointer) -> Place {
    // Behind the end of a sequence the next picture starts anew by itself, and what leads it is not shown.
    defer { if Self.endsSequence(packet) { known = [] } }
    return placeOfPicture(in: packet)
  }

  /// Whether its last unit is the end of a sequence or of the stream (types 36 and 37), which are two bytes.
  private static func endsSequence(_ packet: UnsafeRawBufferPointer) -> Bool {
    let end = packet.suffix(5)
    return end.count == 5 && [0x48, 0x4A].contains(end[end.startIndex + 3]) && end.last == 1
      && (end.starts(with: [0, 0, 1]) || end.starts(with: [0, 0, 2]))
  }

  private mutating func placeOfPicture(in packet: UnsafeRawBufferPointer) -> Place {
    for unit in NALUnits(packet, lengthSize: lengthSize).lazy.prefix(Self.mostUnits) {
      guard unit.count > 2, !HEVCAccessUnit.isOfOtherLayer(unit) else { continue }
      let type = unit[unit.startIndex] >> 1 & 0x3F
      switch type {
      case 33: sets = HEVCReferenceSets(unit: unit)
      case 36, 37: known = []
      case 0...31:
        if (16...23).contains(type) { isBehindJoint = false }
        guard let (order, rest) = parameters.header(ofSlice: unit) else { return .inside }
        if note(order, keeping: (19...20).contains(type) ? [] : sets?.differences(in: rest), isCRA: type == 21) {
          isBehindJoint = true
          return .joint
        }
        return isBehindJoint && (8...9).contains(type) ? .leading : .inside
      default: continue
      }
    }
    return .inside
  }

  /// - Parameter differences: where the pictures are that this one keeps; nil if that is not known.
  /// - Returns: whether it may begin a stream, and one of them is not there.
  private mutating func note(_ order: PictureOrder, keeping differences: [Int]?, isCRA: Bool) -> Bool {
    let range = 1 << parameters.orderBits
    let bits = Int(order.bits)
    var count = bits
    if !order.startsAnew, !known.isEmpty {
      count += reference - (reference & (range - 1))
      if reference - count >= range / 2 { count += range } else if count - reference > range / 2 { count -= range }
    }
    let isJoint =
      isCRA && !known.isEmpty && differences?.contains { !known.contains(count + $0) } ?? false
    if isJoint { count = bits }
    if order.startsAnew || isJoint { known = [] }
    if let differences { known.removeAll { !differences.contains($0 - count) } }
    known.append(count)
    if known.count > Self.mostKnown { known.removeFirst() }
    if order.isReference { reference = count }
    return isJoint
  }
}
