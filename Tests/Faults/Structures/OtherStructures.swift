/// Lengths in simpler containers.
enum OtherStructures {
  /// The tags of a Flash video: their lengths, and those of the tags before them.
  static func flashTags(of bytes: [UInt8]) -> [SizeField] {
    var fields = [SizeField(5, .big(4))]
    var place = 9
    while let size = bytes.big(3, at: place + 5) {
      fields += [SizeField(place, .big(4)), SizeField(place + 5, .big(3)), SizeField(place + 8, .big(3))]
      place += 15 + Int(size)
    }
    return fields
  }

  /// The objects of an ASF file, two levels deep: a GUID of 16 bytes, and a size of 8.
  static func objects(of bytes: [UInt8], from start: Int = 0, depth: Int = 0) -> [SizeField] {
    var fields: [SizeField] = []
    var place = start
    while let size = bytes.little(8, at: place + 16), size >= 24, size <= UInt64(bytes.count - place) {
      fields.append(SizeField(place + 16, .little(8)))
      if depth == 0, place == 0 { fields += [SizeField(24, .little(4))] + objects(of: bytes, from: 30, depth: 1) }
      if depth == 1, size > 70 { fields += stride(from: 24, to: 70, by: 4).map { SizeField(place + $0, .little(4)) } }
      place += Int(size)
    }
    return fields
  }

  /// The chunks of a PNG or APNG file: their lengths, and the numbers at the start of those that are not pixels.
  static func chunks(of bytes: [UInt8]) -> [SizeField] {
    var fields: [SizeField] = []
    var place = 8
    while let size = bytes.big(4, at: place), let type = bytes.letters(at: place + 4), size <= UInt64(bytes.count) {
      let end = place + 12 + Int(size)
      guard end <= bytes.count else { break }
      fields.append(SizeField(place, .big(4)))
      if ["IHDR", "acTL", "fcTL"].contains(type) {
        fields += stride(from: place + 8, to: end - 7, by: 4).map { SizeField($0, .big(4), .chunk(place..<end)) }
      }
      place = end
    }
    return fields
  }

  /// The frames of an IVF file: width and height, and the length of each frame.
  static func frames(of bytes: [UInt8]) -> [SizeField] {
    var fields = [SizeField(6, .little(2)), SizeField(12, .little(2)), SizeField(14, .little(2))]
    fields += [SizeField(16, .little(4)), SizeField(20, .little(4)), SizeField(24, .little(4))]
    var place = 32
    while let size = bytes.little(4, at: place), size <= UInt64(bytes.count) {
      fields += [SizeField(place, .little(4)), SizeField(place + 4, .little(8))]
      place += 12 + Int(size)
    }
    return fields
  }

  /// The packets of an MPEG program stream.
  static func packets(of bytes: [UInt8]) -> [SizeField] {
    bytes.indices.dropLast(10).compactMap { place in
      bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 && bytes[place + 3] >= 0xBB
        ? SizeField(place + 4, .big(2)) : nil
    }
  }

  /// The lengths of an MXF file's keys: BER, of four or nine bytes.
  static func keys(of bytes: [UInt8]) -> [SizeField] {
    bytes.indices.dropLast(30).compactMap { place in
      guard bytes[place..<(place + 4)].elementsEqual([0x06, 0x0E, 0x2B, 0x34]) else { return nil }
      let width = Int(bytes[place + 16] & 0x7F)
      return bytes[place + 16] & 0x80 != 0 && (1...8).contains(width)
        ? SizeField(place + 17, .big(width)) : SizeField(place + 16, .big(1))
    }
  }

  /// Any bytes near the start, for what has no known structure.
  static func anything(in bytes: [UInt8]) -> [SizeField] {
    (0..<min(512, max(0, bytes.count - 8))).flatMap { place in
      [SizeField(place, .big(1)), SizeField(place, .big(2)), SizeField(place, .little(4))]
    }
  }
}
