/// The reference picture sets of a sequence of HEVC: which pictures a picture, or one that follows it, may be predicted
/// from (ITU-T H.265, 7.3.2.2, 7.3.7 and 7.4.8).
struct HEVCReferenceSets {
  /// The differences of the order counts to the picture's own.
  private typealias Set = [Int]

  private let sets: [Set]

  /// Reads them from a sequence parameter set; nil if it is cut off, or has what no stream has.
  init?(unit: Slice<UnsafeRawBufferPointer>) {
    guard let (layers, rest) = HEVCParameters.rest(ofSequence: unit) else { return nil }
    var bits = rest
    guard let hasAllLayers = bits.readBit() else { return nil }
    // Of each layer the pictures that are kept, that are reordered, and the latency; the sizes of blocks.
    for _ in 0..<(3 * (hasAllLayers == 1 ? layers + 1 : 1) + 6) where bits.readExpGolomb() == nil { return nil }
    guard let hasLists = bits.readBit() else { return nil }
    if hasLists == 1 {
      guard let areOwn = bits.readBit(), areOwn == 0 || Self.skipScalingLists(&bits) else { return nil }
    }
    guard bits.skip(2), let hasPlainBlocks = bits.readBit() else { return nil }
    if hasPlainBlocks == 1 {
      guard bits.skip(8), bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, bits.skip(1) else { return nil }
    }
    guard let count = bits.readExpGolomb(), count <= Self.most else { return nil }
    var sets: [Set] = []
    for _ in 0..<count {
      guard let set = Self.set(&bits, behind: sets, isInSlice: false) else { return nil }
      sets.append(set)
    }
    self.sets = sets
  }

  /// Those of the picture whose slice's header goes on here, behind its order count; nil if they cannot be read.
  func differences(in header: BitReader) -> [Int]? {
    var bits = header
    guard let isListed = bits.readBit() else { return nil }
    if isListed == 0 { return Self.set(&bits, behind: sets, isInSlice: true) }
    let length = sets.count < 2 ? 0 : Int.bitWidth - (sets.count - 1).leadingZeroBitCount
    return bits.read(length).flatMap { sets.indices.contains($0) ? sets[$0] : nil }
  }

  /// The most sets of a sequence, and the most pictures of a set.
  private static let (most, mostPictures) = (64, 16)

  private static func set(_ bits: inout BitReader, behind sets: [Set], isInSlice: Bool) -> Set? {
    guard let isPredicted = sets.isEmpty ? 0 : bits.readBit() else { return nil }
    return isPredicted == 1 ? predictedSet(&bits, behind: sets, isInSlice: isInSlice) : ownSet(&bits)
  }

  private static func ownSet(_ bits: inout BitReader) -> Set? {
    guard let before = bits.readExpGolomb(), let after = bits.readExpGolomb(), before + after <= mostPictures else {
      return nil
    }
    var set: Set = []
    for (count, sign) in [(before, -1), (after, 1)] {
      var difference = 0
      for _ in 0..<count {
        guard let step = bits.readExpGolomb(), step < 1 << 15, bits.skip(1) else { return nil }
        difference += sign * (step + 1)
        set.append(difference)
      }
    }
    return set
  }

  /// Each difference of another set, and 0, moved by one number, if a flag says that it is used or may be used later.
  private static func predictedSet(_ bits: inout BitReader, behind sets: [Set], isInSlice: Bool) -> Set? {
    guard let back = isInSlice ? bits.readExpGolomb() : 0, back < sets.count, let sign = bits.readBit(),
      let size = bits.readExpGolomb(), size < 1 << 15
    else { return nil }
    let source = sets[sets.count - 1 - back]
    let step = (sign == 1 ? -1 : 1) * (size + 1)
    var set: Set = []
    for difference in source + [0] {
      guard let isUsed = bits.readBit(), let isKept = isUsed == 1 ? 1 : bits.readBit() else { return nil }
      if isKept == 1, difference + step != 0 { set.append(difference + step) }
    }
    // The order of a set matters where another is predicted from it: nearest first, those before the picture first.
    return set.filter { $0 < 0 }.sorted(by: >) + set.filter { $0 > 0 }.sorted()
  }

  /// 7.3.4.
  private static func skipScalingLists(_ bits: inout BitReader) -> Bool {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard let hasOwn = bits.readBit() else { return false }
        // A list is copied, or has so many numbers; those of large blocks have one more in front.
        let numbers = hasOwn == 0 ? 1 : min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0)
        for _ in 0..<numbers where bits.readExpGolomb() == nil { return false }
      }
    }
    return true
  }
}
