/// The open bitstream units of a packet of AV1 (AV1 bitstream specification, 5.3 to 5.9).
struct AV1Units {
  /// Whether decoding may start here: a sequence header, and a key frame that is shown (7.6.2, key frame random access
  /// point).
  private(set) var isStart = false
  /// Whether nothing in it is shown.
  private(set) var showsNothing = true

  /// Visits the units; one that cannot be read ends the visit.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    var hasSequence = false
    var isReduced = false
    var hasFrame = false
    while place < bytes.count {
      let header = bytes[place]
      place += 1
      let type = header >> 3 & 15
      let layer = header & 4 == 0 ? 0 : place < bytes.count ? Int(bytes[place] >> 3 & 3) : 0
      if header & 4 != 0 { place += 1 }
      var size = max(0, bytes.count - place)
      if header & 2 != 0 {
        guard let coded = Self.size(bytes, &place), coded <= bytes.count - place else { break }
        size = coded
      }
      guard place <= bytes.count else { break }
      let unit = bytes[place..<place + size]
      place += size
      switch type {
      // Profile of three bits, still picture, reduced header.
      case 1:
        hasSequence = true
        isReduced = (unit.first ?? 0) & 0x08 != 0
      // A frame header, and a frame with its header.
      case 3, 6:
        let first = unit.first ?? 0
        let showsExisting = !isReduced && first & 0x80 != 0
        let isKey = isReduced || !showsExisting && first & 0x60 == 0
        let isShown = isReduced || showsExisting || first & 0x10 != 0
        if isShown { showsNothing = false }
        // Of several spatial layers the first one is the key frame.
        if !hasFrame, isKey, isShown, hasSequence, layer == 0 { isStart = true }
        hasFrame = true
      default: continue
      }
    }
    // What is not understood is left to the decoder.
    if !hasFrame { showsNothing = false }
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
