import CFFmpeg

/// What the headers before a keyframe of H.264, HEVC, MPEG-1, MPEG-2 or MPEG-4 part 2 say of all pictures that follow.
///
/// Where it changes, a new sequence begins: no picture depends on one before it. FFmpeg's decoders go on instead: they
/// lose the picture that waits to be shown, take over some of the new facts only, and keep colour tags and the
/// metadata of HDR where they are not given any more.
struct CodedSequence: Equatable {
  private let facts: [UInt8]

  /// Nil for other codecs, and for a packet without such headers, or with them before a picture that is predicted.
  ///
  /// - Parameter lengthSize: the bytes of the length before each unit of H.264 and HEVC; 0 for start codes.
  init?(_ packet: UnsafeRawBufferPointer, of codec: AVCodecID, lengthSize: Int) {
    let found: [UInt8]?
    switch codec {
    case AV_CODEC_ID_H264: found = Self.h264(packet, lengthSize)
    case AV_CODEC_ID_HEVC: found = Self.hevc(packet, lengthSize)
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: found = Self.mpegVideo(packet)
    case AV_CODEC_ID_MPEG4: found = Self.mpeg4(packet)
    default: return nil
    }
    guard let found else { return nil }
    facts = found
  }

  /// All sequence parameter sets before an IDR picture, if picture parameter sets are there, too (ITU-T H.264,
  /// 7.4.1.2.1).
  private static func h264(_ packet: UnsafeRawBufferPointer, _ lengthSize: Int) -> [UInt8]? {
    var facts: [UInt8] = []
    var hasPictureSet = false
    for unit in NALUnits(packet, lengthSize: lengthSize).lazy.prefix(mostUnits) {
      switch unit[unit.startIndex] & 0x1F {
      case 7: facts += own(unit, lengthSize)
      case 8: hasPictureSet = true
      case 5: return facts.isEmpty || !hasPictureSet ? nil : facts
      case 1, 2: return nil
      default: continue
      }
    }
    return nil
  }

  /// The same before an IDR picture of HEVC (ITU-T H.265, 7.4.2.4.4), with the volume of colours of the mastering display
  /// and the light levels (D.2.28, D.2.35), which are often all that is there.
  private static func hevc(_ packet: UnsafeRawBufferPointer, _ lengthSize: Int) -> [UInt8]? {
    var facts: [UInt8] = []
    var (hasSequenceSet, hasPictureSet) = (false, false)
    for unit in NALUnits(packet, lengthSize: lengthSize).lazy.prefix(mostUnits) {
      guard unit.count > 2, !HEVCAccessUnit.isOfOtherLayer(unit) else { continue }
      switch unit[unit.startIndex] >> 1 & 0x3F {
      case 33:
        facts += own(unit, lengthSize)
        hasSequenceSet = true
      case 34: hasPictureSet = true
      case 39 where [137, 144].contains(unit[unit.startIndex + 2]): facts += own(unit, lengthSize)
      case 19, 20: return hasSequenceSet && !hasPictureSet ? nil : facts
      case 0...31: return nil
      default: continue
      }
    }
    return nil
  }

  /// The bytes of a unit: by start codes it is given with all that follows, and ends where the next one starts.
  private static func own(_ unit: Slice<UnsafeRawBufferPointer>, _ lengthSize: Int) -> ArraySlice<UInt8> {
    let bytes = Array(unit.prefix(mostOfSet))
    guard lengthSize == 0 else { return bytes[...] }
    return bytes.prefix(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 1]) } ?? bytes.count)
  }

  /// ISO/IEC 13818-2, 6.2.2: the size and the aspect ratio; of the sequence extension, whether pictures have fields, the
  /// sampling of colours, the upper bits of the width, and whether pictures are shown in the order in which they are
  /// coded; the colour tags of the display extension.
  private static func mpegVideo(_ packet: UnsafeRawBufferPointer) -> [UInt8]? {
    var facts: [UInt8] = []
    for unit in NALUnits(packet, lengthSize: 0) {
      let start = unit.startIndex
      switch unit.first {
      case 0xB3? where unit.count > 4: facts = Array(unit[(start + 1)...(start + 3)]) + [unit[start + 4] & 0xF0]
      case 0xB5? where unit.count > 6 && unit[start + 1] >> 4 == 1:
        facts += [unit[start + 2] & 0x0F, unit[start + 3] & 0xE0, unit[start + 6] & 0x80]
      case 0xB5? where unit.count > 4 && unit[start + 1] >> 4 == 2 && unit[start + 1] & 1 == 1:
        facts += unit[(start + 2)...(start + 4)]
      case 0xB2?, 0xB5?: continue
      default: return facts.count < sizeBytes ? nil : facts
      }
    }
    return nil
  }

  /// Those of the first header of MPEG-1 and MPEG-2.
  private static let sizeBytes = 4

  /// ISO/IEC 14496-2, 6.2.3: the whole header of the layer, if an intra picture follows.
  private static func mpeg4(_ packet: UnsafeRawBufferPointer) -> [UInt8]? {
    var facts: [UInt8]?
    for unit in NALUnits(packet, lengthSize: 0).lazy.prefix(mostUnits) {
      switch unit.first {
      case (0x20...0x2F)?: facts = Array(own(unit, 0))
      case 0xB6?: return unit.dropFirst().first.map { $0 >> 6 == 0 } ?? false ? facts : nil
      default: continue
      }
    }
    return nil
  }

  /// Bounds of the work that a packet can cause.
  private static let (mostUnits, mostOfSet) = (64, 256)
}
