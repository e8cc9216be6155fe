/// The programs that framegrab is compared with.
extension Contender {
  private static let ffmpegWords = ["ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y"]

  /// When a frame starts, rounded down to microseconds, which ffmpeg reads: it takes the first frame from there on,
  /// and starts to decode at that frame if it is a keyframe.
  static func seconds(ofFrame frame: Int) -> String {
    let micro = frame * 1_000_000 / 30
    let digits = String(micro % 1_000_000)
    return "\(micro / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// `ffmpeg -ss`, which decodes from the keyframe before and is exact; its colours are ffmpeg's defaults.
  static func ffmpeg(frame: Int) -> Contender {
    Contender(
      "ffmpeg -ss",
      [
        Way(
          ffmpegWords + [
            "-ss", seconds(ofFrame: frame), "-i", Place.clip, "-frames:v", "1", Place.output + "/000000.png",
          ], needs: [.program("ffmpeg")])
      ])
  }

  /// The newest ffmpeg, built statically, with its fastest exact words.
  static func staticFFmpeg(frame: Int) -> Contender {
    Contender(
      "static ffmpeg",
      [
        Way(
          [Place.staticFFmpeg] + ffmpegWords.dropFirst() + [
            "-threads", "1", "-ss", seconds(ofFrame: frame), "-i", Place.clip, "-frames:v", "1",
          ] + fastPNG + [Place.output + "/000000.png"], needs: [.staticFFmpeg])
      ])
  }

  /// FFmpeg's libraries alone, up to the picture's planes: the system's, and those of the self-contained framegrab.
  static func floors(frame: Int) -> [Contender] {
    ["floor", selfContained("floor")].map { name in
      let program = name.replacing(", ", with: "-")
      return Contender(
        name,
        [
          Way(
            [
              "\(Place.floors)/\(program)", Place.clip, "\((2 * frame + 1) * 1_000_000 / 60)",
              Place.output + "/000000.pgm",
            ],
            needs: [.floor(program)])
        ])
    }
  }

  /// Options that make ffmpeg's PNG encoder fast without making its files larger than by default.
  private static let fastPNG = ["-compression_level", "1", "-pred", "up"]

  /// One pass through the video that selects single frames.
  static func ffmpeg(selecting frames: [Int]) -> Contender {
    let terms = frames.map { "eq(n\\,\($0))" }.joined(separator: "+")
    return Contender(
      "ffmpeg select",
      [
        Way(
          ffmpegWords + ["-i", Place.clip, "-vf", "select=\(terms)", "-fps_mode", "passthrough"] + fastPNG
            + [Place.output + "/%06d.png"], needs: [.program("ffmpeg")])
      ])
  }

  /// All frames, with the fastest sensible options of its PNG encoder or without any.
  static func ffmpegAll(isFast: Bool) -> Contender {
    Contender(
      isFast ? "ffmpeg fast PNG" : "ffmpeg",
      [
        Way(
          ffmpegWords + ["-i", Place.clip, "-fps_mode", "passthrough"] + (isFast ? fastPNG : [])
            + [Place.output + "/%06d.png"], needs: [.program("ffmpeg")])
      ])
  }

  /// The same by the newest ffmpeg, with its fastest words.
  static let staticFFmpegAll = Contender(
    "static ffmpeg",
    [
      Way(
        [Place.staticFFmpeg] + ffmpegWords.dropFirst() + [
          "-threads", "1", "-i", Place.clip, "-fps_mode", "passthrough",
        ] + fastPNG + [Place.output + "/%06d.png"], needs: [.staticFFmpeg])
    ])

  /// `ffmpeg -ss` for each frame, in a shell loop.
  static func ffmpeg(loopOver frames: [Int]) -> Contender {
    let words = frames.map { seconds(ofFrame: $0) }
    let script = """
      out=$1 clip=$2; shift 2; n=100000
      for t; do n=$((n + 1)); \(ffmpegWords.joined(separator: " ")) -ss "$t" -i "$clip" -frames:v 1 \
      \(fastPNG.joined(separator: " ")) "$out/$n.png" || exit 1; done
      """
    return Contender(
      "ffmpeg -ss, a loop",
      [Way(["/bin/sh", "-c", script, "sh", Place.output, Place.clip] + words, needs: [.program("ffmpeg")])])
  }

  /// Only the PNG encoder, in one thread: the cost of writing pictures minus that of reading the same samples.
  static let ffmpegEncoder = Contender(
    "ffmpeg's encoder", measure: .beyond(rawInput + ["-f", "null", "-"]),
    [
      Way(
        rawInput + ["-c:v", "png", "-threads", "1", Place.output + "/%06d.png"], needs: [.program("ffmpeg")])
    ])

  private static let rawInput =
    ffmpegWords + ["-f", "rawvideo", "-pix_fmt", "rgb24", "-video_size", Place.size, "-i", Place.pixels]

  /// libpng and zlib alone; 0 is their default level.
  static func libpng(level: Int32) -> Contender {
    Contender(
      level == 0 ? "libpng" : "libpng level \(level)", measure: .stage("png"),
      [Way([Place.bench, "--libpng", "\(level)", Place.size, Place.pixels, Place.output], needs: [])])
  }

  /// A thumbnailer that takes a keyframe nearby.
  static func thumbnailer(frame: Int) -> Contender {
    Contender(
      "ffmpegthumbnailer", isExact: false,
      [
        Way(
          [
            "ffmpegthumbnailer", "-i", Place.clip, "-o", Place.output + "/000000.png", "-s", "0", "-t",
            "\(frame / 108_000):\(frame / 1800 % 60):\(frame / 30 % 60)",
          ], needs: [.program("ffmpegthumbnailer")])
      ])
  }

  /// The Python modules, each with the script of its name.
  static func pythons(frames: [Int]) -> [Contender] {
    [("PyAV", "av"), ("OpenCV", "cv2"), ("decord", "decord"), ("torchcodec", "torchcodec")].map { name, module in
      Contender(
        name,
        [
          Way(
            [Place.python, Place.peers + "/with-\(module).py", Place.clip, Place.output] + frames.map { "\($0)" },
            needs: [.module(module)])
        ])
    }
  }
}
