/// The picture headers of VC-1 (SMPTE 421M) and of Windows Media Video 9, which is its simple and main profile.
struct VC1Header {
  private static let intra: PacketTraits = [.cleanStart, .openStart]
  private static let predicted: PacketTraits = []
  /// B and BI: no other picture is predicted from it.
  private static let bidirectional: PacketTraits = .unreferenced

  private enum Profile {
    /// 7.1.1; with interpolation hints, range reduction, and B pictures.
    case main(hasHint: Bool, hasRange: Bool, hasB: Bool)
    /// 7.1.2; may be interlaced.
    case advanced(isInterlaced: Bool)
  }

  private let profile: Profile

  /// Reads the sequence header, which is the container's configuration; nil without one, and for streams with the second
  /// way of coding intra pictures (`RES_X8`), which carry values from one of them to the next.
  init?(isAdvanced: Bool, _ configuration: UnsafeRawBufferPointer) {
    if isAdvanced {
      // Some containers put a byte before the first header.
      guard let unit = NALUnits(configuration, lengthSize: 0).first(where: { $0.first == 0x0F }) else { return nil }
      var bits = BitReader(unit.dropFirst(), skipsEmulation: true)
      // Profile, level, chroma format, post-processing, size, pull-down (6.1).
      guard bits.read(2) == 3, bits.skip(3 + 2 + 3 + 5 + 1 + 12 + 12 + 1), let isInterlaced = bits.readBit() else {
        return nil
      }
      profile = .advanced(isInterlaced: isInterlaced == 1)
      return
    }
    var bits = BitReader(configuration[...], skipsEmulation: false)
    // Annex J.1: the first two bits are the profile; then old interlacing, sprites, post-processing, loop filter.
    guard let number = bits.read(2), number < 2, bits.read(2) == 0, bits.skip(3 + 5 + 1), bits.readBit() == 0,
      // Several sizes, transform, chroma, long vectors, quantisers, transform size, tables, overlap, markers.
      bits.skip(1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 1), let hasRange = bits.readBit(), let most = bits.read(3),
      bits.skip(2), let hasHint = bits.readBit()
    else { return nil }
    profile = .main(hasHint: hasHint == 1, hasRange: hasRange == 1, hasB: most > 0)
  }

  /// Reads the header of a packet's picture; no traits when there is none.
  func traits(_ bytes: UnsafeRawBufferPointer) -> PacketTraits {
    switch profile {
    case .main(let hasHint, let hasRange, let hasB):
      var bits = BitReader(bytes[...], skipsEmulation: false)
      // The picture's number of two bits, then its type (7.1.1.4, table 38).
      guard bits.skip((hasHint ? 1 : 0) + 2 + (hasRange ? 1 : 0)), let isPredicted = bits.readBit() else { return [] }
      if isPredicted == 1 { return Self.predicted }
      guard hasB else { return Self.intra }
      return bits.readBit().map { $0 == 1 ? Self.intra : Self.bidirectional } ?? []
    case .advanced(let isInterlaced): return Self.advanced(bytes, isInterlaced: isInterlaced)
    }
  }

  /// An intra picture of the advanced profile is a start if an entry point precedes it in its packet (6.2).
  private static func advanced(_ bytes: UnsafeRawBufferPointer, isInterlaced: Bool) -> PacketTraits {
    var hasEntry = false
    for unit in NALUnits(bytes, lengthSize: 0) {
      switch unit.first {
      case 0x0E: hasEntry = true
      case 0x0D:
        let kind = kind(unit.dropFirst(), isInterlaced: isInterlaced)
        return kind == intra && !hasEntry ? predicted : kind
      default: continue
      }
    }
    return []
  }

  private static func kind(_ unit: Slice<UnsafeRawBufferPointer>, isInterlaced: Bool) -> PacketTraits {
    var bits = BitReader(unit, skipsEmulation: true)
    if isInterlaced, bits.readBit() == 1, bits.readBit() == 1 {
      // Two fields (table 105): both predicted from 2 on, without others depending on them from 4 on.
      return bits.read(3).map { $0 > 3 ? bidirectional : $0 > 1 ? predicted : intra } ?? []
    }
    // The number of ones, at most four (table 34): P, B, I, BI, skipped.
    var ones = 0
    while ones < 4, let bit = bits.readBit() {
      if bit == 0 { break }
      ones += 1
    }
    return [predicted, bidirectional, intra, bidirectional, predicted][ones]
  }
}
