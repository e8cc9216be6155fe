import CFFmpeg

/// What an H.264 stream's sequence parameter sets say and FFmpeg tells nobody: whether frame numbers may have gaps, and
/// how many pictures wait for their turn (ITU-T H.264, 7.3.2.1.1 and E.1.1).
struct SequenceParameters: Equatable {
  /// Whether numbers may be missing between reference pictures without any having been lost.
  private(set) var allowsGaps = false
  /// The most pictures that precede one in the file and follow it on screen; nil where the stream does not say.
  private(set) var reorderDepth: Int?

  /// How slices tell their picture's place in the order of output; nil for the way that no encoder uses (type 1).
  private(set) var orderCount: OrderCount?

  /// How slices tell their picture's place (7.4.2.1.1, pic_order_cnt_type).
  enum OrderCount: Equatable {
    /// By its low bits, behind the number of the frame; of frames that may be fields, behind one flag more.
    case counted(frameNumberBits: Int, bits: Int, hasPlanes: Bool, hasFramesOnly: Bool)
    /// It is shown in the order of decoding.
    case asSent
  }

  /// Reads one set, from its NAL header on; nil for what is none, or is cut off before the frame size.
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
    let hasFramesOnly = flags.readBit() == 1
    switch order {
    case .bits(let count):
      orderCount = .counted(
        frameNumberBits: frameNumber + 4, bits: count, hasPlanes: hasPlanes, hasFramesOnly: hasFramesOnly)
    case .asSent: orderCount = .asSent
    case .cycle: orderCount = nil
    }
    reorderDepth = Self.reorderDepth(&bits)
  }

  /// All sets of a stream's configuration together: what one of them allows is allowed, the most is the most.
  ///
  /// nil when there are none. An `avcC` record (ISO/IEC 14496-15, 5.3.3.1) has them behind their number, each with a
  /// length of two bytes before it.
  init?(_ parameters: AVCodecParameters) {
    guard parameters.codec_id == AV_CODEC_ID_H264, let start = parameters.extradata, parameters.extradata_size > 6
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(parameters.extradata_size))
    let isRecord = bytes[0] == 1
    // Behind the sequence's sets come those of pictures, which are of another make.
    let units =
      isRecord
      ? Array(NALUnits(UnsafeRawBufferPointer(rebasing: bytes[6...]), lengthSize: 2).prefix(Int(bytes[5] & 0x1F)))
      : Array(NALUnits(bytes, lengthSize: 0))
    let sets = units.compactMap { SequenceParameters(unit: $0) }
    guard var all = sets.first else { return nil }
    for set in sets.dropFirst() {
      all.allowsGaps = all.allowsGaps || set.allowsGaps
      if set.orderCount != all.orderCount { all.orderCount = nil }
      all.reorderDepth = all.reorderDepth.flatMap { depth in set.reorderDepth.map { max(depth, $0) } }
    }
    self = all
  }

  private static let profilesWithChroma: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

  /// Whether the colour planes are coded as three pictures; nil where the set is cut off.
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

  /// A list ends early, to go on with its last value, when a step leads to 0 (7.3.2.1.1.1).
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
    // low_delay_hrd_flag, pic_struct_present_flag, then whether there are restrictions; the first of these is a flag,
    // four numbers follow it.
    guard bits.skip(hasBuffers ? 2 : 1), bits.readBit() == 1, bits.skip(1) else { return nil }
    for _ in 0..<4 where bits.readExpGolomb() == nil { return nil }
    return bits.readExpGolomb().flatMap { $0 <= 16 ? $0 : nil }
  }

  /// Aspect ratio, overscan, colour, place of the chroma samples, clock.
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
