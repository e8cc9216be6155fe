/// An open bitstream unit of AV1 (AV1 bitstream specification, 5.3).
struct AV1Unit {
  /// Its type: 1 for a sequence header, 3 for a frame header, 4 for tiles, 6 for both in one.
  let type: UInt8
  let temporalLayer: Int
  let spatialLayer: Int
  let hasLayers: Bool
  /// Where it is in its packet, with its header.
  let place: Range<Int>
  /// Its bytes without its header.
  let payload: Slice<UnsafeRawBufferPointer>

  /// Reads the unit that starts at a byte of a packet; nil if it is not whole.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard start < bytes.count else { return nil }
    var place = start
    let header = bytes[place]
    place += 1
    hasLayers = header & 4 != 0
    var layers: UInt8 = 0
    if hasLayers {
      guard place < bytes.count else { return nil }
      layers = bytes[place]
      place += 1
    }
    var size = bytes.count - place
    if header & 2 != 0 {
      guard let coded = Self.size(bytes, &place), coded <= bytes.count - place else { return nil }
      size = coded
    }
    type = header >> 3 & 15
    temporalLayer = Int(layers >> 5)
    spatialLayer = Int(layers >> 3 & 3)
    self.place = start..<place + size
    payload = bytes[place..<place + size]
  }

  /// A size coded in groups of seven bits, lowest first (4.10.5, leb128).
  private static func size(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Int? {
    var value = 0
    for group in 0..<8 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value |= Int(byte & 0x7F) << (7 * group)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
