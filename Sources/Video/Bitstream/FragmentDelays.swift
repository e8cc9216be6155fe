/// How long after decoding the samples of a track's first fragment are shown (`trun`, ISO/IEC 14496-12, 8.8.8).
enum FragmentDelays {
  /// Ticks by which FFmpeg gives all pictures of the track too late: where delays are negative, it adds the longest of
  /// them to every timestamp, so that none is before its time of decoding, but moves no sound with them.
  ///
  /// - Parameter lead: how long after decoding it shows the first packet.
  /// - Returns: 0 if it does not, or not by that much.
  static func lateness(
    ofTrack number: Int, lead: Int64, reading read: @escaping MovieBoxes.Read, size: Int64
  ) -> Int64 {
    let delays = ofFirstFragment(ofTrack: number, reading: read, size: size)
    guard let first = delays.first, let least = delays.min(), least < 0 else { return 0 }
    return lead == Int64(first) - Int64(least) ? -Int64(least) : 0
  }

  private static func ofFirstFragment(
    ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64
  ) -> [Int32] {
    guard let movie = MovieBoxes.index(reading: read, size: size),
      let identifier = MovieFragments.identifier(ofTrack: number, in: movie, read)
    else { return [] }
    for head in MovieBoxes.Level(to: size, reading: read) where head.type == "moof" && head.end <= size {
      let runs = MovieBoxes.boxes(["traf"], in: head, read).filter { track in
        MovieBoxes.boxes(["tfhd"], in: track, read).contains {
          MovieBoxes.number(at: $0.content + 4, read) == identifier
        }
      }.flatMap { MovieBoxes.boxes(["trun"], in: $0, read) }
      if !runs.isEmpty { return runs.flatMap { delays(in: $0, read) } }
    }
    return []
  }

  /// The delays of a run; none if it has none, so that all are 0.
  private static func delays(in run: MovieBoxes.Box, _ read: MovieBoxes.Read) -> [Int32] {
    let flags = MovieBoxes.number(at: run.content, read)
    guard flags & 0x800 != 0 else { return [] }
    // The flags say which numbers there are; the delay is the last one of a sample.
    let sample = 4 * (flags & 0xF00).nonzeroBitCount
    let start = run.content + 8 + Int64(4 * (flags & 5).nonzeroBitCount)
    let bytes = read(start, Int(max(0, min(run.end - start, longestRun))))
    return stride(from: 0, through: bytes.count - sample, by: sample).map { place in
      // FFmpeg reads all as signed, whatever the version says.
      Int32(truncatingIfNeeded: bytes[(place + sample - 4)..<(place + sample)].reduce(0) { $0 << 8 | Int64($1) })
    }
  }

  /// More bytes than a fragment of ten seconds has.
  private static let longestRun: Int64 = 1 << 20
}
