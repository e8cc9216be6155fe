/// Checks whether the end of a file is complete by the rules of its container.
struct ContainerTail {
  /// Returns up to `count` bytes of the file from a position; fewer at its end.
  typealias Read = (_ position: Int64, _ count: Int) -> [UInt8]

  let read: Read
  let size: Int64

  init(reading read: @escaping Read, size: Int64) {
    (self.read, self.size) = (read, size)
  }

  /// Ogg (RFC 3533, 6): the last page is whole, and ends its stream.
  var isOggCut: Bool {
    // Longer than any page: a header of 27 bytes, 255 lengths, and as many pieces of 255 bytes.
    let tail = bytes(before: size, count: 27 + 255 + 255 * 255)
    for place in tail.indices.dropLast(27).reversed() {
      guard tail[place...].starts(with: "OggS".utf8), tail[place + 4] == 0, tail[place + 5] < 8 else { continue }
      let count = Int(tail[place + 26])
      let lengths = tail[(place + 27)...].prefix(count)
      let end = place + 27 + count + lengths.reduce(0) { $0 + Int($1) }
      return lengths.count < count || end > tail.count || tail[place + 5] & 4 == 0
    }
    return false
  }

  /// YUV4MPEG2: no other picture begins behind the last one, whose bytes start at a position, behind the word FRAME and a
  /// line feed. FFmpeg is silent about a part of one.
  func isYUV4MPEGCut(from position: Int64, packetSize: UInt32) -> Bool {
    let word = Array("FRAME".utf8)
    let end = Int64(packetSize) - Int64(word.count + 1)
    guard size - position > end else { return false }
    let next = read(position + end, word.count)
    return !next.isEmpty && next.elementsEqual(word.prefix(next.count))
  }

  /// JPEG (ITU-T T.81, B.1.1.3): the last picture, which starts at a position or before it, ends with a marker (FF D9) that
  /// cannot be among the codes of its scans. One that starts behind it (FF D8, and the next marker) has none.
  func isJPEGCut(from position: Int64) -> Bool {
    guard size - position <= Self.mostOfJPEG else { return false }
    let bytes = read(position, Int(clamping: size - position))
    let last = bytes.indices.dropLast().last { place in
      guard bytes[place] == 0xFF else { return false }
      return bytes[place + 1] == 0xD9
        || bytes[place + 1] == 0xD8 && (place + 2 == bytes.count || bytes[place + 2] == 0xFF)
    }
    return last.map { bytes[$0 + 1] == 0xD8 } ?? true
  }

  private static let mostOfJPEG: Int64 = 64 << 20

  /// PNG (ISO/IEC 15948, 11.2.5): the last chunk has no content; some writers put other bytes behind it.
  var isPNGCut: Bool {
    let (end, chunk) = (bytes(before: size, count: Self.longestRest), [0, 0, 0, 0] + Array("IEND".utf8))
    return !end.indices.dropLast(chunk.count + 3).contains { end[$0...].starts(with: chunk) }
  }

  /// Dirac and VC-2 (SMPTE ST 2042-1, 10.5): the last data unit, of 13 bytes, is the end of a sequence. FFmpeg drops a picture
  /// that is not whole, and one that nothing follows.
  var isDiracCut: Bool {
    let (end, word) = (bytes(before: size, count: Self.longestRest), Array("BBCD".utf8))
    let last = end.indices.dropLast(12).last { end[$0...].starts(with: word) }
    return last.map { end[$0 + word.count] != 0x10 } ?? true
  }

  /// How many bytes are looked through for the end.
  private static let longestRest = 1 << 16

  /// GIF (89a, 27): a trailer follows the last picture, which starts at a position.
  func isGIFCut(from position: Int64) -> Bool {
    let bytes = read(position, Int(clamping: min(max(0, size - position), Self.mostOfGIF)))
    var place = 0
    if bytes.starts(with: "GIF8".utf8), bytes.count > 13 {
      place = 13 + (bytes[10] & 0x80 == 0 ? 0 : 6 << Int(bytes[10] & 7))
    }
    while place < bytes.count {
      switch bytes[place] {
      case 0x3B: return false
      case 0x21: place += 2
      case 0x2C:
        guard place + 9 < bytes.count else { return true }
        let flags = bytes[place + 9]
        place += 11 + (flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7))
      default: return true
      }
      // Blocks, each with its length before it; an empty one is the last.
      while place < bytes.count, bytes[place] > 0 { place += 1 + Int(bytes[place]) }
      place += 1
    }
    return Int64(bytes.count) == size - position
  }

  private static let mostOfGIF: Int64 = 64 << 20

  /// Program stream: the last packet is whole.
  var isProgramStreamCut: Bool { ProgramTail(bytes(before: size, count: ProgramTail.length)).isCut }

  /// ASF (specification, 3.2 and 5.1): the data object has as many packets as the header says.
  var isASFCut: Bool { dataOfASF.map { $0.end > size } ?? false }

  /// Whether nothing but indexes (6) follows the packets of an ASF file, up to the end of the file.
  var endsWithASFIndexes: Bool {
    guard let data = dataOfASF, data.isOneObject, data.end <= size else { return false }
    var position = data.end
    while position < size {
      let head = read(position, 24)
      guard head.count == 24, Self.indexesOfASF.contains(Array(head[..<4])) else { return false }
      let (next, overflow) = position.addingReportingOverflow(max(24, Self.littleEndian(head[16..<24])))
      if overflow { return false }
      position = next
    }
    return position == size
  }

  /// The end of the video in milliseconds, as an ASF header has it: the length of the presentation without the preroll;
  /// nil if it has none.
  var endOfASF: Int64? {
    guard let properties = propertiesOfASF else { return nil }
    let (end, overflow) = (Self.littleEndian(properties[64..<72]) / 10_000)
      .subtractingReportingOverflow(Self.littleEndian(properties[80..<88]))
    return overflow || end <= 0 ? nil : end
  }

  /// Where the packets that an ASF header counts end, and whether they fill the data object; nil if they are not
  /// counted, or differ in size.
  private var dataOfASF: (end: Int64, isOneObject: Bool)? {
    guard let properties = propertiesOfASF else { return nil }
    let (count, size) = (Self.littleEndian(properties[56..<64]), Self.littleEndian(properties[92..<96]))
    let start = number(at: 16, 8)
    guard Self.littleEndian(properties[96..<100]) == size, count > 0,
      read(start, 4).starts(with: [0x36, 0x26, 0xB2, 0x75])
    else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    let (end, isBeyond) = (start + 50).addingReportingOverflow(bytes)
    return overflow || isBeyond ? nil : (end, number(at: start + 16, 8) == end - start)
  }

  /// The file properties (3.2) of an ASF header; nil if there are none, or those of a broadcast, which count nothing.
  private var propertiesOfASF: [UInt8]? {
    var position: Int64 = 30
    let start = number(at: 16, 8)
    var properties: [UInt8]?
    while position < start {
      let head = read(position, 104)
      guard head.count >= 24 else { return nil }
      // The first four bytes of an identifier are enough here.
      if head.count == 104, head.starts(with: [0xA1, 0xDC, 0xAB, 0x8C]), head[88] & 1 == 0 { properties = head }
      let (next, overflow) = position.addingReportingOverflow(max(24, Self.littleEndian(head[16..<24])))
      if overflow { return nil }
      position = next
    }
    return properties
  }

  /// The first bytes of the identifiers of index objects: index, simple index, media object index, timecode index.
  private static let indexesOfASF: [[UInt8]] = [
    [0xD3, 0x29, 0xE2, 0xD6], [0x90, 0x08, 0x00, 0x33], [0xF8, 0x03, 0xB1, 0xFE], [0xD0, 0x3F, 0xB7, 0x3C],
  ]

  /// AVI (RIFF): the number of chunks without content between the content of a stream's chunk, which begins at a position,
  /// and the end of the file: the picture before each is shown on. 0 if one with content follows.
  func emptyChunks(behindAVI position: Int64) -> Int64 {
    guard position >= 8 else { return 0 }
    var (place, count) = (position - 8, Int64(0))
    let stream = read(place, 2)
    for _ in 0..<Self.chunksOfAVI {
      let head = read(place, 12)
      guard head.count >= 8 else { break }
      let (type, kind) = (String(decoding: head[..<4], as: UTF8.self), String(decoding: head[8...], as: UTF8.self))
      if type == "RIFF" || type == "LIST" && ["movi", "rec "].contains(kind) {
        place += 12
        continue
      }
      let length = Self.littleEndian(head[4..<8])
      if place >= position, head.starts(with: stream), ["dc", "db"].contains(type.suffix(2)) {
        if length > 0 { return 0 }
        count += 1
      }
      place += 8 + length + length & 1
    }
    return count
  }

  /// AVI (RIFF): whether the file is one chunk, whose length a writer notes last, and ends where that does. Files with an
  /// index of indexes (OpenDML 3.0) may have more, and may have lost them.
  var isOneRIFF: Bool {
    let head = read(0, Self.headOfAVI)
    guard head.count > 8, head.starts(with: "RIFF".utf8) else { return false }
    let length = Self.littleEndian(head[4..<8])
    // The last byte may be one that fills up, and be left out.
    guard 8 + length == size || 8 + length + length & 1 == size else { return false }
    return !head.indices.contains { head[$0...].starts(with: "indx".utf8) }
  }

  /// More bytes than the headers of streams take.
  private static let headOfAVI = 64 << 10

  /// More chunks than an hour of sound has behind the last picture.
  private static let chunksOfAVI = 1 << 16

  /// GXF (SMPTE 360M, 6): the last packet, of 16 bytes, ends the stream.
  var isGXFCut: Bool {
    bytes(before: size, count: 16) != [0, 0, 0, 0, 1, 0xFB, 0, 0, 0, 16, 0, 0, 0, 0, 0xE1, 0xE2]
  }

  /// MXF (SMPTE ST 377-1, 6 and 12): a file ends with an index of its partitions, or has the last partition that its
  /// header names.
  var isMXFCut: Bool {
    let start: [UInt8] = [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02, 0x01, 0x01]
    let length = bytes(before: size, count: 4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let isIndexed = length > 20 && length <= size && read(size - length, 14) == start + [0x11]
    // Some bytes may precede the header.
    let head = read(0, 1 << 16)
    guard let place = head.indices.first(where: { head[$0...].starts(with: start) }), place + 17 < head.count else {
      return false
    }
    // The key of 16 bytes, the length, two versions, the grid, this partition and the one before.
    let fields = place + 17 + (head[place + 16] & 0x80 == 0 ? 0 : Int(head[place + 16] & 0x7F))
    guard fields + 32 <= head.count else { return false }
    let told = Self.bigEndian(head[(fields + 24)..<(fields + 32)])
    func isPartition(_ offset: UInt64) -> Bool {
      guard let offset = Int64(exactly: offset) else { return false }
      let (position, overflow) = offset.addingReportingOverflow(Int64(place))
      let found = overflow ? [] : read(position, start.count + 1)
      return found.starts(with: start) && found.last != 0x11
    }
    if told > 0, isPartition(told) { return false }
    // The index names the footer last; where it is elsewhere, bytes are missing before it.
    return isIndexed ? !isPartition(Self.bigEndian(bytes(before: size - 4, count: 8)[...])) : told > 0
  }

  /// NUT (specification, index): a file ends with its index, and with the way back to it.
  var isNUTCut: Bool {
    let way = Self.bigEndian(bytes(before: max(0, size - 4), count: 8)[...])
    guard let back = Int64(exactly: way), back > 0, back <= size else { return true }
    return read(size - back, 8) != [0x4E, 0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E]
  }

  /// RealMedia (RMFF): the data chunk is as long as its header says.
  var isRealMediaCut: Bool {
    var position: Int64 = 0
    for _ in 0..<Self.chunksOfRealMedia {
      let head = read(position, 8)
      guard head.count == 8 else { return false }
      let (next, overflow) = position.addingReportingOverflow(head[4...].reduce(Int64(0)) { $0 << 8 | Int64($1) })
      guard next > position, !overflow else { return false }
      // FFmpeg's writer counts ten bytes too many.
      if head.starts(with: "DATA".utf8) { return next - 10 > size }
      position = next
    }
    return false
  }

  /// More chunks than any header has in front of the data.
  private static let chunksOfRealMedia = 256

  func bytes(before end: Int64, count: Int) -> [UInt8] {
    let start = max(0, end - Int64(count))
    return read(start, Int(clamping: end - start))
  }

  private func number(at position: Int64, _ count: Int) -> Int64 { Self.littleEndian(read(position, count)[...]) }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
