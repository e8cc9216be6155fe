import Foundation
import TestSupport

/// Files and names that refer to other files, or to the network.
struct ReferenceFaults: FaultClass {
  let name = "references"
  let summary = "playlists, movies and names that refer to a canary file and to a canary listener"

  private static let endings = [nil, "mp4", "ts", "png"]
  private static let names = [
    "http://127.0.0.1:PORT/a.mp4", "https://127.0.0.1:PORT/a.mp4", "tcp://127.0.0.1:PORT", "udp://127.0.0.1:PORT",
    "rtp://127.0.0.1:PORT", "rtsp://127.0.0.1:PORT/a", "rtmp://127.0.0.1:PORT/a/b", "ftp://127.0.0.1:PORT/a.mp4",
    "hls+http://127.0.0.1:PORT/a", "srt://127.0.0.1:PORT", "gopher://127.0.0.1:PORT", "file:canary.ts",
    "file://PATH", "concat:canary.ts|canary.ts", "concatf:canary.txt", "async:canary.ts", "cache:canary.ts",
    "crypto:canary.ts", "subfile,,start,0,end,0,,:canary.ts", "tee:canary.ts", "md5:canary.ts", "unix:canary.ts",
    "pipe:0", "fd:0", "data:video/mp4;base64,AAAA", "ipfs:canary", "canary%03d.png", "canary*.png", "canar?.ts",
    "canary.{ts,png}", "testsrc", "lavfi:testsrc", "~/canary.ts", "$HOME", "`touch x`", "|touch x", "canary.ts\n",
  ]
  private static let movies = 10

  func count(_ amount: Int) -> Int { ReferenceText.all.count * Self.endings.count + Self.names.count + Self.movies }

  func run(_ bench: Bench) throws -> CaseResult {
    let canary = try Canary(bench)
    var number = bench.name.number
    var trial: Trial
    if number < Self.names.count {
      let name = Self.names[number].replacing("PORT", with: "\(canary.port)").replacing(
        "PATH", with: bench.path("canary.ts"))
      trial = Trial([Word(name), "--frame", "0", "-o", "out.png", "--timeout", "5s"])
      if number == 28 { try bench.copy(.mpeg2TransportStream, to: "canary1.ts") }
    } else if number < Self.names.count + Self.movies {
      trial = try movie(number - Self.names.count, canary, bench)
    } else {
      number -= Self.names.count + Self.movies
      let text = ReferenceText.all[number % ReferenceText.all.count]
      let ending = Self.endings[number / ReferenceText.all.count] ?? text.ending
      trial = try self.text(text, ending, canary, bench)
    }
    // None of them has a picture of its own.
    trial.codes = [3, 4, 6]
    trial.secrets = [Canary.secret]
    trial.isTraced = true
    return try bench.judge(trial) { outcome in
      outcome.connections = canary.connections
      outcome.wasCanaryRead = canary.wasRead
    }
  }

  private func text(_ text: ReferenceText, _ ending: String, _ canary: Canary, _ bench: Bench) throws -> Trial {
    let isDrawing = ["svg", "mvg"].contains(text.ending)
    let file = isDrawing ? "canary.png" : "canary.ts"
    let name = "list.\(ending)"
    // Some demuxers want more than a few bytes to be sure.
    let filled = text.filled(file: file, path: bench.path(file), port: canary.port)
    try bench.write(filled.utf8, to: name)
    if text.ending == "idx" { try bench.write(bench.bytes(.mpeg2ProgramStream), to: "list.sub") }
    let words: [[Word]] = [
      ["--frame", "0", "-o", "out.png"], ["--info"], ["--at", "0", "--hash"], ["--all", "--dry-run"],
    ]
    var trial = Trial([Word(name)] + words[bench.name.number % words.count] + ["--timeout", "5s"])
    trial.printed = bench.name.number % words.count == 0 ? .paths : .text
    trial.writes = bench.name.number % words.count == 0
    return trial
  }

  /// A movie whose samples are in another file: the canary's bytes would be its pixels.
  private func movie(_ number: Int, _ canary: Canary, _ bench: Bench) throws -> Trial {
    var movie = Movie()
    movie.samples = [[]]
    movie.lies["stsz"] = .big(0, 4) + .big(64 * 48 * 3, 4) + .big(1, 4)
    movie.lies["stco"] = .big(0, 4) + .big(1, 4) + .big(0, 4)
    let path = bench.path("canary.png")
    switch number / 2 {
    case 0: movie.reference = Movie.alias(to: "canary.png")
    case 1: movie.reference = Movie.alias(to: path)
    case 2: movie.reference = Movie.url("file://\(path)")
    case 3: movie.reference = Movie.url("http://127.0.0.1:\(canary.port)/a.png")
    default:
      // A reference movie: it has no track of its own.
      let reference = Movie.box(
        "rdrf", .big(0, 4), Array("url ".utf8), .big(path.utf8.count + 1, 4), Array(path.utf8), [0])
      movie.lies["moov"] = Movie.box("rmra", Movie.box("rmda", reference))
    }
    let name = number % 2 == 0 ? "movie.mov" : "movie.mp4"
    try bench.write(movie.bytes, to: name)
    return Trial([Word(name), "--frame", "0", "-o", "out.png", "--timeout", "5s"])
  }
}
