/// The elements of a Matroska or WebM file (RFC 8794).
package enum EBMLElements {
  /// Elements with nothing but elements in them: EBML, Segment, SeekHead, Seek, Info, Tracks, TrackEntry, Video, Audio,
  /// Cluster, BlockGroup, Cues, CuePoint, CueTrackPositions, Tags, Tag, Targets, SimpleTag, ContentEncodings.
  private static let masters: Set<UInt64> = [
    0x1A45_DFA3, 0x1853_8067, 0x114D_9B74, 0x4DBB, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE0, 0xE1, 0x1F43_B675, 0xA0,
    0x1C53_BB6B, 0xBB, 0xB7, 0x1254_C367, 0x7373, 0x63C0, 0x67C8, 0x6D80, 0x6240,
  ]

  /// One element.
  private struct Element {
    let name: UInt64
    let size: SizeField
    let contents: Range<Int>
  }

  /// The size of each element, and the numbers in it that count or measure.
  static func fields(of bytes: [UInt8]) -> [SizeField] {
    all(in: bytes, 0..<bytes.count).flatMap { element -> [SizeField] in
      let contents = element.contents
      if masters.contains(element.name) { return [element.size] }
      if (1...8).contains(contents.count) {
        return [element.size, SizeField(contents.lowerBound, .big(contents.count))]
      }
      guard blocks.contains(element.name), contents.count > 8 else { return [element.size] }
      // The track's number, the time, the flags with the lacing, and the number of laced frames.
      let start = contents.lowerBound
      return [element.size, SizeField(start, .ebml(1)), SizeField(start + 1, .big(2)), SizeField(start + 3, .big(2))]
    }
  }

  /// SimpleBlock and Block.
  private static let blocks: Set<UInt64> = [0xA3, 0xA1]

  /// Where the contents of each SimpleBlock start: the track's number, two bytes of time, a byte of flags.
  package static func simpleBlocks(in bytes: [UInt8]) -> [Int] {
    all(in: bytes, 0..<bytes.count).filter { $0.name == 0xA3 && $0.contents.count > 8 }.map(\.contents.lowerBound)
  }

  /// The elements at all depths, in order; one whose size does not fit ends its level.
  private static func all(in bytes: [UInt8], _ range: Range<Int>) -> [Element] {
    var elements: [Element] = []
    var place = range.lowerBound
    while place < range.upperBound, let name = number(in: bytes, at: place, keepsMarker: true), name.width <= 4,
      let size = number(in: bytes, at: place + name.width, keepsMarker: false)
    {
      let field = SizeField(place + name.width, .ebml(size.width))
      let start = place + name.width + size.width
      // All ones: as long as what is around it.
      let isUnknown = size.value == 1 << UInt64(7 * size.width) - 1
      guard isUnknown || size.value <= UInt64(range.upperBound - min(start, range.upperBound)) else {
        elements.append(Element(name: name.value, size: field, contents: start..<start))
        break
      }
      let end = isUnknown ? range.upperBound : start + Int(size.value)
      elements.append(Element(name: name.value, size: field, contents: start..<end))
      if masters.contains(name.value) { elements += all(in: bytes, start..<end) }
      place = end
    }
    return elements
  }

  private static func number(in bytes: [UInt8], at place: Int, keepsMarker: Bool) -> (value: UInt64, width: Int)? {
    guard place < bytes.count, bytes[place] != 0 else { return nil }
    let width = bytes[place].leadingZeroBitCount + 1
    guard let value = bytes.big(width, at: place) else { return nil }
    return (keepsMarker ? value : value & (1 << UInt64(7 * width) - 1), width)
  }
}
