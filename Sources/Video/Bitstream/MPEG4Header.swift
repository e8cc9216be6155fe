/// The parts of MPEG-4 part 2's headers that say whether a picture is coded at all, and who coded it (ISO/IEC 14496-2,
/// 6.2.2 to 6.2.5).
enum MPEG4Header {
  /// The length of a picture's time in bits, from the header of its layer; nil without one, and for shapes other than
  /// rectangles.
  static func timeBits(in bytes: UnsafeRawBufferPointer) -> Int? {
    for unit in NALUnits(bytes, lengthSize: 0) where (0x20...0x2F).contains(unit.first ?? 0) {
      // The header ends where the next one starts.
      let rest = unit.dropFirst().prefix(mostOfLayer)
      let end = rest.indices.first { rest[$0...].starts(with: [0, 0, 1]) } ?? rest.endIndex
      return timeBits(ofLayer: rest[..<end])
    }
    return nil
  }

  /// Enough bytes for the header of a layer up to the resolution of its time.
  private static let mostOfLayer = 32

  /// The encoder's name, from the user data before a packet's picture; nil if there is none.
  static func encoder(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    for unit in NALUnits(bytes, lengthSize: 0) {
      if unit.first == 0xB6 { return nil }
      guard unit.first == 0xB2 else { continue }
      let text = unit.dropFirst().prefix(mostOfLayer)
      let end = text.indices.first { text[$0...].starts(with: [0, 0, 1]) } ?? text.endIndex
      return Array(text[..<end])
    }
    return nil
  }

  private static func timeBits(ofLayer unit: Slice<UnsafeRawBufferPointer>) -> Int? {
    var bits = BitReader(unit, skipsEmulation: false)
    guard bits.skip(9), let hasIdentifier = bits.readBit(), bits.skip(7 * hasIdentifier), let aspect = bits.read(4),
      bits.skip(aspect == 15 ? 16 : 0), let hasControl = bits.readBit()
    else { return nil }
    if hasControl == 1 {
      guard bits.skip(3), let hasBuffer = bits.readBit(), bits.skip(79 * hasBuffer) else { return nil }
    }
    guard bits.read(2) == 0, bits.skip(1), let resolution = bits.read(16), resolution > 0 else { return nil }
    return max(1, Int.bitWidth - (resolution - 1).leadingZeroBitCount)
  }

  /// Whether a picture is coded (`vop_coded`), from the bits after its start code; nil when they are cut off.
  static func isCoded(_ unit: Slice<UnsafeRawBufferPointer>, timeBits: Int) -> Bool? {
    var bits = BitReader(unit, skipsEmulation: false)
    guard bits.skip(2) else { return nil }
    while let bit = bits.readBit() {
      if bit == 1 { continue }
      guard bits.skip(1 + timeBits + 1) else { return nil }
      return bits.readBit().map { $0 == 1 }
    }
    return nil
  }
}
