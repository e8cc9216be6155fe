/// The fragments of an ISO base media file (ISO/IEC 14496-12, 8.8).
struct MovieFragments {
  /// The byte ranges of their data, in file order.
  let data: [Range<Int64>]
  /// The last one with samples of the track: where it begins, and how long its last sample is shown, in the track's units;
  /// nil if that is not certain.
  let last: (start: Int64, duration: Int64)?

  /// Finds them among the boxes of a file; nil if it does not end with a whole box.
  init?(_ boxes: FragmentBoxes, ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64) {
    guard boxes.cut == nil else { return nil }
    data = boxes.data
    last = Self.last(of: boxes.heads, ofTrack: number, reading: read, size: size)
  }

  /// The number by which fragments name a track (`tkhd`); nil if there is no such track.
  static func identifier(ofTrack number: Int, in movie: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read) -> Int64? {
    let tracks = MovieBoxes.boxes(["trak"], in: movie, read)
    guard tracks.indices.contains(number),
      let header = MovieBoxes.boxes(["tkhd"], in: tracks[number], read).first
    else { return nil }
    return MovieBoxes.number(at: header.content + (read(header.content, 1).first == 1 ? 20 : 12), read)
  }

  /// The defaults of a track's fragments (`trex`, 8.8.3).
  static func defaults(of identifier: Int64, in movie: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read)
    -> MovieBoxes.Box?
  {
    MovieBoxes.boxes(["mvex", "trex"], in: movie, read).first {
      MovieBoxes.number(at: $0.content + 4, read) == identifier
    }
  }

  private static func last(
    of heads: [MovieBoxes.Box], ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64
  ) -> (start: Int64, duration: Int64)? {
    guard let movie = MovieBoxes.index(reading: read, size: size),
      let identifier = identifier(ofTrack: number, in: movie, read)
    else { return nil }
    let defaults = defaults(of: identifier, in: movie, read)
    // Other tracks may have fragments of their own.
    for head in heads.suffix(MovieBoxes.mostBoxes).reversed() {
      for track in MovieBoxes.boxes(["traf"], in: head, read).reversed() {
        var (header, run): (MovieBoxes.Box?, MovieBoxes.Box?)
        // Some writers begin a run after each piece of sound.
        for box in MovieBoxes.Level(from: track.content, to: track.end, atMost: FragmentBoxes.most, reading: read) {
          if box.type == "tfhd" { header = box }
          if box.type == "trun" { run = box }
        }
        guard let header, let run, MovieBoxes.number(at: header.content + 4, read) == identifier else { continue }
        let duration = duration(ofLastIn: run, header, defaults, read)
        return (1...Int64(Int32.max)).contains(duration) ? (head.start, duration) : nil
      }
    }
    return nil
  }

  /// The duration of the last sample of a run (8.8.8): its own, or that of the fragment (8.8.7) or of the track (8.8.3);
  /// 0 if the run has no samples, or if they do not fit into it.
  private static func duration(
    ofLastIn run: MovieBoxes.Box, _ header: MovieBoxes.Box, _ defaults: MovieBoxes.Box?, _ read: MovieBoxes.Read
  ) -> Int64 {
    // The flags say which numbers follow.
    let (flags, count) = (MovieBoxes.number(at: run.content, read), MovieBoxes.number(at: run.content + 4, read))
    guard count > 0 else { return 0 }
    if flags & 0x100 != 0 {
      let sample = Int64(4 * (flags & 0xF00).nonzeroBitCount)
      let last = run.content + 8 + Int64(4 * (flags & 5).nonzeroBitCount) + (count - 1) * sample
      return last + sample <= run.end ? MovieBoxes.number(at: last, read) : 0
    }
    let own = MovieBoxes.number(at: header.content, read)
    if own & 8 != 0 {
      return MovieBoxes.number(at: header.content + 8 + (own & 1 != 0 ? 8 : 0) + (own & 2 != 0 ? 4 : 0), read)
    }
    return defaults.map { MovieBoxes.number(at: $0.content + 12, read) } ?? 0
  }
}
