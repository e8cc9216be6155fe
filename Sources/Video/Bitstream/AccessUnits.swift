/// Traits of an access unit by ITU-T H.264.
enum H264AccessUnit {
  static func traits(of units: NALUnits) -> PacketTraits {
    var (hasMessages, hasSlices) = (false, false)
    for unit in units {
      guard let header = unit.first else { continue }
      switch header & 0x1F {
      case 5: return .cleanStart
      case 6: hasMessages = true
      case 1, 2:
        // A recovery point that recovers at once means a clean picture, but only if it is an intra picture.
        guard hasSlices || hasMessages && recoversAtOnce(units) else { return header & 0x60 == 0 ? .unreferenced : [] }
        guard isIntraSlice(unit) else { return [] }
        hasSlices = true
      default: continue
      }
    }
    return hasSlices ? [.cleanStart, .openStart] : []
  }

  /// Whether the messages before the first slice, of which the last one counts, have a recovery point that recovers at
  /// once. They are often long, so they are read only where it matters: before a picture that is no IDR picture.
  private static func recoversAtOnce(_ units: NALUnits) -> Bool {
    var count: Int?
    for unit in units {
      switch (unit.first ?? 0) & 0x1F {
      case 6: count = recoveryFrameCount(unit.dropFirst()) ?? count
      case 1, 2: return count == 0
      default: continue
      }
    }
    return false
  }

  /// Whether all slices are intra slices.
  static func isIntra(_ units: NALUnits) -> Bool {
    var hasSlices = false
    for unit in units where [1, 2, 5].contains((unit.first ?? 0) & 0x1F) {
      guard isIntraSlice(unit) else { return false }
      hasSlices = true
    }
    return hasSlices
  }

  /// Whether a slice is an I or SI slice (7.4.3, slice_type).
  private static func isIntraSlice(_ unit: Slice<UnsafeRawBufferPointer>) -> Bool {
    var bits = BitReader(unit.dropFirst(), skipsEmulation: true)
    guard bits.readExpGolomb() != nil, let type = bits.readExpGolomb() else { return false }
    return type % 5 == 2 || type % 5 == 4
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
enum HEVCAccessUnit {
  /// Whether a unit is not of the base layer, the only one that FFmpeg decodes: the type is followed by six bits of
  /// nuh_layer_id and three of nuh_temporal_id_plus1 (7.3.1.2).
  static func isOfOtherLayer(_ unit: Slice<UnsafeRawBufferPointer>) -> Bool {
    unit.count > 1 && (unit[unit.startIndex] & 1 != 0 || unit[unit.startIndex + 1] >> 3 != 0)
  }

  static func traits(of units: NALUnits) -> PacketTraits {
    for unit in units {
      guard unit.count > 1, let header = unit.first, !isOfOtherLayer(unit) else { continue }
      // The lowest temporal layer has nuh_temporal_id_plus1 1.
      let layer: PacketTraits = unit[unit.startIndex + 1] == 1 ? [] : .layered
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
