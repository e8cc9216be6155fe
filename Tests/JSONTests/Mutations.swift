/// A small seeded generator (SplitMix64, Steele, Lea and Flood, 2014), so that every run tries the same cases.
struct Mutations {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(below bound: Int) -> Int {
    Int(next() % UInt64(max(bound, 1)))
  }

  /// A text with one to four changes: bytes replaced, removed, inserted, doubled, or the end cut off.
  mutating func changed(_ text: [UInt8]) -> [UInt8] {
    let telling = Array("{}[]\",:0123456789-+.eE\\u tfn\r\n\u{0}é".utf8) + [0xFF, 0xC0, 0xED, 0x80]
    var bytes = text
    for _ in 0...next(below: 4) {
      let place = next(below: bytes.count + 1)
      let byte = next(below: 4) == 0 ? UInt8(truncatingIfNeeded: next()) : telling[next(below: telling.count)]
      switch next(below: 5) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2:
        let end = min(place + next(below: 40), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: next(below: bytes.count + 1))
      case 3 where next(below: 4) == 0: bytes.removeSubrange(place...)
      default: bytes.insert(byte, at: place)
      }
    }
    return bytes
  }
}
