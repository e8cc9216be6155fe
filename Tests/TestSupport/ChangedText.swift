extension SeededNumbers {
  /// A JSON text with one to four changes: bytes replaced, removed, inserted, doubled, or the end cut off.
  public mutating func changed(_ text: [UInt8]) -> [UInt8] {
    let telling = Array("{}[]\",:0123456789-+.eE\\u tfn\r\n\u{0}é".utf8) + [0xFF, 0xC0, 0xED, 0x80]
    var bytes = text
    for _ in 0...below(4) {
      let place = below(bytes.count + 1)
      let byte = below(4) == 0 ? UInt8(truncatingIfNeeded: next()) : telling[below(telling.count)]
      switch below(5) {
      case 0 where place < bytes.count: bytes[place] = byte
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2:
        let end = min(place + below(40), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
      case 3 where below(4) == 0: bytes.removeSubrange(place...)
      default: bytes.insert(byte, at: place)
      }
    }
    return bytes
  }
}
