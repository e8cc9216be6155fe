import CFFmpeg

/// Finds out from a packet's own bytes whether decoding can start there.
///
/// The container's keyframe flag is not reliable: it is also set on an H.264 picture at which an intra refresh begins,
/// and decoding from there gives the right timestamps with wrong pixels.
struct KeyframeClassifier {
  /// What a packet contains, as far as it matters for starting to decode and for showing pictures.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// Decoding may start here: everything from this packet's own timestamp on is then right.
    static let cleanStart = Traits(rawValue: 1 << 0)
    /// Pictures before this one in presentation order may follow it in the file and depend on earlier pictures.
    static let openStart = Traits(rawValue: 1 << 1)
    /// The picture is decoded but never shown.
    static let hidden = Traits(rawValue: 1 << 2)
    /// An HEVC leading picture that cannot be decoded when decoding starts at the CRA or BLA before it.
    static let skippedLeading = Traits(rawValue: 1 << 3)
    /// Only decoding shows whether the packet gives a picture, or when it is shown.
    static let doubtful = Traits(rawValue: 1 << 4)
    /// No other picture is predicted from this one; with fields or layers (``layered``) there may be one after all.
    static let unreferenced = Traits(rawValue: 1 << 5)
    /// The packet belongs to a temporal layer above the lowest, or to another view.
    static let layered = Traits(rawValue: 1 << 6)
  }

  private enum Syntax {
    case h264(lengthSize: Int)
    case hevc(lengthSize: Int)
    case mpegVideo
    case mpeg4
    case vp8
    case vp9
    case gif
    case apng(APNGFrame.Canvas)
    case dirac
    case intraOnly
    case flagged
  }

  private let syntax: Syntax
  /// Whether only the container can say where decoding may start, in a codec with inter prediction: a container that
  /// lost its index calls every packet a keyframe. AV1's flags are read from the packets by FFmpeg itself.
  let believesFlags: Bool

  /// Whether a decoder gives right pictures only if it starts at the stream's first starting point: FFmpeg's decoder of
  /// Dirac's core syntax decodes an intra picture in the middle to a different picture when it starts there.
  let startsOnce: Bool

  /// Whether each packet has a second picture of the same codec: its alpha plane, with its own keyframes.
  private let hasAlphaPlane: Bool

  /// - Parameter hasAlphaPlane: whether packets also carry the pictures of an alpha plane (WebM's alpha mode).
  init(_ parameters: borrowing AVCodecParameters, hasAlphaPlane: Bool = false) {
    self.hasAlphaPlane = hasAlphaPlane
    let profile = parameters.profile
    startsOnce = parameters.codec_id == AV_CODEC_ID_DIRAC && !DiracUnits.isIntraOnly(profile: profile)
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    switch parameters.codec_id {
    case AV_CODEC_ID_H264:
      syntax = .h264(lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: false))
    case AV_CODEC_ID_HEVC:
      syntax = .hevc(lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: true))
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: syntax = .mpegVideo
    case AV_CODEC_ID_MPEG4: syntax = .mpeg4
    case AV_CODEC_ID_VP8: syntax = .vp8
    case AV_CODEC_ID_VP9: syntax = .vp9
    case AV_CODEC_ID_GIF: syntax = .gif
    case AV_CODEC_ID_APNG: syntax = .apng(APNGFrame.Canvas(parameters))
    case AV_CODEC_ID_DIRAC: syntax = .dirac
    // FFmpeg does not list it as intra only.
    case AV_CODEC_ID_PNG: syntax = .intraOnly
    default:
      let descriptor = avcodec_descriptor_get(parameters.codec_id)
      let isIntraOnly = descriptor.map { $0.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0 } ?? false
      syntax = isIntraOnly ? .intraOnly : .flagged
    }
    if case .flagged = syntax { believesFlags = parameters.codec_id != AV_CODEC_ID_AV1 } else { believesFlags = false }
  }

  /// Reads a packet's traits, including its alpha plane: decoding may start only if it may in both planes.
  func traits(of bytes: UnsafeRawBufferPointer, alphaPlane: UnsafeRawBufferPointer?, isFlagged: Bool) -> Traits {
    var traits = traits(of: bytes, isFlagged: isFlagged)
    guard hasAlphaPlane, traits.contains(.cleanStart) else { return traits }
    let startsAlpha = alphaPlane.map { self.traits(of: $0, isFlagged: isFlagged).contains(.cleanStart) }
    if startsAlpha != true { traits.remove(.cleanStart) }
    return traits
  }

  /// Reads the traits of a packet's bytes; `isFlagged` is the container's own keyframe flag, used if the codec gives no
  /// more information.
  func traits(of bytes: UnsafeRawBufferPointer, isFlagged: Bool) -> Traits {
    switch syntax {
    case .h264(let lengthSize): H264.traits(of: NALUnits(bytes, lengthSize: lengthSize))
    case .hevc(let lengthSize): HEVC.traits(of: NALUnits(bytes, lengthSize: lengthSize))
    case .mpegVideo: Self.mpegVideo(bytes)
    case .mpeg4: Self.mpeg4(bytes, isFlagged: isFlagged)
    case .vp8: Self.vp8(bytes)
    case .vp9: Self.vp9(bytes)
    case .apng(let canvas): APNGFrame(bytes).map { $0.isStart(on: canvas) ? .cleanStart : [] } ?? []
    case .dirac: Self.dirac(DiracUnits(bytes), isFlagged: isFlagged)
    case .intraOnly: .cleanStart
    case .gif, .flagged: isFlagged ? .cleanStart : []
    }
  }

  /// Whether a packet ends in the middle of its picture, which some demuxers and decoders do not report.
  ///
  /// A GIF picture ends with an empty block, which may be the last byte of the file (GIF89a, sections 16 and 27).
  func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .gif = syntax, let last = bytes.last else { return false }
    return last != 0 && last != 0x3B
  }

  /// Whether a packet does not even contain a picture header: decoders of MPEG-1, MPEG-2 and VP8 skip such bytes
  /// without an error.
  func holdsNoPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return false }
    switch syntax {
    case .h264(let lengthSize):
      return !NALUnits(bytes, lengthSize: lengthSize).contains { [1, 2, 5].contains(($0.first ?? 0) & 0x1F) }
    case .hevc(let lengthSize):
      return !NALUnits(bytes, lengthSize: lengthSize).contains { ($0.first ?? 0x7F) >> 1 & 0x3F < 32 }
    case .mpegVideo: return !NALUnits(bytes, lengthSize: 0).contains { $0.first == 0 }
    case .mpeg4:
      // H.263's header is also accepted (ISO/IEC 14496-2, 6.2.5.2).
      let isShort = bytes.count > 2 && bytes[0] == 0 && bytes[1] == 0 && bytes[2] & 0xFC == 0x80
      return !isShort && !NALUnits(bytes, lengthSize: 0).contains { $0.first == 0xB6 }
    case .vp8: return !Self.isVP8(bytes)
    // The frame marker (VP9, 6.2).
    case .vp9: return first >> 6 != 2
    case .gif, .apng, .dirac, .intraOnly, .flagged: return false
    }
  }

  /// Whether the header is one of VP8: a key frame has a start code (RFC 6386, 9.1).
  private static func isVP8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > 2 && (bytes[0] & 1 != 0 || bytes.count > 9 && bytes[3..<6].elementsEqual([0x9D, 0x01, 0x2A]))
  }

  /// MPEG-1 and MPEG-2: an I picture (ISO/IEC 13818-2, 6.2.3, start code 00); its GOP may be open.
  private static func mpegVideo(_ bytes: UnsafeRawBufferPointer) -> Traits {
    for unit in NALUnits(bytes, lengthSize: 0) where unit.first == 0 {
      var bits = BitReader(unit.dropFirst(), skipsEmulation: false)
      guard bits.read(10) != nil, let type = bits.read(3) else { return [] }
      switch type {
      case 1: return [.cleanStart, .openStart]
      case 3: return .unreferenced
      default: return []
      }
    }
    return []
  }

  /// MPEG-4 part 2: an I-VOP (ISO/IEC 14496-2, 6.2.5, start code B6).
  private static func mpeg4(_ bytes: UnsafeRawBufferPointer, isFlagged: Bool) -> Traits {
    for unit in NALUnits(bytes, lengthSize: 0) where unit.first == 0xB6 {
      guard unit.count > 1 else { return [] }
      let type = unit[unit.startIndex + 1] >> 6
      if type == 0 { return [.cleanStart, .openStart] }
      let kind: Traits = type == 2 ? .unreferenced : []
      // A packet of a few bytes may be a placeholder that repeats the previous picture (vop_coded 0).
      return unit.count <= 8 ? [.doubtful, kind] : kind
    }
    return isFlagged ? [.cleanStart, .openStart] : []
  }

  private static func dirac(_ units: DiracUnits, isFlagged: Bool) -> Traits {
    guard units.hasPicture else { return isFlagged ? [] : .hidden }
    return units.isStart ? .cleanStart : []
  }

  /// VP8: RFC 6386, 9.1: bit 0 is clear in a key frame, bit 4 set in a frame that is shown.
  private static func vp8(_ bytes: UnsafeRawBufferPointer) -> Traits {
    guard let first = bytes.first, isVP8(bytes) else { return [] }
    var traits: Traits = []
    if first & 0x01 == 0 { traits.insert(.cleanStart) }
    if first & 0x10 == 0 { traits.insert(.hidden) }
    return traits
  }

  /// VP9: the uncompressed header of the bitstream specification, 6.2; a superframe shows its last frame.
  private static func vp9(_ bytes: UnsafeRawBufferPointer) -> Traits {
    guard let last = bytes.last else { return [] }
    let isSuperframe = last & 0xE0 == 0xC0
    var bits = BitReader(bytes[...], skipsEmulation: false)
    guard bits.read(2) == 2, let low = bits.readBit(), let high = bits.readBit() else { return [] }
    if low == 1, high == 1 { _ = bits.readBit() }
    guard let showsExisting = bits.readBit() else { return [] }
    if showsExisting == 1 { return [] }
    guard let isInter = bits.readBit(), let isShown = bits.readBit() else { return [] }
    var traits: Traits = isInter == 0 ? .cleanStart : []
    if isShown == 0, !isSuperframe { traits.insert(.hidden) }
    return traits
  }
}

/// Traits of an access unit by ITU-T H.264.
private enum H264 {
  static func traits(of units: NALUnits) -> KeyframeClassifier.Traits {
    var recoversAtOnce = false
    var hasSlices = false
    for unit in units {
      guard let header = unit.first else { continue }
      switch header & 0x1F {
      case 5: return .cleanStart
      case 6:
        if let count = recoveryFrameCount(unit.dropFirst()) { recoversAtOnce = count == 0 }
      case 1, 2:
        // A recovery point that recovers at once means a clean picture, but only if it is an intra picture.
        guard recoversAtOnce else { return header & 0x60 == 0 ? .unreferenced : [] }
        var bits = BitReader(unit.dropFirst(), skipsEmulation: true)
        guard bits.readExpGolomb() != nil, let type = bits.readExpGolomb(), type % 5 == 2 || type % 5 == 4 else {
          return []
        }
        hasSlices = true
      default: continue
      }
    }
    return hasSlices ? [.cleanStart, .openStart] : []
  }

  /// `recovery_frame_cnt` of the recovery point message (H.264 D.1.8, payload type 6), if the SEI unit has one.
  private static func recoveryFrameCount(_ payload: Slice<UnsafeRawBufferPointer>) -> Int? {
    var bits = BitReader(payload, skipsEmulation: true)
    func number(_ bits: inout BitReader) -> Int? {
      var total = 0
      while true {
        guard let byte = bits.read(8) else { return nil }
        total += byte
        if byte != 255 { return total }
      }
    }
    while let type = number(&bits), let size = number(&bits) {
      if type == 6 { return bits.readExpGolomb() }
      // After the messages come the stop bit and, for start codes, the rest of the packet: 80 is not a payload type.
      guard type != 0x80, bits.skip(size * 8) else { return nil }
    }
    return nil
  }
}

/// Traits of an access unit by ITU-T H.265, from the type of its first slice (table 7-1).
private enum HEVC {
  static func traits(of units: NALUnits) -> KeyframeClassifier.Traits {
    for unit in units {
      guard unit.count > 1, let header = unit.first else { continue }
      // The type is followed by six bits of nuh_layer_id and three of nuh_temporal_id_plus1 (7.3.1.2).
      let place = (header & 1, unit[unit.startIndex + 1])
      let layer: KeyframeClassifier.Traits = place == (0, 1) ? [] : .layered
      switch header >> 1 & 0x3F {
      case 16, 17, 18, 21: return [.cleanStart, .openStart, layer]
      case 19, 20: return [.cleanStart, layer]
      case 8: return [.skippedLeading, .unreferenced, layer]
      case 9: return [.skippedLeading, layer]
      // "Sub-layer non-reference" pictures have the even types.
      case 0, 2, 4, 6, 10, 12, 14: return [.unreferenced, layer]
      case 0...31: return layer
      default: continue
      }
    }
    return []
  }
}
