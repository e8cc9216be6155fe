/// The boxes of an ISO base media file (ISO/IEC 14496-12) or QuickTime movie.
package enum ISOBoxes {
  /// One box.
  package struct Box {
    package let type: String
    /// All its bytes.
    let range: Range<Int>
    /// The bytes of its header: 8, or 16 with a long size.
    let header: Int

    package var contents: Range<Int> { (range.lowerBound + header)..<range.upperBound }
  }

  /// Boxes with nothing but boxes in them, and the bytes before those.
  private static let containers: [String: Int] = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "edts": 0, "dinf": 0, "moof": 0, "traf": 0, "mvex": 0,
    "udta": 0, "mfra": 0, "wave": 0, "ilst": 0, "gmhd": 0, "tapt": 0, "meta": 4, "stsd": 8, "dref": 8, "avc1": 78,
    "hvc1": 78, "hev1": 78, "vp09": 78, "av01": 78, "mp4v": 78, "mp4a": 28,
  ]
  /// Boxes that start with version, flags and a number of entries.
  private static let tables: Set<String> = [
    "stts", "ctts", "stsc", "stco", "co64", "stss", "sdtp", "elst", "dref", "stsd", "sbgp", "sgpd", "stps", "cslg",
  ]

  /// The boxes at all depths, in order; a box whose size does not fit ends its level.
  package static func all(in bytes: [UInt8], _ range: Range<Int>? = nil) -> [Box] {
    var boxes: [Box] = []
    let range = range ?? 0..<bytes.count
    var place = range.lowerBound
    while place + 8 <= range.upperBound, let size = bytes.big(4, at: place), let type = bytes.letters(at: place + 4) {
      let isLong = size == 1
      let whole = isLong ? bytes.big(8, at: place + 8) ?? 0 : size == 0 ? UInt64(range.upperBound - place) : size
      guard whole >= (isLong ? 16 : 8), whole <= UInt64(range.upperBound - place) else { break }
      let box = Box(type: type, range: place..<(place + Int(whole)), header: isLong ? 16 : 8)
      boxes.append(box)
      if let before = containers[type], box.contents.count >= before {
        boxes += all(in: bytes, (box.contents.lowerBound + before)..<box.contents.upperBound)
      }
      place = box.range.upperBound
    }
    return boxes
  }

  /// The size of each box, and the numbers of entries of its tables.
  static func fields(of bytes: [UInt8]) -> [SizeField] {
    all(in: bytes).flatMap { box -> [SizeField] in
      let start = box.contents.lowerBound
      var fields = [
        box.header == 16
          ? SizeField(box.range.lowerBound + 8, .big(8)) : SizeField(box.range.lowerBound, .big(4))
      ]
      if tables.contains(box.type) {
        fields += [SizeField(start + 4, .big(4)), SizeField(start + 8, .big(4)), SizeField(start + 12, .big(4))]
      }
      switch box.type {
      case "stsz":
        fields += [SizeField(start + 4, .big(4)), SizeField(start + 8, .big(4)), SizeField(start + 12, .big(4))]
      case "trun":
        fields += [SizeField(start + 4, .big(4)), SizeField(start + 8, .big(4)), SizeField(start + 1, .big(3))]
      case "mdhd", "mvhd": fields += [SizeField(start + 12, .big(4)), SizeField(start + 16, .big(4))]
      case "tkhd": fields += [SizeField(start + 76, .big(4)), SizeField(start + 80, .big(4))]
      case "avcC", "hvcC": fields += [SizeField(start + 6, .big(2)), SizeField(start + 23, .big(2))]
      default: break
      }
      return fields.filter { $0.place + $0.width <= box.range.upperBound }
    }
  }
}
