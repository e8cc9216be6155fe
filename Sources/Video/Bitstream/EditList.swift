/// The edit list of a track (ISO/IEC 14496-12, 8.6.6), if it has one entry, or an empty one before it, played at its own
/// rate.
struct EditList {
  /// How long the entry is, in the movie's units, and where it begins, in the track's.
  let length: Int64
  let start: Int64
  /// Whether an empty entry delays it.
  let isDelayed: Bool

  /// Reads an `elst`; nil for any other list, and if bytes follow its entries, which FFmpeg would read as more entries.
  init?(_ box: MovieBoxes.Box, reading read: MovieBoxes.Read) {
    let head = read(box.content, 8)
    guard head.count == 8 else { return nil }
    let (width, count) = (head[0] == 1 ? 8 : 4, Int(head[4..<8].reduce(Int64(0)) { $0 << 8 | Int64($1) }))
    guard (1...2).contains(count), box.end - box.content == Int64(8 + count * (2 * width + 4)) else { return nil }
    let bytes = read(box.content + 8, count * (2 * width + 4))
    guard bytes.count == count * (2 * width + 4) else { return nil }
    func number(_ place: Int, _ width: Int) -> Int64 {
      bytes[place..<place + width].reduce(0) { $0 << 8 | Int64($1) }
    }
    func start(_ place: Int) -> Int64 {
      width == 4 ? Int64(Int32(truncatingIfNeeded: number(place + 4, 4))) : number(place + 8, 8)
    }
    let last = bytes.count - (2 * width + 4)
    isDelayed = count == 2
    guard number(last + 2 * width, 4) == 1 << 16, !isDelayed || start(0) == -1 else { return nil }
    (length, self.start) = (number(last, width), start(last))
  }

  /// Whether a track's list has what FFmpeg does not apply: an empty entry behind another one, whose picture should stand
  /// still or be gone, or another rate than 1.
  static func isMisread(ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Bool {
    guard let box = lists(ofTrack: number, reading: read, size: size).first, box.end - box.content <= mostBytes else {
      return false
    }
    let bytes = read(box.content, Int(box.end - box.content))
    guard bytes.count > 8 else { return false }
    // A length, a time, and a rate with 16 bits before the point.
    let (width, entry) = bytes[0] == 1 ? (8, 20) : (4, 12)
    let starts = stride(from: 8, through: bytes.count - entry, by: entry)
      .prefix(Int(clamping: MovieBoxes.number(at: box.content + 4, read)))
    let isEmpty = starts.map { bytes[($0 + width)..<($0 + 2 * width)].allSatisfy { $0 == 0xFF } }
    let behind = isEmpty.drop { $0 }
    return behind.contains(true)
      || zip(starts, isEmpty).contains { start, isEmpty in
        !isEmpty && !bytes[(start + 2 * width)..<(start + entry)].elementsEqual([0, 1, 0, 0])
      }
  }

  /// More bytes than a list has that was made by hand.
  private static let mostBytes: Int64 = 1 << 20

  /// Whether a track has any other list: of more entries, or at another rate.
  static func isIntricate(ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Bool {
    lists(ofTrack: number, reading: read, size: size).contains { Self($0, reading: read) == nil }
  }

  /// Whether a track has any list.
  static func exists(ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Bool {
    !lists(ofTrack: number, reading: read, size: size).isEmpty
  }

  /// The boxes of a track's lists: one, but in a file that is wrong.
  private static func lists(
    ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64
  ) -> [MovieBoxes.Box] {
    guard let movie = MovieBoxes.index(reading: read, size: size) else { return [] }
    let tracks = MovieBoxes.boxes(["trak"], in: movie, read)
    return tracks.indices.contains(number) ? MovieBoxes.boxes(["edts", "elst"], in: tracks[number], read) : []
  }
}
