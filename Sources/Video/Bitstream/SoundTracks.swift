extension MovieBoxes {
  /// A track of sound that a demuxer may be spared.
  struct SoundTrack: Hashable {
    /// Its number among all tracks, from 0.
    let number: Int
    /// Where its type is written.
    let place: Int64
  }

  /// The tracks of sound beside one of pictures that are heard from 0 on at the earliest; none if fragments follow, or if
  /// there are more tracks than allowed.
  static func soundTracks(reading read: Read, size: Int64, atMost most: Int) -> [SoundTrack] {
    var sounds: [SoundTrack] = []
    var (number, pictures, isPlain): (Int, Int, Bool) = (0, 0, true)
    visit(from: 0, to: size, read) { movie in
      guard movie.type == "moov", movie.end <= size else { return movie.type != "moof" && movie.type != "moov" }
      visit(from: movie.content, to: movie.end, read) { box in
        if ["mvex", "cmov"].contains(box.type) { isPlain = false }
        guard box.type == "trak" else { return true }
        switch handler(of: box, read) {
        case "vide": pictures += 1
        // Others may be named by it, such as chapters.
        case "soun" where boxes(["tref"], in: box, read).isEmpty && isUsual(box, read):
          sounds.append(SoundTrack(number: number, place: box.start + 4))
        default: break
        }
        number += 1
        return true
      }
      return false
    }
    return isPlain && pictures == 1 && number <= min(most, mostBoxes / 2) ? sounds : []
  }

  /// Whether a track has all that FFmpeg needs to read it, and nothing that moves its sound before 0: delays below zero,
  /// an edit list of several parts, or units in which a moment cannot be told.
  private static func isUsual(_ track: Box, _ read: Read) -> Bool {
    let tables = boxes(["mdia", "minf", "stbl"], in: track, read)
    guard tables.count == 1 else { return false }
    var kinds: [String: Box] = [:]
    visit(from: tables[0].content, to: tables[0].end, read) { box in
      kinds[box.type] = box
      return true
    }
    guard kinds["ctts"] == nil, kinds["stts"] != nil, kinds["stsc"] != nil, kinds["stsz"] ?? kinds["stz2"] != nil,
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
