import Testing

/// A chunk as it lies in a file.
struct Chunk: Hashable {
  var name: String
  var content: [UInt8]
}

/// The chunks of a file from signature to end, with every length and checksum verified.
func chunks(of file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> [Chunk] {
  // 137, "PNG", CR LF, 26, LF.
  try #require(Array(file.prefix(8)) == [137, 80, 78, 71, 13, 10, 26, 10], sourceLocation: sourceLocation)
  var list: [Chunk] = []
  var offset = 8
  while offset < file.count {
    try #require(file.count - offset >= 12, "a chunk is cut short", sourceLocation: sourceLocation)
    let length = Int(integer(file, at: offset))
    try #require(length <= file.count - offset - 12, "a chunk is cut short", sourceLocation: sourceLocation)
    let named = file[(offset + 4)..<(offset + 8 + length)]
    try #require(
      integer(file, at: offset + 8 + length) == checksum(named), "a checksum is wrong", sourceLocation: sourceLocation)
    list.append(Chunk(name: String(decoding: named.prefix(4), as: UTF8.self), content: Array(named.dropFirst(4))))
    offset += 12 + length
  }
  try #require(list.first?.name == "IHDR", sourceLocation: sourceLocation)
  try #require(list.last == Chunk(name: "IEND", content: []), sourceLocation: sourceLocation)
  return list
}

/// Four bytes, the most significant first.
func integer(_ bytes: [UInt8], at offset: Int) -> UInt32 {
  bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
}

/// CRC-32 of ISO 3309, reflected polynomial 0xEDB88320 (PNG, annex D).
func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var register: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    register = checksumTable[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8)
  }
  return ~register
}

private let checksumTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
}

/// Adler-32 (RFC 1950, 8.2).
func adler(_ bytes: [UInt8]) -> UInt32 {
  var low: UInt32 = 1
  var high: UInt32 = 0
  for byte in bytes {
    low = (low + UInt32(byte)) % 65521
    high = (high + low) % 65521
  }
  return high << 16 | low
}

@Test func `the checksums of the tests agree with published values`() {
  // The check value of CRC-32 for "123456789", and RFC 1950's sum worked by hand for "abc": low 1+97+98+99 = 295,
  // high 98 + 196 + 295 = 589.
  #expect(checksum(Array("123456789".utf8)[...]) == 0xCBF4_3926)
  #expect(adler(Array("abc".utf8)) == 589 << 16 | 295)
}
