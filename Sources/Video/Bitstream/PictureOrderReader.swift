import CFFmpeg

/// Reads the output order from packets of H.264, HEVC, MPEG-1, MPEG-2, H.261 and H.263.
///
/// It stops at a packet whose parameter sets differ from those at the beginning; from there on the order is unknown.
struct PictureOrderReader {
  private enum Syntax {
    case h264(SequenceParameters.OrderCount, lengthSize: Int)
    case hevc(HEVCParameters, lengthSize: Int)
    case mpegVideo
    case h261, h263
  }

  private let syntax: Syntax
  private var isOver = false
  private var joints: HEVCJoints?

  /// Nil for other codecs, and if the stream's configuration does not say how its slices count.
  init?(_ parameters: borrowing AVCodecParameters) {
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    switch parameters.codec_id {
    case AV_CODEC_ID_H264:
      guard let count = SequenceParameters(copy parameters)?.orderCount, case .counted = count else { return nil }
      syntax = .h264(count, lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: false))
    case AV_CODEC_ID_HEVC:
      guard let found = HEVCParameters(configuration: configuration) else { return nil }
      syntax = .hevc(found, lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: true))
      joints = HEVCJoints(parameters)
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: syntax = .mpegVideo
    case AV_CODEC_ID_H261: syntax = .h261
    case AV_CODEC_ID_H263: syntax = .h263
    default: return nil
    }
  }

  /// What comes next does not continue what was read before.
  mutating func leave() { joints?.forget() }

  /// The order of a packet's picture; nil for a single field, and if it is unknown.
  mutating func order(of bytes: UnsafeRawBufferPointer) -> PictureOrder? {
    guard !isOver else { return nil }
    switch syntax {
    case .h264(let count, let lengthSize):
      for unit in NALUnits(bytes, lengthSize: lengthSize) {
        guard let header = unit.first else { continue }
        switch header & 0x1F {
        case 7:
          guard let set = SequenceParameters(unit: unit), set.orderCount != count else { continue }
          isOver = true
          return nil
        case 1, 2, 5: return Self.h264(unit, header, count)
        default: continue
        }
      }
    case .hevc(let parameters, let lengthSize):
      let place = joints?.place(of: bytes) ?? .inside
      for unit in NALUnits(bytes, lengthSize: lengthSize) {
        guard unit.count > 2, let header = unit.first, !HEVCAccessUnit.isOfOtherLayer(unit) else { continue }
        switch header >> 1 & 0x3F {
        case 33, 34:
          guard !parameters.agrees(with: unit) else { continue }
          isOver = true
          return nil
        case 0...31:
          var order = parameters.header(ofSlice: unit)?.order
          if place == .joint { order?.startsAnew = true }
          order?.lacksReferences = place == .leading
          return order
        default: continue
        }
      }
    case .mpegVideo: return Self.mpegVideo(bytes)
    case .h261: return Self.temporalReference(bytes, code: (length: 20, value: 0x10), bits: 5)
    case .h263: return Self.temporalReference(bytes, code: (length: 22, value: 0x20), bits: 8)
    }
    return nil
  }

  /// The place of a picture of MPEG-1 or MPEG-2 among the frames of its group (ISO/IEC 13818-2, 6.3.9).
  private static func mpegVideo(_ bytes: UnsafeRawBufferPointer) -> PictureOrder? {
    var startsAnew = false
    for unit in NALUnits(bytes, lengthSize: 0) {
      switch unit.first {
      case 0x00?:
        var bits = BitReader(unit.dropFirst(), skipsEmulation: false)
        guard let place = bits.read(10), let type = bits.read(3) else { return nil }
        // Of type 3 are the pictures from which no other is predicted.
        return PictureOrder(bits: Int32(place), startsAnew: startsAnew, isReference: type < 3)
      case (0x01...0xAF)?: return nil
      case 0xB8?: startsAnew = true
      default: continue
      }
    }
    return nil
  }

  /// The temporal reference (ITU-T H.261, 4.2.1; H.263, 5.1.2) behind the start code, which may begin at any bit of the
  /// first bytes.
  private static func temporalReference(
    _ bytes: UnsafeRawBufferPointer, code: (length: Int, value: Int), bits: Int
  ) -> PictureOrder? {
    var reader = BitReader(bytes.prefix(8), skipsEmulation: false)
    guard var found = reader.read(code.length) else { return nil }
    while found != code.value {
      guard let bit = reader.readBit() else { return nil }
      found = (found << 1 | bit) & (1 << code.length - 1)
    }
    return reader.read(bits).map { PictureOrder(bits: Int32($0), startsAnew: false, isReference: true) }
  }

  /// ITU-T H.264, 7.3.3.
  private static func h264(
    _ unit: Slice<UnsafeRawBufferPointer>, _ header: UInt8, _ count: SequenceParameters.OrderCount
  ) -> PictureOrder? {
    guard case .counted(let frameNumberBits, let orderBits, let hasPlanes, let hasFramesOnly) = count else {
      return nil
    }
    let isIDR = header & 0x1F == 5
    var bits = BitReader(unit.dropFirst(), skipsEmulation: true)
    // A value out of range means that this is not a slice header.
    guard bits.readExpGolomb() == 0, let type = bits.readExpGolomb(), type < 10, let set = bits.readExpGolomb(),
      set < 256,
      bits.skip((hasPlanes ? 2 : 0) + frameNumberBits),
      // The order of a single field does not give that of its frame.
      hasFramesOnly || bits.readBit() == 0, !isIDR || bits.readExpGolomb() != nil, let order = bits.read(orderBits)
    else { return nil }
    return PictureOrder(bits: Int32(order), startsAnew: isIDR, isReference: header & 0x60 != 0)
  }
}
