/// Many frames of a video.
extension Workload {
  static let batch: [Workload] = {
    // A hundred frames in pseudo-random order, the same each time: 1009 is a primitive root of the prime 1801.
    let places = (1...100).reduce(into: [1]) { list, _ in list.append(list[list.count - 1] * 1009 % 1801) }
    let random = places.dropFirst().map { $0 - 1 }.sorted()
    let minutes = (0..<120).map { 1800 * $0 }
    let whole = Array(0..<Clip.short.count)
    return [
      Workload(
        "random", "100 random frames of 60 s, 1080p H.264", .hd, frames: random,
        framegrabs(
          [.init(output() + random.flatMap { ["--frame", "\($0)"] }, needs: [])])
          + [.ffmpeg(selecting: random)] + Contender.pythons(frames: random)),
      Workload(
        "all", "all 300 frames of 10 s, 1080p H.264", .short, frames: whole,
        framegrabs([
          .init(output() + ["--all"], needs: [.option("--all")]), .init(output() + ["--frame", "0..299"], needs: []),
        ]) + [.ffmpegAll(isFast: true), .ffmpegAll(isFast: false), .staticFFmpegAll] + Contender.pythons(frames: whole)),
      Workload(
        "drawn", "all 1800 frames of a small drawing, 160 x 144", .drawn, frames: Array(0..<Clip.drawn.count),
        framegrabs([.init(output() + ["--all"], needs: [.option("--all")])])
          + [.ffmpegAll(isFast: true), .ffmpegAll(isFast: false), .staticFFmpegAll]),
      Workload(
        "minutes", "a frame every minute of two hours of 480p", .film("mp4"), frames: minutes,
        framegrabs([.init(output("{time}") + ["--every", "60s"], needs: [.option("--every")])])
          + [
            // A name with the index in it requires the whole timeline.
            Contender(
              "framegrab, indexes", preparation: .emptyCache,
              [.init(output() + ["--every", "60s"], needs: [.option("--every")])]),
            .ffmpeg(loopOver: minutes),
          ] + Contender.pythons(frames: minutes)),
    ]
  }()

  private static func output(_ name: String = "{index:06}") -> [String] {
    [Place.framegrab, Place.clip, "-o", Place.output + "/\(name).png", "--cache", Place.cache]
  }

  /// With the default number of workers, with one, and with two.
  private static func framegrabs(_ ways: [Contender.Way]) -> [Contender] {
    [Contender("framegrab", preparation: .emptyCache, ways)]
      + [1, 2].map { workers in
        Contender(
          "framegrab -j \(workers)", preparation: .emptyCache,
          ways.map { .init($0.words + ["-j", "\(workers)"], needs: $0.needs + [.option("-j")]) })
      }
  }
}
