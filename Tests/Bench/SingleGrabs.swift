/// One frame of a video.
extension Workload {
  /// The start of the program, and nothing else.
  static let start = Workload(
    "start", "the start alone (--version)", .sd, frames: [],
    [
      Contender("framegrab", [.init([Place.framegrab, "--version"], needs: [])]),
      Contender("ffmpeg -version", [.init(["ffmpeg", "-version"], needs: [.program("ffmpeg")])]),
    ])

  static let single =
    [
      one("sd-keyframe", "one grab at a keyframe, 480p H.264", .sd, frame: 750),
      // Where ffmpeg seeks in Matroska it aims 0.13 s before the time, so that a keyframe itself would cost it a whole GOP.
      one("mkv-keyframe", "one grab 5 frames after a keyframe, 1080p H.264 in Matroska", .hdMatroska, frame: 755),
      one("keyframe", "one grab at a keyframe, 1080p H.264", .hd, frame: 750),
      one("gop-120", "one grab 120 frames into its GOP, 1080p H.264", .hd, frame: 870),
      one("gop-240", "one grab 240 frames into its GOP, 1080p H.264", .hd, frame: 990),
      one("short-gop", "one grab 15 frames into its GOP, 1080p H.264", .short, frame: 165),
      one("x264-120", "one grab 120 frames into its GOP, 540p by x264's defaults", .preset, frame: 370),
      one("x264-240", "one grab 240 frames into its GOP, 540p by x264's defaults", .preset, frame: 490),
      one("no-b-120", "one grab 120 frames into its GOP, 540p H.264 without B pictures", .noB, frame: 370),
      one("4k", "one grab 60 frames into its GOP, 4K H.264", .uhd, frame: 60),
      one("hevc", "one grab 60 frames into its GOP, 1080p HEVC", .hevc, frame: 60),
      one("hevc10", "one grab 60 frames into its GOP, 1080p HEVC of 10 bits", .hevc10, frame: 60),
      one("vp9", "one grab 60 frames into its GOP, 1080p VP9", .vp9, frame: 60),
      one("av1", "one grab 60 frames into its GOP, 1080p AV1", .av1, frame: 60),
      one("svt-90", "one grab 90 frames into its GOP, 540p AV1 by SVT-AV1", .svt, frame: 340),
      one("screen", "one grab 30 frames into its GOP, a terminal", .screen, frame: 30),
    ]

  /// In the middle of ten hours, at a keyframe.
  static let tenHours = one(
    "ten-hours", "one grab in the middle of ten hours of 480p in mp4", .tenHours, frame: 540_000)

  /// In the middle of two hours, 125 frames into a GOP.
  static let long =
    ["mp4", "mkv", "ts"].map { container in
      let frame = 108_125
      return Workload(
        "film-\(container)", "one grab in the middle of two hours of 480p in \(container)", .film(container),
        frames: [frame],
        [
          .framegrab(time: frame),
          .framegrab(time: frame, name: "framegrab, again", .filledCache),
          .framegrab(frame: frame, name: "framegrab --frame", .emptyCache),
          .framegrab(frame: frame, name: "framegrab --frame, again", .filledCache),
          .ffmpeg(frame: frame), .staticFFmpeg(frame: frame), .thumbnailer(frame: frame),
          // FFmpeg seeks by decode times in MPEG-TS: the floor would have to look for the keyframe.
        ] + (container == "ts" ? [] : Contender.floors(frame: frame)) + Contender.pythons(frames: [frame]))
    } + [tenHours]

  /// The same frame of the same films, asked for in other ways, which need the container's table, or the end of the file.
  static let asked =
    ["mp4", "mkv", "ts"].flatMap { container in
      [("half", "at 50 %", ["--at", "50%"]), ("report", "with --json", ["--at", "3600s", "--json"])].map {
        name, title, words in
        let frame = 108_000
        return Workload(
          "\(name)-\(container)", "one grab \(title) of two hours of 480p in \(container)", .film(container),
          frames: [frame],
          [
            .framegrab(asking: words, name: "framegrab"), .framegrab(time: frame, name: "framegrab, by time"),
            .ffmpeg(frame: frame),
          ] + Contender.pythons(frames: [frame]))
      }
    } + [
      Workload(
        "number-mp4", "one grab by number, two hours of 480p in mp4", .film("mp4"), frames: [86_400],
        [
          .framegrab(frame: 86_400, name: "framegrab", .emptyCache),
          .framegrab(time: 86_400, name: "framegrab, by time"),
          .ffmpeg(frame: 86_400),
        ] + Contender.pythons(frames: [86_400]))
    ]

  private static func one(_ name: String, _ title: String, _ clip: Clip, frame: Int) -> Workload {
    Workload(
      name, title, clip, frames: [frame],
      [.framegrab(time: frame), .ffmpeg(frame: frame), .staticFFmpeg(frame: frame), .thumbnailer(frame: frame)]
        + (clip == .hevc10 ? [] : Contender.floors(frame: frame)) + Contender.pythons(frames: [frame]))
  }
}

extension Contender {
  private static let words = [Place.framegrab, Place.clip, "-o", Place.output + "/000000.png"]

  /// By time: the middle of the frame, which is safe from rounding in any container.
  static func framegrab(
    time frame: Int, name: String = "framegrab", _ preparation: Preparation = .emptyCache
  ) -> Contender {
    Contender(
      name, preparation: preparation,
      [Way(words + ["--at", "\(2 * frame + 1)/60s", "--cache", Place.cache], needs: [])])
  }

  /// Asked for in these words, with nothing kept of earlier runs.
  static func framegrab(asking moment: [String], name: String) -> Contender {
    Contender(name, preparation: .emptyCache, [Way(words + moment + ["--cache", Place.cache], needs: [])])
  }

  /// By frame index, which requires the packets before it.
  static func framegrab(frame: Int, name: String, _ preparation: Preparation) -> Contender {
    Contender(
      name, preparation: preparation, [Way(words + ["--frame", "\(frame)", "--cache", Place.cache], needs: [])])
  }
}
