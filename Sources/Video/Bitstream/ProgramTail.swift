/// The end of a program stream (ISO/IEC 13818-1, 2.5.3, and 11172-1, 2.4.3): packs, each of them a header and packets of a
/// stated length.
struct ProgramTail {
  /// Whether the last packet, or the header of a pack, is incomplete.
  let isCut: Bool

  /// How many bytes from the end of the file are enough: packs are rarely longer than one packet, of at most 64 KiB.
  static let length = 256 << 10

  /// Follows the stated lengths from the first header of a pack that leads to the end of the file; without one, the tail is
  /// taken as complete.
  init(_ tail: [UInt8]) {
    for place in tail.indices where tail[place...].starts(with: [0, 0, 1, 0xBA]) {
      if let end = Self.end(ofPacketsFrom: place, in: tail) {
        isCut = end > tail.count
        return
      }
    }
    isCut = false
  }

  /// Where the last packet ends, which is beyond the tail if it is incomplete; nil if something else is in between.
  private static func end(ofPacketsFrom start: Int, in tail: [UInt8]) -> Int? {
    var place = start
    while place < tail.count {
      let rest = tail[place...]
      // The file may be filled up.
      if rest.prefix(4).allSatisfy({ $0 == 0 }) { return rest.allSatisfy { $0 == 0 } ? tail.count : nil }
      guard rest.starts(with: [0, 0, 1].prefix(rest.count)) else { return nil }
      guard rest.count > 5 else { return rest.elementsEqual([0, 0, 1, 0xB9]) ? tail.count : tail.count + 1 }
      switch rest[place + 3] {
      case 0xB9: place += 4
      case 0xBA:
        // Of 12 bytes in MPEG-1; in MPEG-2, the last three bits are the length of a filling.
        let isFirst = rest[place + 4] >> 4 == 2
        guard isFirst || rest[place + 4] >> 6 == 1 else { return nil }
        place += isFirst ? 12 : 14 + (rest.count < 14 ? 0 : Int(rest[place + 13] & 7))
      case 0xBB...: place += 6 + Int(rest[place + 4]) << 8 + Int(rest[place + 5])
      default: return nil
      }
    }
    return place
  }
}
