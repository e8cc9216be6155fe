import CFFmpeg

/// Finds out from a packet's own bytes whether decoding can start there.
///
/// The container's keyframe flag is not reliable: it is also set on an H.264 picture at which an intra refresh begins,
/// and decoding from there gives the right timestamps with wrong pixels.
struct KeyframeClassifier {
  typealias Traits = PacketTraits

  /// The entry of the codec in the table of proven starts; nil if it has none: then its pictures are decoded from the
  /// beginning, at the packet that the container calls the first keyframe.
  let starts: ProvenStarts?
  /// Whether each packet has a second picture of the same codec: its alpha plane, with its own keyframes.
  private let hasAlphaPlane: Bool

  /// - Parameter hasAlphaPlane: whether packets also carry the pictures of an alpha plane (WebM's alpha mode).
  init(_ parameters: borrowing AVCodecParameters, hasAlphaPlane: Bool = false) {
    self.hasAlphaPlane = hasAlphaPlane
    starts = ProvenStarts(parameters, hasAlphaPlane: hasAlphaPlane)
  }

  /// Reads a packet's traits, including its alpha plane: decoding may start only if it may in both planes.
  func traits(of bytes: UnsafeRawBufferPointer, alphaPlane: UnsafeRawBufferPointer?, isFlagged: Bool) -> Traits {
    var traits = traits(of: bytes, isFlagged: isFlagged)
    guard hasAlphaPlane, traits.contains(.cleanStart) else { return traits }
    let startsAlpha = alphaPlane.map { self.traits(of: $0, isFlagged: isFlagged).contains(.cleanStart) }
    if startsAlpha != true { traits.remove(.cleanStart) }
    return traits
  }

  /// Reads the traits of a packet's bytes; `isFlagged` is the container's own keyframe flag, used only for PNG and for a
  /// codec that is not in the table.
  func traits(of bytes: UnsafeRawBufferPointer, isFlagged: Bool) -> Traits {
    guard let starts else { return isFlagged ? .cleanStart : [] }
    return switch starts.syntax {
    case .h264(let lengthSize): H264AccessUnit.traits(of: NALUnits(bytes, lengthSize: lengthSize))
    case .hevc(let lengthSize): HEVCAccessUnit.traits(of: NALUnits(bytes, lengthSize: lengthSize))
    case .mpegVideo: Self.mpegVideo(bytes)
    case .mpeg4(let timeBits): Self.mpeg4(bytes, timeBits: timeBits)
    case .h263: Self.traits(H263Header(h263: bytes))
    // A packet of eight bytes repeats the picture before it, and no picture comes out.
    case .intelH263: bytes.count == 8 ? .hidden : Self.traits(H263Header(intel: bytes))
    case .flashH263: Self.traits(H263Header(flash: bytes))
    case .windowsMedia(let header): header.traits(bytes)
    case .vc1(let header): header.traits(bytes)
    case .vp6(let hasAlpha): bytes.dropFirst(hasAlpha ? 3 : 0).first.map { $0 & 0x80 == 0 } ?? false ? .cleanStart : []
    case .vp8: Self.vp8(bytes)
    case .vp9: VP9Packet.traits(of: bytes)
    case .av1: Self.traits(AV1Units(bytes))
    // Theora I, 6.1 and 7.1: a header is no picture; an intra picture starts with two zeros.
    case .theora:
      bytes.dropFirst().starts(with: "theora".utf8) ? .hidden : (bytes.first ?? 0xFF) < 0x40 ? .cleanStart : []
    case .vp3: (bytes.first ?? 0x80) & 0x80 == 0 ? .cleanStart : []
    // FFV1 (RFC 9043, 4.4): the first bit, coded with even odds in a range of 0xFF00.
    case .ffv1: bytes.count > 1 && bytes[0] > 0x7F || bytes.prefix(2).elementsEqual([0x7F, 0x80]) ? .cleanStart : []
    case .cineForm: Self.cineForm(bytes)
    case .gif: bytes.starts(with: "GIF8".utf8) ? .cleanStart : []
    case .apng(let canvas): APNGFrame(bytes).map { $0.isStart(on: canvas) ? .cleanStart : [] } ?? []
    case .dirac: Self.dirac(DiracUnits(bytes), isFlagged: isFlagged)
    // Without a Huffman table the standard ones apply; without a quantisation table, those of an earlier picture.
    case .jpeg: JPEGMarkers(bytes).hasQuantisation ? .cleanStart : []
    case .fraps: Self.repeatsFraps(bytes) ? .hidden : .cleanStart
    case .png: isFlagged ? .cleanStart : []
    case .intraOnly: .cleanStart
    }
  }

  /// Whether a packet ends in the middle of its picture, which some demuxers and decoders do not report.
  ///
  /// A GIF picture ends with an empty block, which may be the last byte of the file (GIF89a, sections 16 and 27).
  func isCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .gif = starts?.syntax, let last = bytes.last else { return false }
    return last != 0 && last != 0x3B
  }

  /// Whether a packet that is no proven start may hold an intra picture: all slices of H.264 are; Motion JPEG and FFV1 can
  /// only be damaged, if the container calls it a keyframe.
  func isIntra(_ bytes: UnsafeRawBufferPointer, isFlagged: Bool) -> Bool {
    switch starts?.syntax {
    case .h264(let lengthSize): H264AccessUnit.isIntra(NALUnits(bytes, lengthSize: lengthSize))
    case .jpeg, .ffv1: isFlagged
    default: false
    }
  }

  /// Whether a packet promises no picture, and why: it holds other units of its codec only, or nothing that can be read.
  func content(of bytes: UnsafeRawBufferPointer) -> Content {
    guard let first = bytes.first, let starts else { return .picture }
    switch starts.syntax {
    case .h264(let lengthSize):
      // Slices and their partitions; the known other types (ITU-T H.264, table 7-1). Filler data may stand in the place
      // of a picture that was lost.
      return Self.content(NALUnits(bytes, lengthSize: lengthSize)) { _, header in
        let type = header & 0x1F
        return [1, 2, 5].contains(type) ? .picture : (3...20).contains(type) && type != 12 ? .noPicture : .unreadable
      }
    case .hevc(let lengthSize):
      return Self.content(NALUnits(bytes, lengthSize: lengthSize)) { unit, header in
        let type = header >> 1 & 0x3F
        if HEVCAccessUnit.isOfOtherLayer(unit) { return .noPicture }
        return type < 32 ? .picture : type < 41 && type != 38 ? .noPicture : .unreadable
      }
    case .mpegVideo:
      // A picture; user data, sequences, extensions, errors, the end, groups (ISO/IEC 13818-2, 6.2.1).
      return Self.content(NALUnits(bytes, lengthSize: 0)) { _, code in
        code == 0 ? .picture : (0xB2...0xB8).contains(code) && code != 0xB6 ? .noPicture : .unreadable
      }
    case .mpeg4:
      // One byte keeps the place of a picture that DivX and Xvid send later; FFmpeg skips it.
      if bytes.count == 1 { return .noPicture }
      // H.263's header is also accepted (ISO/IEC 14496-2, 6.2.5.2).
      if bytes.count > 2, bytes[0] == 0, bytes[1] == 0, bytes[2] & 0xFC == 0x80 { return .picture }
      return Self.content(NALUnits(bytes, lengthSize: 0)) { _, code in
        code == 0xB6 ? .picture : code < 0x30 || (0xB0...0xB5).contains(code) ? .noPicture : .unreadable
      }
    case .dirac:
      let units = DiracUnits(bytes)
      return units.isEmpty || units.hasPicture ? .picture : .noPicture
    case .av1: return AV1Units(bytes).mayHavePicture ? .picture : .noPicture
    case .vp8: return Self.isVP8(bytes) ? .picture : .unreadable
    // The frame marker (VP9, 6.2).
    case .vp9: return first >> 6 == 2 ? .picture : .unreadable
    default: return .picture
    }
  }

  /// The same of a packet that FFmpeg may have cut from a byte stream: then it may hold a picture nevertheless.
  func content(of bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Content {
    let content = content(of: bytes)
    // Of AV1, FFmpeg leaves out a unit that is cut off, so that a delimiter may be left of a picture.
    if case .av1 = starts?.syntax, !isWhole { return .picture }
    return content == .unreadable && !isWhole ? .picture : content
  }

  /// What a packet holds: a picture, none, or something unreadable.
  enum Content {
    case picture
    /// Only units that belong to no picture, or to one in another packet: nothing is shown for it.
    case noPicture
    /// Not even the header of a picture, though there should be one: some decoders skip it without an error.
    case unreadable
  }

  private static func content(
    _ units: NALUnits, _ kind: (Slice<UnsafeRawBufferPointer>, UInt8) -> Content
  ) -> Content {
    var (units, isKnown, isReadable) = (units, false, true)
    while let unit = units.next() {
      guard let header = unit.first else { continue }
      switch kind(unit, header) {
      case .picture: return .picture
      case .noPicture: isKnown = true
      case .unreadable: isReadable = false
      }
    }
    return isKnown && isReadable && !units.isTorn ? .noPicture : .unreadable
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
  private static func mpeg4(_ bytes: UnsafeRawBufferPointer, timeBits: Int?) -> Traits {
    var timeBits = timeBits
    for unit in NALUnits(bytes, lengthSize: 0) {
      if (0x20...0x2F).contains(unit.first ?? 0), let own = MPEG4Header.timeBits(in: bytes) { timeBits = own }
      guard unit.first == 0xB6 else { continue }
      guard unit.count > 1 else { return [] }
      let type = unit[unit.startIndex + 1] >> 6
      let kind: Traits = type == 2 ? .unreferenced : []
      // A picture that is not coded may repeat the previous one, or stand for one in another packet.
      let isCoded = timeBits.flatMap { MPEG4Header.isCoded(unit.dropFirst(), timeBits: $0) }
      guard isCoded ?? (type == 0 || unit.count > 8) else { return [.doubtful, kind] }
      return type == 0 ? [.cleanStart, .openStart] : kind
    }
    return []
  }

  private static func traits(_ header: H263Header?) -> Traits {
    guard let header else { return [] }
    if header.overlaps { return header.isIntra ? [.cleanStart, .doubtful] : .doubtful }
    return header.isIntra ? .cleanStart : header.isDisposable ? .unreferenced : []
  }

  private static func traits(_ units: AV1Units) -> Traits {
    // Several pictures, or none, may come out of several temporal units in one packet.
    if units.showsSeveral { return .doubtful }
    return units.showsNothing ? .hidden : units.isStart ? .cleanStart : []
  }

  /// CineForm (SMPTE ST 2073-1): tags and values of 16 bits each. An intra sample (tag 1, value 9) with the transform of
  /// one picture (tag 10, value 0), not of two.
  private static func cineForm(_ bytes: UnsafeRawBufferPointer) -> Traits {
    guard bytes.count >= 4, bytes[..<4].elementsEqual([0, 1, 0, 9]) else { return [] }
    for place in stride(from: 4, to: min(64, bytes.count - 3), by: 4) where bytes[place] == 0 && bytes[place + 1] == 10
    {
      return bytes[place + 2] == 0 && bytes[place + 3] == 0 ? .cleanStart : []
    }
    return []
  }

  /// Fraps: whether no picture comes out, by a flag, or from version 2 on by a packet of eight bytes.
  private static func repeatsFraps(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 4 else { return false }
    return bytes[0] < 2 ? bytes[3] & 0x80 != 0 : bytes.count == 8
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
}
