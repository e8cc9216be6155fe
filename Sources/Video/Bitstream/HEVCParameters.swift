/// The parameters that are needed to read the slices of an HEVC stream (ITU-T H.265, 7.3.2.2 and 7.3.2.3), if all of
/// its parameter sets agree on them.
struct HEVCParameters: Equatable {
  private var sequence: Sequence
  private var picture: Picture

  private struct Sequence: Equatable {
    let orderBits: Int
    let hasPlanes: Bool
  }

  private struct Picture: Equatable {
    let extraBits: Int
    let hasOutputFlag: Bool
  }

  /// The number of bits of the picture order count in a slice.
  var orderBits: Int { sequence.orderBits }

  /// Whether pictures may say that they are not shown (pic_output_flag).
  var mayHidePictures: Bool { picture.hasOutputFlag }

  /// Reads the sets of an `hvcC` record (ISO/IEC 14496-15, 8.3.3.1), or with start codes; nil if one kind is missing,
  /// or if two sets differ.
  init?(configuration: UnsafeRawBufferPointer) {
    var sequences: [Sequence] = []
    var pictures: [Picture] = []
    let units = Self.units(configuration)
    // The sets of other layers are for pictures that FFmpeg does not decode; alone they are a guess, which those in the
    // stream confirm or not.
    let base = units.filter { !HEVCAccessUnit.isOfOtherLayer($0) && [33, 34].contains(($0.first ?? 0) >> 1 & 0x3F) }
    for unit in base.isEmpty ? units : base {
      guard let header = unit.first else { continue }
      switch header >> 1 & 0x3F {
      case 33:
        guard let found = Self.sequence(unit) else { return nil }
        sequences.append(found)
      case 34:
        guard let found = Self.picture(unit) else { return nil }
        pictures.append(found)
      default: continue
      }
    }
    guard let sequence = sequences.first, let picture = pictures.first, sequences.allSatisfy({ $0 == sequence }),
      pictures.allSatisfy({ $0 == picture })
    else { return nil }
    (self.sequence, self.picture) = (sequence, picture)
  }

  /// Whether a parameter set inside the stream has the same values.
  func agrees(with unit: Slice<UnsafeRawBufferPointer>) -> Bool {
    (unit.first ?? 0) >> 1 & 0x3F == 33 ? Self.sequence(unit) == sequence : Self.picture(unit) == picture
  }

  /// The order of a picture, read from its first slice (7.3.6.1), and the bits of the slice's header behind it; nil for
  /// other layers.
  func header(ofSlice unit: Slice<UnsafeRawBufferPointer>) -> (order: PictureOrder, rest: BitReader)? {
    let first = unit[unit.startIndex], second = unit[unit.startIndex + 1]
    let type = first >> 1 & 0x3F
    guard first & 1 == 0, second >> 3 == 0 else { return nil }
    var bits = BitReader(unit.dropFirst(2), skipsEmulation: true)
    // first_slice_segment_in_pic_flag; in random-access pictures, no_output_of_prior_pics_flag.
    guard bits.readBit() == 1, !(16...23).contains(type) || bits.skip(1), let set = bits.readExpGolomb(),
      set < 64, bits.skip(picture.extraBits), let kind = bits.readExpGolomb(), kind < 3,
      let isShown = picture.hasOutputFlag ? bits.readFlag() : true, bits.skip(sequence.hasPlanes ? 2 : 0)
    else { return nil }
    // Leading pictures, non-reference pictures, and higher temporal layers do not set the previous count (8.3.1).
    let isReference = second & 7 == 1 && !(6...9).contains(type) && (type > 15 || type % 2 == 1)
    if type == 19 || type == 20 {
      return (PictureOrder(bits: 0, startsAnew: true, isReference: true, isHidden: !isShown), bits)
    }
    return bits.read(sequence.orderBits).map { order in
      let startsAnew = (16...18).contains(type)
      return (
        PictureOrder(bits: Int32(order), startsAnew: startsAnew, isReference: isReference, isHidden: !isShown), bits
      )
    }
  }

  /// The units of an `hvcC` record, or with start codes.
  static func units(_ bytes: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    guard bytes.count > 22, bytes[0] == 1 else { return NALUnits(bytes, lengthSize: 0).firstUnits }
    var units: [Slice<UnsafeRawBufferPointer>] = []
    var position = 23
    func number(at place: Int) -> Int? {
      place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : nil
    }
    for _ in 0..<bytes[22] {
      guard let count = number(at: position + 1) else { return units }
      position += 3
      for _ in 0..<count {
        guard let length = number(at: position), position + 2 + length <= bytes.count else { return units }
        units.append(bytes[position + 2..<position + 2 + length])
        position += 2 + length
      }
    }
    return units
  }

  private static func sequence(_ unit: Slice<UnsafeRawBufferPointer>) -> Sequence? { start(ofSequence: unit)?.facts }

  /// The bits of a sequence parameter set behind the length of the order count, and the number of temporal layers less
  /// one.
  static func rest(ofSequence unit: Slice<UnsafeRawBufferPointer>) -> (layers: Int, bits: BitReader)? {
    start(ofSequence: unit).map { ($0.layers, $0.rest) }
  }

  private static func start(
    ofSequence unit: Slice<UnsafeRawBufferPointer>
  ) -> (facts: Sequence, layers: Int, rest: BitReader)? {
    var bits = BitReader(unit.dropFirst(2), skipsEmulation: true)
    guard bits.skip(4), let layers = bits.read(3), bits.skip(1), skipProfile(&bits, layers: layers),
      bits.readExpGolomb() != nil, let format = bits.readExpGolomb(), let hasPlanes = format == 3 ? bits.readBit() : 0,
      bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, let isCropped = bits.readBit()
    else { return nil }
    for _ in 0..<4 * isCropped where bits.readExpGolomb() == nil { return nil }
    guard bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, let order = bits.readExpGolomb(), order <= 12
    else { return nil }
    return (Sequence(orderBits: order + 4, hasPlanes: hasPlanes == 1), layers, bits)
  }

  private static func picture(_ unit: Slice<UnsafeRawBufferPointer>) -> Picture? {
    var bits = BitReader(unit.dropFirst(2), skipsEmulation: true)
    guard bits.readExpGolomb() != nil, bits.readExpGolomb() != nil, bits.skip(1), let output = bits.readBit(),
      let extra = bits.read(3)
    else { return nil }
    return Picture(extraBits: extra, hasOutputFlag: output == 1)
  }

  /// Skips the general profile, tier and level and those of the temporal layers (7.3.3).
  private static func skipProfile(_ bits: inout BitReader, layers: Int) -> Bool {
    guard bits.skip(96) else { return false }
    var sizes = 0
    for _ in 0..<layers {
      guard let hasProfile = bits.readBit(), let hasLevel = bits.readBit() else { return false }
      sizes += 88 * hasProfile + 8 * hasLevel
    }
    return bits.skip((layers > 0 ? 2 * (8 - layers) : 0) + sizes)
  }
}
