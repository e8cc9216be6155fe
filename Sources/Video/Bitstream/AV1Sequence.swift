/// What the sequence header of AV1 says about the headers of its frames (AV1 bitstream specification, 5.5).
struct AV1Sequence {
  /// Whether every frame is a shown key frame, without a header that says so (reduced still picture header).
  let isReduced: Bool
  /// Which layers are decoded: bits 0 to 7 for temporal, 8 to 11 for spatial ones; 0 for all.
  var layers: Int { points[0].layers }
  /// The operating points, of which decoders take the first.
  let points: [(layers: Int, hasModel: Bool)]
  /// The lengths of frame numbers and of their differences in bits; 0 without them.
  let (numberBits, differenceBits): (Int, Int)
  /// The length of order hints in bits; 0 without them.
  let orderBits: Int
  /// Whether screen content tools and integer motion vectors are used; nil if each frame says it.
  let (usesScreenTools, hasIntegerVectors): (Bool?, Bool?)
  /// The lengths of times in bits, if frames have them.
  let model: (removalBits: Int, presentationBits: Int)?
  /// Whether frames have times at which they are shown.
  let hasPresentationTimes: Bool

  /// Reads the header up to what frames need; nil if it ends before.
  init?(_ payload: Slice<UnsafeRawBufferPointer>) {
    var bits = BitReader(payload, skipsEmulation: false)
    guard bits.skip(4), let isReduced = bits.readFlag() else { return nil }
    self.isReduced = isReduced
    var times = Times()
    if isReduced {
      guard bits.skip(5) else { return nil }
      points = [(0, false)]
    } else {
      guard let read = Times(&bits), let points = Self.points(&bits, read) else { return nil }
      (times, self.points) = (read, points)
    }
    guard let widthBits = bits.read(4), let heightBits = bits.read(4), bits.skip(widthBits + heightBits + 2),
      let hasNumbers = isReduced ? false : bits.readFlag()
    else { return nil }
    var (differenceBits, numberBits) = (0, 0)
    if hasNumbers {
      guard let difference = bits.read(4), let additional = bits.read(3) else { return nil }
      (differenceBits, numberBits) = (difference + 2, difference + additional + 3)
    }
    // Superblocks and two filters.
    guard bits.skip(3) else { return nil }
    var orderBits = 0
    var (tools, vectors): (Bool?, Bool?) = (nil, nil)
    if !isReduced {
      guard bits.skip(4), let hasOrder = bits.readFlag(), bits.skip(hasOrder ? 2 : 0) else { return nil }
      guard let choosesTools = bits.readFlag() else { return nil }
      if !choosesTools {
        guard let always = bits.readFlag() else { return nil }
        tools = always
      }
      if tools != false {
        guard let choosesVectors = bits.readFlag() else { return nil }
        if !choosesVectors {
          guard let always = bits.readFlag() else { return nil }
          vectors = always
        }
      }
      if hasOrder {
        guard let length = bits.read(3) else { return nil }
        orderBits = length + 1
      }
    }
    (self.numberBits, self.differenceBits, self.orderBits) = (numberBits, differenceBits, orderBits)
    (usesScreenTools, hasIntegerVectors) = (tools, vectors)
    model = times.model
    hasPresentationTimes = times.model != nil && !times.areEven
  }

  /// When frames are shown and decoded (5.5.3 and 5.5.4).
  private struct Times {
    var areEven = false
    var model: (removalBits: Int, presentationBits: Int)?
    var delayBits = 0

    init() {}

    init?(_ bits: inout BitReader) {
      guard let hasTimes = bits.readFlag() else { return nil }
      guard hasTimes else { return }
      guard bits.skip(64), let areEven = bits.readFlag(), !areEven || bits.readExpGolomb() != nil,
        let hasModel = bits.readFlag()
      else { return nil }
      self.areEven = areEven
      guard hasModel else { return }
      guard let delay = bits.read(5), bits.skip(32), let removal = bits.read(5), let shown = bits.read(5) else {
        return nil
      }
      delayBits = delay + 1
      model = (removal + 1, shown + 1)
    }
  }

  private static func points(_ bits: inout BitReader, _ times: Times) -> [(layers: Int, hasModel: Bool)]? {
    guard let hasDelays = bits.readFlag(), let last = bits.read(5) else { return nil }
    var points: [(layers: Int, hasModel: Bool)] = []
    for _ in 0...last {
      guard let layers = bits.read(12), let level = bits.read(5), bits.skip(level > 7 ? 1 : 0) else { return nil }
      var hasModel = false
      if times.model != nil {
        guard let own = bits.readFlag(), bits.skip(own ? 2 * times.delayBits + 1 : 0) else { return nil }
        hasModel = own
      }
      if hasDelays {
        guard let own = bits.readFlag(), bits.skip(own ? 4 : 0) else { return nil }
      }
      points.append((layers, hasModel))
    }
    return points
  }
}
