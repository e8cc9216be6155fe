import CFFmpeg

/// The parameter sets of an H.264 stream whose packets hold them, and rule out that pictures are shown in another order
/// than they are sent in: so AVI's packets, which have positions in place of times, tell when pictures are shown.
///
/// That is certain only while each keyframe repeats them: other sets may allow another order, and a decoder that starts
/// behind their packet would not know them.
struct RepeatedSets {
  private let sets: Set<[UInt8]>

  /// The sets of a stream's configuration, which FFmpeg takes from its first packet; nil if they allow another order, or
  /// single fields.
  init?(_ parameters: AVCodecParameters) {
    guard let facts = SequenceParameters(parameters), facts.hasFramesOnly,
      facts.reorderDepth == 0 || facts.orderCount == .asSent, let start = parameters.extradata
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(max(0, parameters.extradata_size)))
    guard NALUnits.lengthSize(configuration: bytes, isHEVC: false) == 0 else { return nil }
    sets = Set(Self.sets(in: bytes))
  }

  /// Whether a packet holds no other sets, and all of these if decoding may start there.
  func stay(in packet: UnsafeRawBufferPointer, isStart: Bool) -> Bool {
    let found = Self.sets(in: packet)
    return found.allSatisfy(sets.contains) && (!isStart || Set(found) == sets)
  }

  /// The sets before the first slice (ITU-T H.264, 7.4.1.2.3), each without the zeros behind it.
  private static func sets(in bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var open: Slice<UnsafeRawBufferPointer>?
    for unit in NALUnits(bytes, lengthSize: 0).prefix(1024) {
      // A unit reaches to the end of the packet: the next one ends it, behind its start code.
      if let set = open { found.append(trimmed(set[..<(unit.startIndex - 3)])) }
      let kind = unit[unit.startIndex] & 0x1F
      open = kind == 7 || kind == 8 ? unit : nil
      if (1...5).contains(kind) { return found }
    }
    return found + (open.map { [trimmed($0)] } ?? [])
  }

  private static func trimmed(_ unit: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    Array(unit.prefix(through: unit.lastIndex { $0 != 0 } ?? unit.startIndex))
  }
}
