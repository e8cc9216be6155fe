/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct MovieBoxes {
  /// Returns up to `count` bytes of the file from a position; fewer at its end.
  typealias Read = (_ position: Int64, _ count: Int) -> [UInt8]

  /// Whether some of the samples are described by fragments (`moof`), which an index at the beginning does not include.
  let hasFragments: Bool

  /// The most boxes to visit at one level: only a few precede the first fragment.
  static let mostBoxes = 64

  /// Visits the boxes up to the first fragment or the end of the file.
  init(reading read: Read) {
    var found = false
    Self.visit(from: 0, to: .max, read) { box in
      found = box.type == "moof"
      return !found
    }
    hasFragments = found
  }

  /// The tracks, counted from 0, whose handler marks them as auxiliary (`auxv`, ISO/IEC 23008-12, 7.5.3).
  static func auxiliaryTracks(reading read: Read) -> Set<Int> {
    var tracks: Set<Int> = []
    var number = 0
    visit(from: 0, to: .max, read) { movie in
      guard movie.type == "moov" else { return movie.type != "moof" }
      visit(from: movie.content, to: movie.end, read) { track in
        guard track.type == "trak" else { return true }
        if handler(of: track, read) == "auxv" { tracks.insert(number) }
        number += 1
        return true
      }
      return false
    }
    return tracks
  }

  /// Where the data are of all fragments, in the order of the file; nil if there are none, or if the file does not end
  /// with a whole box.
  static func fragmentData(reading read: Read, size: Int64) -> [Range<Int64>]? {
    var data: [Range<Int64>] = []
    var (end, hasFragments): (Int64, Bool) = (0, false)
    visit(from: 0, to: size, atMost: mostFragments, read) { box in
      hasFragments = hasFragments || box.type == "moof"
      if hasFragments, box.type == "mdat", box.content < box.end { data.append(box.content..<box.end) }
      end = box.end
      return box.end <= size
    }
    return hasFragments && end == size ? data : nil
  }

  /// The most boxes of a file of fragments: nine hours of a second each. With more, everything is read.
  private static let mostFragments = 1 << 16

  /// What is missing if the file begins as such files do, but has no whole index (`moov`): the index itself, or, in a
  /// file of fragments, the segment that describes them (`moof` without it); nil if neither is known to be.
  static func missing(reading read: Read, size: Int64) -> VideoError.Fault? {
    var isMovie = false
    var isThere = false
    var hasFragment = false
    var count = 0
    visit(from: 0, to: size, read) { box in
      isMovie = isMovie || ["ftyp", "styp", "moof", "mdat"].contains(box.type)
      hasFragment = hasFragment || box.type == "moof"
      isThere = isThere || box.type == "moov" && box.end <= size
      count += 1
      return !isThere
    }
    guard isMovie, !isThere, count < mostBoxes else { return nil }
    return hasFragment ? .noInitialSegment : .noIndex
  }

  /// Whether the file ends within its index (`moov`), and a track may be incomplete or missing; only what follows all
  /// tracks may be cut off without harm.
  ///
  /// FFmpeg takes as much of the tables as there is: since version 7 without an error.
  static func cutsIndex(reading read: Read, size: Int64) -> Bool {
    var isCut = false
    visit(from: 0, to: size, read) { movie in
      guard movie.type == "moov" else { return true }
      guard movie.end > size else { return false }
      isCut = true
      visit(from: movie.content, to: size, read) { box in
        if box.end >= movie.end { isCut = box.type == "trak" }
        return true
      }
      return false
    }
    return isCut
  }

  /// Where the contents of a track's sample tables are, by their types.
  static func sampleTables(ofTrack wanted: Int, reading read: Read, size: Int64) -> [String: Range<Int64>] {
    var tables: [String: Range<Int64>] = [:]
    var number = 0
    visit(from: 0, to: size, read) { movie in
      guard movie.type == "moov", movie.end <= size else { return movie.type != "moov" }
      visit(from: movie.content, to: movie.end, read) { box in
        guard box.type == "trak" else { return true }
        number += 1
        guard number == wanted + 1 else { return true }
        for parent in boxes(["mdia", "minf", "stbl"], in: box, read) {
          visit(from: parent.content, to: parent.end, read) { child in
            tables[child.type] = child.content..<max(child.content, child.end)
            return true
          }
        }
        return false
      }
      return false
    }
    return tables
  }

  /// The boxes at the end of a path.
  static func boxes(_ path: [String], in parent: Box, _ read: Read) -> [Box] {
    path.reduce([parent]) { parents, type in
      var found: [Box] = []
      for parent in parents {
        visit(from: parent.content, to: parent.end, read) { child in
          if child.type == type { found.append(child) }
          return true
        }
      }
      return found
    }
  }

  /// The units in a second, of a `mvhd` or `mdhd`; 0 if it breaks off.
  static func scale(of box: Box, _ read: Read) -> Int64 {
    read(box.content + (read(box.content, 1).first == 1 ? 20 : 12), 4).reduce(0) { $0 << 8 | Int64($1) }
  }

  struct Box {
    let type: String
    let start: Int64
    /// Where its content begins and ends.
    let content: Int64
    let end: Int64
  }

  /// The type of a track's handler: in `mdia`, `hdlr`, after the version and eight more bytes.
  static func handler(of track: Box, _ read: Read) -> String? {
    var type: String?
    visit(from: track.content, to: track.end, read) { media in
      guard media.type == "mdia" else { return true }
      visit(from: media.content, to: media.end, read) { box in
        guard box.type == "hdlr" else { return true }
        type = String(decoding: read(box.content, 12).dropFirst(8), as: UTF8.self)
        return false
      }
      return false
    }
    return type
  }

  /// Passes the boxes of one level to the body until that returns false.
  ///
  /// - Returns: false if there are more boxes than are visited.
  @discardableResult
  static func visit(
    from start: Int64, to end: Int64, atMost most: Int = mostBoxes, _ read: Read, _ body: (Box) -> Bool
  ) -> Bool {
    var position = start
    for _ in 0..<most where position < end {
      let head = read(position, 16)
      guard head.count >= 8 else { return true }
      var size = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var content = position + 8
      if size == 1, head.count == 16 {
        guard let large = Int64(exactly: head[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else { return true }
        size = large
        content += 8
      }
      let (next, overflow) = position.addingReportingOverflow(size)
      let box = Box(
        type: String(decoding: head[4..<8], as: UTF8.self), start: position, content: content,
        end: overflow || size < 8 ? end : next)
      // A size of 0 means to the end of the file.
      guard body(box), size >= 8, !overflow else { return true }
      position = next
    }
    return position >= end
  }
}
