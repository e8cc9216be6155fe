/// The pages of an Ogg file (RFC 3533).
enum OggPages {
  /// The number of segments of each page, their lengths, and the granule position, which is a length in time.
  static func fields(of bytes: [UInt8]) -> [SizeField] {
    ranges(of: bytes).flatMap { page -> [SizeField] in
      let start = page.lowerBound
      let segments = Int(bytes[start + 26])
      let lengths = [0, segments / 2, segments - 1].filter { $0 >= 0 && $0 < segments }
      return [SizeField(start + 26, .big(1), .page(page)), SizeField(start + 6, .little(8), .page(page))]
        + lengths.map { SizeField(start + 27 + $0, .big(1), .page(page)) }
    }
  }

  /// The bytes of each page.
  static func ranges(of bytes: [UInt8]) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var place = 0
    while bytes.letters(at: place) == "OggS", place + 27 <= bytes.count {
      let segments = Int(bytes[place + 26])
      guard place + 27 + segments <= bytes.count else { break }
      let contents = bytes[(place + 27)..<(place + 27 + segments)].reduce(0) { $0 + Int($1) }
      let end = place + 27 + segments + contents
      guard end <= bytes.count else { break }
      pages.append(place..<end)
      place = end
    }
    return pages
  }

  /// Writes the right checksum of a page: CRC-32 with the polynomial 0x04C11DB7, not reflected, from 0.
  static func mend(_ bytes: inout [UInt8], _ page: Range<Int>) {
    bytes.putLittle(0, 4, at: page.lowerBound + 22)
    var sum: UInt32 = 0
    for byte in bytes[page] {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    bytes.putLittle(UInt64(sum), 4, at: page.lowerBound + 22)
  }
}
