/// The chunks of an AVI file, or of a WebP picture.
enum RIFFChunks {
  /// The size of each chunk, and the numbers in the headers and the index.
  static func fields(of bytes: [UInt8]) -> [SizeField] { fields(of: bytes, 0..<bytes.count) }

  private static func fields(of bytes: [UInt8], _ range: Range<Int>) -> [SizeField] {
    var fields: [SizeField] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound, let type = bytes.letters(at: place), let size = bytes.little(4, at: place + 4)
    {
      fields.append(SizeField(place + 4, .little(4)))
      let start = place + 8
      let end = min(range.upperBound, start + Int(size))
      switch type {
      case "RIFF", "LIST": if start + 4 <= end { fields += Self.fields(of: bytes, (start + 4)..<end) }
      case "avih", "strh", "strf", "idx1", "indx", "vprp":
        fields += stride(from: start, to: min(end, start + 64) - 3, by: 4).map { SizeField($0, .little(4)) }
      default: break
      }
      guard size <= UInt64(range.upperBound - start) else { break }
      place = end + Int(size & 1)
    }
    return fields
  }
}
