/// The descriptions of a track's samples (`stsd`, ISO/IEC 14496-12, 8.5.2), of which FFmpeg does not read all.
enum SampleDescriptions {
  /// Makes sure that all samples of a track are read as they are described.
  static func check(_ track: Int, _ read: @escaping MovieBoxes.Read, _ size: Int64) throws(VideoError) {
    if let codes = unread(ofTrack: track, reading: read, size: size) {
      throw VideoError("opening the decoder", .severalDescriptions(codes))
    }
  }

  /// Whether all samples of a track in one index have one description: decoders change their settings between two.
  static func areOne(ofTrack track: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Bool {
    let tables = MovieBoxes.sampleTables(ofTrack: track, reading: read, size: size)
    guard let descriptions = tables["stsd"], MovieBoxes.number(at: descriptions.content + 4, read) != 1 else {
      return true
    }
    return inIndex(tables["stsc"], read).map { $0.count <= 1 } ?? false
  }

  /// The codes of a track's descriptions, if samples have one that FFmpeg does not read: among samples in one index, those
  /// of another code than the first are left out; in fragments, all are taken for those of the first.
  ///
  /// - Returns: nil if every sample is read as it is described.
  private static func unread(
    ofTrack track: Int, reading read: @escaping MovieBoxes.Read, size: Int64
  ) -> [String]? {
    let tables = MovieBoxes.sampleTables(ofTrack: track, reading: read, size: size)
    guard let descriptions = tables["stsd"] else { return nil }
    let count = Int(MovieBoxes.number(at: descriptions.content + 4, read))
    guard (2...mostDescriptions).contains(count) else { return nil }
    let codes = MovieBoxes.Level(from: descriptions.content + 8, to: descriptions.end, reading: read).map(\.type)
    guard codes.count == count, let first = codes.first else { return nil }
    let (listed, fragmented) = (inIndex(tables["stsc"], read) ?? [], inFragments(ofTrack: track, read, size))
    let isOtherCode =
      !mixed.contains(first) && listed.contains { codes.indices.contains($0 - 1) && codes[$0 - 1] != first }
    return isOtherCode || fragmented.contains { $0 != 1 } ? codes : nil
  }

  /// More than a file has; each is a coder's settings.
  private static let mostDescriptions = 64
  /// The first codes behind which FFmpeg takes any other: ProRes, DV and JPEG.
  private static let mixed: Set<String> = ["apcn", "apch", "dvpp", "dvcp", "jpeg", "AV1x"]

  /// Which descriptions chunks have, counted from 1: each entry is a first chunk, its samples and their description. Nil
  /// without such a table, or if it is too long.
  private static func inIndex(_ box: MovieBoxes.Box?, _ read: MovieBoxes.Read) -> Set<Int>? {
    guard let box, box.end - box.content <= 12 << 20 else { return nil }
    let entries = read(box.content + 8, Int(max(0, box.end - box.content - 8)))
    return Set(
      stride(from: 8, to: entries.count - 3, by: 12).map { place in
        entries[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      })
  }

  /// Which descriptions the fragments of a track have: their own, or that of the track (8.8.3, 8.8.7).
  private static func inFragments(ofTrack track: Int, _ read: @escaping MovieBoxes.Read, _ size: Int64) -> Set<Int64> {
    guard MovieBoxes(reading: read).hasFragments, let movie = MovieBoxes.index(reading: read, size: size),
      let identifier = MovieFragments.identifier(ofTrack: track, in: movie, read)
    else { return [] }
    let standard = MovieFragments.defaults(of: identifier, in: movie, read).map {
      MovieBoxes.number(at: $0.content + 8, read)
    }
    var found: Set<Int64> = []
    for box in MovieBoxes.Level(to: size, atMost: FragmentBoxes.most, reading: read) where box.type == "moof" {
      for header in MovieBoxes.boxes(["traf", "tfhd"], in: box, read)
      where MovieBoxes.number(at: header.content + 4, read) == identifier {
        let flags = MovieBoxes.number(at: header.content, read)
        let own = header.content + 8 + (flags & 1 != 0 ? 8 : 0)
        found.insert(flags & 2 != 0 ? MovieBoxes.number(at: own, read) : standard ?? 1)
      }
    }
    return found
  }
}
