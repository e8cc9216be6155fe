/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2).
struct MovieBoxes {
  /// Returns up to `count` bytes of the file from a position; fewer at its end.
  typealias Read = (_ position: Int64, _ count: Int) -> [UInt8]

  /// Whether some of the samples are described by fragments (`moof`), which an index at the beginning does not include.
  let hasFragments: Bool

  /// The most boxes to visit at one level: only a few precede the first fragment.
  static let mostBoxes = 64

  /// Looks for a fragment among the first boxes of the file.
  init(reading read: @escaping Read) {
    hasFragments = Level(reading: read).contains { $0.type == "moof" }
  }

  /// The index (`moov`) if it is whole and precedes all fragments.
  static func index(reading read: @escaping Read, size: Int64 = .max) -> Box? {
    let first = Level(to: size, reading: read).first { $0.type == "moov" || $0.type == "moof" }
    return first.flatMap { $0.type == "moov" && $0.end <= size ? $0 : nil }
  }

  /// The tracks, counted from 0, whose handler marks them as auxiliary (`auxv`, ISO/IEC 23008-12, 7.5.3).
  static func auxiliaryTracks(reading read: @escaping Read) -> Set<Int> {
    let tracks = index(reading: read).map { boxes(["trak"], in: $0, read) } ?? []
    return Set(tracks.indices.filter { handler(of: tracks[$0], read) == "auxv" })
  }

  /// The fault of a file that begins like ISO base media but has no whole index (`moov`): the index is missing, or, if
  /// there are fragments (`moof`), the initialization segment, or it holds still pictures; nil if none is certain.
  static func missing(reading read: @escaping Read, size: Int64) -> VideoError.Fault? {
    let boxes = Array(Level(to: size, reading: read))
    guard boxes.contains(where: { ["ftyp", "styp", "moof", "mdat"].contains($0.type) }), boxes.count < mostBoxes,
      !boxes.contains(where: { $0.type == "moov" && $0.end <= size })
    else { return nil }
    if boxes.contains(where: { $0.type == "moof" }) { return .noInitialSegment }
    // Pictures are items of this box (8.11.1).
    return boxes.contains { $0.type == "meta" } ? .refusedFormat("heif") : .noIndex
  }

  /// Where a movie begins that follows a whole one, as when two files were put together: FFmpeg reads the first only.
  static func another(reading read: @escaping Read, size: Int64) -> Int64? {
    var hasIndex = false
    for box in Level(to: size, reading: read) {
      if box.type == "moof" { return nil }
      if hasIndex, ["ftyp", "moov"].contains(box.type) { return box.start }
      hasIndex = hasIndex || box.type == "moov"
    }
    return nil
  }

  /// Whether the file only describes a stream of segments (`moov` with `mvex`), and has none of them.
  static func isInitialSegment(reading read: @escaping Read) -> Bool {
    let boxes = Array(Level(reading: read))
    guard boxes.count < mostBoxes, !boxes.contains(where: { ["moof", "mdat"].contains($0.type) }) else { return false }
    return boxes.contains { $0.type == "moov" && !Self.boxes(["mvex"], in: $0, read).isEmpty }
  }

  /// Whether the pictures of some track are encrypted (`encv` in `stsd`, ISO/IEC 23001-7).
  static func isEncrypted(reading read: @escaping Read) -> Bool {
    let movie = Level(reading: read).first { $0.type == "moov" }
    let descriptions = movie.map { boxes(["trak", "mdia", "minf", "stbl", "stsd"], in: $0, read) } ?? []
    // Behind the version and the number of descriptions, each is a box.
    return descriptions.contains { stsd in
      Level(from: stsd.content + 8, to: stsd.end, reading: read).contains { $0.type == "encv" }
    }
  }

  /// Whether the file ends within its index (`moov`), and a track may be incomplete or missing; only what follows all
  /// tracks may be cut off without harm.
  ///
  /// FFmpeg reads the tables as far as they go; since version 7 without an error.
  static func cutsIndex(reading read: @escaping Read, size: Int64) -> Bool {
    guard let movie = Level(to: size, reading: read).first(where: { $0.type == "moov" }), movie.end > size else {
      return false
    }
    var isCut = true
    for box in Level(from: movie.content, to: size, reading: read) where box.end >= movie.end {
      isCut = box.type == "trak"
    }
    return isCut
  }

  /// A track's sample tables, by their types.
  static func sampleTables(ofTrack wanted: Int, reading read: @escaping Read, size: Int64) -> [String: Box] {
    let tracks = index(reading: read, size: size).map { boxes(["trak"], in: $0, read) } ?? []
    return tracks.indices.contains(wanted)
      ? tables(boxes(["mdia", "minf", "stbl"], in: tracks[wanted], read), read) : [:]
  }

  /// The boxes inside these boxes, by type; of several of a type, the last one.
  static func tables(_ parents: [Box], _ read: @escaping Read) -> [String: Box] {
    parents.reduce(into: [:]) { tables, parent in
      for box in Level(in: parent, reading: read) { tables[box.type] = box }
    }
  }

  /// The boxes at the end of a path.
  static func boxes(_ path: [String], in parent: Box, _ read: @escaping Read) -> [Box] {
    path.reduce([parent]) { parents, type in
      parents.flatMap { Level(in: $0, reading: read).filter { $0.type == type } }
    }
  }

  /// The ticks per second in a `mvhd` or `mdhd`; 0 if it is cut off.
  static func scale(of box: Box, _ read: Read) -> Int64 {
    number(at: box.content + (read(box.content, 1).first == 1 ? 20 : 12), read)
  }

  /// A number of the file, of 32 bits if nothing else is said; 0 if it is cut off.
  static func number(at place: Int64, _ read: Read, bytes count: Int = 4) -> Int64 {
    let bytes = read(place, count)
    return bytes.count == count ? bytes.reduce(0) { $0 << 8 | Int64($1) } : 0
  }

  struct Box {
    let type: String
    let start: Int64
    /// Where its content begins and ends.
    let content: Int64
    let end: Int64
    /// Whether its head gives its size; otherwise it goes to the end of its level, or is no box.
    let isSized: Bool
  }

  /// The type of a track's handler: in `mdia`, `hdlr`, after the version and eight more bytes.
  static func handler(of track: Box, _ read: @escaping Read) -> String? {
    boxes(["mdia", "hdlr"], in: track, read).first.map {
      String(decoding: read($0.content, 12).dropFirst(8), as: UTF8.self)
    }
  }

  /// The boxes of one level, each read when it is asked for.
  struct Level: Sequence, IteratorProtocol {
    private let read: Read
    private let end: Int64
    private var position: Int64
    private var left: Int
    /// Whether no box is left out because there are too many.
    private(set) var isWhole = true

    init(from start: Int64 = 0, to end: Int64 = .max, atMost most: Int = mostBoxes, reading read: @escaping Read) {
      (position, self.end, left, self.read) = (start, end, most, read)
    }

    init(in parent: Box, reading read: @escaping Read) {
      self.init(from: parent.content, to: parent.end, reading: read)
    }

    mutating func next() -> Box? {
      isWhole = left > 0 || position >= end
      guard position < end, isWhole else { return nil }
      left -= 1
      let (start, head) = (position, read(position, 16))
      // If no box follows, the level ends here.
      position = end
      guard head.count >= 8 else { return nil }
      var size = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var content = start + 8
      if size == 1, head.count == 16 {
        guard let large = Int64(exactly: head[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else { return nil }
        size = large
        content += 8
      }
      let (next, overflow) = start.addingReportingOverflow(size)
      // A size of 0 means to the end of the file.
      let isSized = size >= 8 && !overflow
      if isSized { position = next }
      return Box(
        type: String(decoding: head[4..<8], as: UTF8.self), start: start, content: content, end: isSized ? next : end,
        isSized: isSized)
    }
  }
}
