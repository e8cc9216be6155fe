extension MovieBoxes {
  /// A track of sound that can be hidden from a demuxer.
  struct SoundTrack: Hashable {
    /// Its number among all tracks, from 0.
    let number: Int
    /// The byte position of the track's box type.
    let place: Int64
  }

  /// The sound tracks of a file with one video track that cannot be heard before 0; none if there are fragments or more
  /// tracks than allowed.
  static func soundTracks(reading read: @escaping Read, size: Int64, atMost most: Int) -> [SoundTrack] {
    guard let movie = index(reading: read, size: size) else { return [] }
    let children = Array(Level(in: movie, reading: read))
    let tracks = children.filter { $0.type == "trak" }
    guard !children.contains(where: { $0.type == "mvex" || $0.type == "cmov" }),
      tracks.count <= min(most, mostBoxes / 2)
    else { return [] }
    let handlers = tracks.map { handler(of: $0, read) }
    guard handlers.count(where: { $0 == "vide" }) == 1 else { return [] }
    // A track that refers to another one, such as chapters, stays visible.
    return tracks.indices.filter {
      handlers[$0] == "soun" && boxes(["tref"], in: tracks[$0], read).isEmpty && isUsual(tracks[$0], read)
    }.map { SoundTrack(number: $0, place: tracks[$0].start + 4) }
  }

  /// Whether a track has all tables that FFmpeg needs, and nothing that moves its sound before 0: no delays, no edit
  /// list of several parts, no unusual time scale.
  private static func isUsual(_ track: Box, _ read: @escaping Read) -> Bool {
    let parents = boxes(["mdia", "minf", "stbl"], in: track, read)
    let kinds = tables(parents, read)
    guard parents.count == 1, kinds["ctts"] == nil, kinds["stts"] != nil, kinds["stsc"] != nil,
      kinds["stsz"] ?? kinds["stz2"] != nil,
      kinds["stco"] ?? kinds["co64"] != nil, let description = kinds["stsd"],
      read(description.content + 4, 4) == [0, 0, 0, 1]
    else { return false }
    let headers = boxes(["mdia", "mdhd"], in: track, read)
    guard headers.count == 1, (600...1_000_000).contains(scale(of: headers[0], read)) else { return false }
    let lists = boxes(["edts"], in: track, read)
    guard let list = lists.first else { return true }
    let entries = boxes(["elst"], in: list, read)
    return lists.count == 1 && entries.count == 1 && EditList(entries[0], reading: read)?.start ?? -1 >= 0
  }
}
