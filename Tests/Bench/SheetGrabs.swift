/// Sheets for a web player: a tile each ten seconds of ten minutes.
extension Workload {
  static let sheets = [
    Workload(
      "sheet", "a sheet with a tile each ten seconds of ten minutes, 480p H.264", .film("mp4"), frames: [],
      [
        .framegrab(tiles: ["--every", "10s"], name: "framegrab"),
        .framegrab(tiles: ["--every", "10s", "-j", "1"], name: "framegrab -j 1"),
        .framegrab(tiles: ["--every", "10s", "--skip-blank"], name: "framegrab --skip-blank"),
        .framegrabSamples(of: ["--every", "10s", "--from", "5s"]),
        .ffmpeg(tiles: "fps=1/10,scale=160:-2,tile=10x10", decoding: []),
      ]),
    Workload(
      "sheet-keyframes", "the same of the nearest keyframes", .film("mp4"), frames: [],
      [
        .framegrab(tiles: ["--every", "10s", "--snap", "nearest-keyframe"], name: "framegrab"),
        .ffmpeg(tiles: "fps=1/10,scale=160:-2,tile=10x10", decoding: ["-skip_frame", "nokey"]),
      ]),
  ]
}

extension Contender {
  /// In the folder of indexes, which is emptied before each run: what is in the other one is taken for single frames.
  static func framegrab(tiles words: [String], name: String) -> Contender {
    Contender(
      name, preparation: .emptyCache,
      [
        Way(
          [Place.framegrab, Place.clip, "--no-cache", "--to", "600s", "-o", Place.cache + "/tiles.vtt", "--mkdir"]
            + words, needs: [])
      ])
  }

  /// The same tiles as samples in one file, without the sheet.
  static func framegrabSamples(of words: [String]) -> Contender {
    let raw = ["--width", "160", "--pixels", "square", "--color", "srgb", "--raw", "rgb24"]
    return Contender(
      "framegrab --raw", preparation: .emptyCache,
      [
        Way(
          [Place.framegrab, Place.clip, "--no-cache", "--to", "600s", "-o", Place.cache + "/tiles.rgb", "--mkdir"]
            + words + raw,
          needs: [])
      ])
  }

  static func ffmpeg(tiles filters: String, decoding words: [String]) -> Contender {
    let script = """
      mkdir -p "$1" && out=$1 clip=$2 filters=$3; shift 3
      exec ffmpeg -hide_banner -nostdin -loglevel error -y -t 600 "$@" -i "$clip" -vf "$filters" "$out/tiles-%03d.png"
      """
    return Contender(
      "ffmpeg tile", preparation: .emptyCache,
      [
        Way(
          ["sh", "-c", script, "sh", Place.cache, Place.clip, filters] + words, needs: [.program("ffmpeg")])
      ])
  }
}
