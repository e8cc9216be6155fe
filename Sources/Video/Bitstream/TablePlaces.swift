/// Where the tables of an ISO base media file are (ISO/IEC 14496-12, 6.2.3).
///
/// FFmpeg's demuxer takes tables from any box that it opens, and the last of two tables of one kind. What is read here
/// without the demuxer is the same only if each table is where it belongs and nowhere else.
enum TablePlaces {
  /// Whether each table is where it belongs, once, and nowhere else, as far as the demuxer reads before the first packet.
  static func areUsual(reading read: @escaping MovieBoxes.Read, size: Int64) -> Bool {
    var (hasIndex, hasData) = (false, false)
    var level = MovieBoxes.Level(to: size, reading: read)
    while !(hasIndex && hasData), let box = level.next() {
      switch box.type {
      case "moov" where !hasIndex:
        hasIndex = true
        guard areUsual(in: box, read) else { return false }
      case "mdat": hasData = true
      default: guard isStranger(box, read) else { return false }
      }
    }
    return level.isWhole
  }

  /// The boxes that belong into a box; of each type one, except tracks.
  private static let contents: [String: Set<String>] = [
    "moov": ["trak"], "trak": ["edts", "mdia"], "edts": ["elst"], "mdia": ["minf", "mdhd"], "minf": ["stbl"],
    "stbl": ["stsd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stps"],
  ]
  /// The box types that make a file unusual if they are anywhere else.
  private static let own = contents.values.reduce(into: Set(["moov", "mdat", "cmov"])) { $0.formUnion($1) }
  /// Other boxes in which the demuxer looks for boxes.
  private static let opened: Set = [
    "udta", "meta", "ilst", "dinf", "tref", "mvex", "moof", "traf", "wave", "iprp", "ipco", "hoov",
  ]
  /// Longer sample descriptions are not searched, and count as unusual.
  private static let longest: Int64 = 64 << 10

  private static func areUsual(in parent: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read) -> Bool {
    guard let start = start(of: parent, read) else { return false }
    var seen: Set<String> = []
    var level = MovieBoxes.Level(from: start, to: parent.end, reading: read)
    while let box = level.next() {
      guard contents[parent.type]?.contains(box.type) ?? false else {
        guard isStranger(box, read) else { return false }
        continue
      }
      guard seen.insert(box.type).inserted || box.type == "trak", box.type != "stsd" || !names(in: box, read),
        contents[box.type] == nil || areUsual(in: box, read)
      else { return false }
    }
    return level.isWhole
  }

  /// Whether neither the box nor any box in it is one of `own`.
  private static func isStranger(_ box: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read) -> Bool {
    !own.contains(box.type) && (!opened.contains(box.type) || areUsual(in: box, read))
  }

  /// Where the boxes inside a box start; in a `meta` box, whose header varies, at its `hdlr`.
  private static func start(of box: MovieBoxes.Box, _ read: MovieBoxes.Read) -> Int64? {
    guard box.type == "meta" else { return box.content }
    let head = read(box.content, Int(clamping: min(longest, max(0, box.end - box.content))))
    let place = stride(from: 4, to: head.count - 3, by: 4).first { head[$0..<$0 + 4].elementsEqual("hdlr".utf8) }
    if let place { return box.content + Int64(place) - 4 }
    return box.end - box.content <= longest ? box.end : nil
  }

  /// Whether a sample description, whose boxes follow other fields, may contain one of the types in `own`.
  private static func names(in box: MovieBoxes.Box, _ read: MovieBoxes.Read) -> Bool {
    let count = box.end - box.content
    guard count <= longest else { return true }
    let bytes = read(box.content, Int(max(0, count)))
    return bytes.indices.dropLast(3).contains { place in
      // All these types begin with a lower-case letter, which rules out most places quickly.
      bytes[place] >= 0x61 && own.contains(String(decoding: bytes[place..<place + 4], as: UTF8.self))
    }
  }
}
