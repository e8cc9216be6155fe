import CFFmpeg

/// Facts from an H.264 stream's sequence parameter sets that FFmpeg does not expose: whether frame numbers may have
/// gaps, and the reorder depth (ITU-T H.264, 7.3.2.1.1 and E.1.1).
struct SequenceParameters: Equatable {
  /// Whether frame numbers may have gaps although no reference picture was lost.
  private(set) var allowsGaps = false
  /// The greatest number of pictures that precede a picture in the file and follow it on screen; nil if unknown.
  private(set) var reorderDepth: Int?

  /// Whether no picture is a single field.
  private(set) var hasFramesOnly = false
  /// How slices code their picture's output order; nil for type 1, which no encoder uses.
  private(set) var orderCount: OrderCount?

  /// How slices code the output order (7.4.2.1.1, pic_order_cnt_type).
  enum OrderCount: Equatable {
    /// By the low bits of the count, after the frame number; in streams that may have field pictures, after one more
    /// flag.
    case counted(frameNumberBits: Int, bits: Int, hasPlanes: Bool, hasFramesOnly: Bool)
    /// Output order is decoding order.
    case asSent
  }

  /// Reads one set, starting at its NAL header; nil if it is not a set, or is cut off before the frame size.
  init?(unit: Slice<UnsafeRawBufferPointer>) {
    var bits = BitReader(unit, skipsEmulation: true)
    guard let header = bits.read(8), header & 0x1F == 7, let profile = bits.read(8), bits.skip(16),
      bits.readExpGolomb() != nil
    else { return nil }
    var hasPlanes = false
    if Self.profilesWithChroma.contains(profile) {
      guard let planes = Self.skipChroma(&bits) else { return nil }
      hasPlanes = planes
    }
    guard let frameNumber = bits.readExpGolomb(), frameNumber <= 12, let order = Self.readOrderCount(&bits),
      bits.readExpGolomb() != nil, let gaps = bits.readBit(), bits.readExpGolomb() != nil,
      bits.readExpGolomb() != nil
    else { return nil }
    allowsGaps = gaps == 1
    var flags = bits
    hasFramesOnly = flags.readBit() == 1
    switch order {
    case .bits(let count):
      orderCount = .counted(
        frameNumberBits: frameNumber + 4, bits: count, hasPlanes: hasPlanes, hasFramesOnly: hasFramesOnly)
    case .asSent: orderCount = .asSent
    case .cycle: orderCount = nil
    }
    reorderDepth = Self.reorderDepth(&bits)
  }

  /// Combines all sets of a stream's configuration: gaps are allowed if any set allows them, and the greatest depth is
  /// used.
  ///
  /// nil when there are none. In an `avcC` record (ISO/IEC 14496-15, 5.3.3.1) they follow their count, each after a
  /// length of two bytes.
  init?(_ parameters: AVCodecParameters) {
    guard parameters.codec_id == AV_CODEC_ID_H264, let start = parameters.extradata, parameters.extradata_size > 6
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(parameters.extradata_size))
    let isRecord = bytes[0] == 1
    // The sequence parameter sets are followed by picture parameter sets, which have a different format.
    let units =
      isRecord
      ? Array(NALUnits(UnsafeRawBufferPointer(rebasing: bytes[6...]), lengthSize: 2).prefix(Int(bytes[5] & 0x1F)))
      : NALUnits(bytes, lengthSize: 0).firstUnits
    let sets = units.compactMap { SequenceParameters(unit: $0) }
    guard var all = sets.first else { return nil }
    for set in sets.dropFirst() {
      all.allowsGaps = all.allowsGaps || set.allowsGaps
      all.hasFramesOnly = all.hasFramesOnly && set.hasFramesOnly
      if set.orderCount != all.orderCount { all.orderCount = nil }
      all.reorderDepth = all.reorderDepth.flatMap { depth in set.reorderDepth.map { max(depth, $0) } }
    }
    self = all
  }

  private static let profilesWithChroma: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

  /// Whether the colour planes are coded as three pictures; nil if the set is cut off.
  private static func skipChroma(_ bits: inout BitReader) -> Bool? {
    guard let format = bits.readExpGolomb(), format <= 3, let hasPlanes = format < 3 ? 0 : bits.readBit(),
      bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, bits.skip(1), let hasMatrices = bits.readBit()
    else { return nil }
    guard hasMatrices == 1 else { return hasPlanes == 1 }
    for list in 0..<(format == 3 ? 12 : 8) {
      guard let isGiven = bits.readBit() else { return nil }
      if isGiven == 1, !skipScalingList(&bits, count: list < 6 ? 16 : 64) { return nil }
    }
    return hasPlanes == 1
  }

  /// When a step leads to 0, the rest of the list repeats its last value (7.3.2.1.1.1).
  private static func skipScalingList(_ bits: inout BitReader, count: Int) -> Bool {
    var scale = 8
    for _ in 0..<count {
      guard let step = readSigned(&bits) else { return false }
      scale = (scale + step) & 0xFF
      if scale == 0 { return true }
    }
    return true
  }

  private enum OrderCountType {
    case bits(Int)
    case cycle
    case asSent
  }

  private static func readOrderCount(_ bits: inout BitReader) -> OrderCountType? {
    switch bits.readExpGolomb() {
    case 0: return bits.readExpGolomb().flatMap { $0 <= 12 ? .bits($0 + 4) : nil }
    case 1:
      guard bits.skip(1), readSigned(&bits) != nil, readSigned(&bits) != nil, let count = bits.readExpGolomb(),
        count < 256
      else { return nil }
      for _ in 0..<count where readSigned(&bits) == nil { return nil }
      return .cycle
    case 2: return .asSent
    default: return nil
    }
  }

  private static func reorderDepth(_ bits: inout BitReader) -> Int? {
    // frame_mbs_only_flag, then mb_adaptive_frame_field_flag where that is 0.
    guard let hasFramesOnly = bits.readBit(), bits.skip(hasFramesOnly == 1 ? 1 : 2), let isCropped = bits.readBit()
    else { return nil }
    for _ in 0..<(isCropped == 1 ? 4 : 0) where bits.readExpGolomb() == nil { return nil }
    guard bits.readBit() == 1, skipPictureFacts(&bits) else { return nil }
    var hasBuffers = false
    for _ in 0..<2 {
      guard let isGiven = bits.readBit() else { return nil }
      guard isGiven == 1 else { continue }
      hasBuffers = true
      guard skipBuffer(&bits) else { return nil }
    }
    // low_delay_hrd_flag, pic_struct_present_flag, then bitstream_restriction_flag; after it, one flag and four
    // numbers.
    guard bits.skip(hasBuffers ? 2 : 1), bits.readBit() == 1, bits.skip(1) else { return nil }
    for _ in 0..<4 where bits.readExpGolomb() == nil { return nil }
    return bits.readExpGolomb().flatMap { $0 <= 16 ? $0 : nil }
  }

  /// Aspect ratio, overscan, colour, chroma sample location, timing.
  private static func skipPictureFacts(_ bits: inout BitReader) -> Bool {
    guard let hasAspect = bits.readBit() else { return false }
    if hasAspect == 1 {
      guard let aspect = bits.read(8), aspect != 255 || bits.skip(32) else { return false }
    }
    guard let hasOverscan = bits.readBit(), bits.skip(hasOverscan), let hasColor = bits.readBit() else { return false }
    if hasColor == 1 {
      guard bits.skip(4), let isDescribed = bits.readBit(), bits.skip(isDescribed * 24) else { return false }
    }
    guard let hasPlace = bits.readBit() else { return false }
    if hasPlace == 1 {
      guard bits.readExpGolomb() != nil, bits.readExpGolomb() != nil else { return false }
    }
    guard let hasClock = bits.readBit() else { return false }
    return bits.skip(hasClock * 65)
  }

  /// The parameters of a hypothetical decoder's buffers (E.1.2).
  private static func skipBuffer(_ bits: inout BitReader) -> Bool {
    guard let count = bits.readExpGolomb(), count < 32, bits.skip(8) else { return false }
    for _ in 0...count {
      guard bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, bits.skip(1) else { return false }
    }
    return bits.skip(20)
  }

  /// `se(v)` of clause 9.1.1.
  private static func readSigned(_ bits: inout BitReader) -> Int? {
    bits.readExpGolomb().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
  }
}
