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
    // The file may be filled up.
    let filling = tail.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    // Where following came by without reaching the end: it need not come by again.
    var vain = [Bool](repeating: false, count: tail.count)
    for start in tail.indices where tail[start...].starts(with: [0, 0, 1, 0xBA]) {
      var place: Int? = start
      while let next = place, next < filling, !vain[next] {
        vain[next] = true
        place = Self.next(behind: next, in: tail)
      }
      if let end = place, end >= filling {
        isCut = end > tail.count
        return
      }
    }
    isCut = false
  }

  /// Where what starts at a place ends: beyond the tail if it is incomplete; nil if it is no header or packet.
  private static func next(behind place: Int, in tail: [UInt8]) -> Int? {
    let rest = tail[place...]
    guard rest.starts(with: [0, 0, 1].prefix(rest.count)) else { return nil }
    guard rest.count > 5 else { return rest.starts(with: [0, 0, 1, 0xB9]) ? tail.count : tail.count + 1 }
    switch rest[place + 3] {
    case 0xB9: return place + 4
    case 0xBA:
      // Of 12 bytes in MPEG-1; in MPEG-2, the last three bits are the length of a filling.
      if rest[place + 4] >> 4 == 2 { return place + 12 }
      guard rest[place + 4] >> 6 == 1 else { return nil }
      return place + 14 + (rest.count < 14 ? 0 : Int(rest[place + 13] & 7))
    case 0xBB...: return place + 6 + Int(rest[place + 4]) << 8 + Int(rest[place + 5])
    default: return nil
    }
  }
}
