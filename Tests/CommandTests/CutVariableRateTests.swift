import Foundation
import TestSupport
import Testing

/// Files with pictures at a variable rate that end too early: no request gives another picture than in the whole file.
@Suite struct CutVariableRateTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Half a second of 30 pictures a second, then six a second, five times: 18 × 5 + 5 pictures at known times.
  private static let rate = ["-vf", "select='lt(mod(n,30),15)+not(mod(n,5))'", "-vsync", "vfr"]

  private func packets(_ name: String) throws -> [(time: Double, place: Int)] {
    try run(
      ["ffprobe", "-v", "error", "-show_entries", "packet=pts_time,pos", "-of", "csv=p=0", name], in: bench.folder
    ).lines.compactMap { line in
      let words = line.split(separator: ",")
      guard words.count > 1, let time = Double(words[0]), let place = Int(words[1]) else { return nil }
      return (time, place)
    }
  }

  @Test(arguments: ["mkv", "nut"], ["0", "2"])
  func `a moment, an index or a keyframe is that of the whole file, or refused`(_ ending: String, _ between: String)
    throws
  {
    let coder = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", between, "-g", "20", "-b_strategy", "0"]
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=160x128:r=30:d=5"] + Self.rate + coder + ["r.mp4"])
    let whole = "r.\(ending)"
    try bench.ffmpeg(["-i", "r.mp4", "-c", "copy", whole])
    let all = try packets(whole)
    let bytes = try bench.bytes(whole)
    let start = all.map(\.time).min() ?? 0
    let times = all.map { $0.time - start }.sorted()
    try #require(times.count == 90)
    let moments = zip(times, times.dropFirst()).flatMap { ["\(($0 + $1) / 2)", "\($1 - 0.001)"] }
    func ask(_ name: String, _ words: [String]) throws -> [String: String] {
      let lines = try bench.framegrab([name, "--hash", "--json"] + words).objects()
      return Dictionary(
        lines.compactMap { line in
          (line["asked"] as? String).flatMap { asked in (line["hash"] as? String).map { (asked, $0) } }
        }, uniquingKeysWith: { first, _ in first })
    }
    let list = { (name: String, some: [String]) in try bench.write(Data(some.joined(separator: "\n").utf8), to: name) }
    try list("times", moments)
    try list("indexes", (0..<times.count).map { "\($0)f" })
    let known = try ["times", "indexes"].map { try ask(whole, ["--at-list", $0]) }
    #expect(known[0].count == moments.count && known[1].count == times.count)
    var right = 0
    for packet in stride(from: 50, to: all.count, by: 3).map({ all[$0] }) {
      try bench.write(bytes.prefix(packet.place + 20), to: "cut.\(ending)")
      for (name, known) in zip(["times", "indexes"], known) {
        for (asked, hash) in try ask("cut.\(ending)", ["--at-list", name]) {
          #expect(known[asked] == hash, "\(asked) of \(packet.place + 20) bytes of \(whole)")
          right += 1
        }
      }
      for answer in try bench.framegrab(["cut.\(ending)", "--frame", "-1", "--hash", "--json"]).objects() {
        guard let index = answer["index"] as? Int else { continue }
        #expect(known[1]["\(index)f"] == answer["hash"] as? String, "\(packet.place + 20) bytes of \(whole)")
      }
      // The last second is missing in each.
      for words in [["--at", "4.9", "--clamp"], ["--at", "4.9", "--snap", "next-keyframe"]] {
        let result = try bench.framegrab(["cut.\(ending)", "--hash"] + words)
        #expect(result.status == 4, "\(words) of \(packet.place + 20) bytes of \(whole)")
      }
    }
    #expect(right > 14 * 2 * 50, "\(right)")
  }

  // The end of a video in fragments is that of the same packets in one piece, in whatever fragments they are.
  @Test(arguments: [["frag_every_frame"], ["frag_keyframe"], ["frag_every_frame", "250000"]])
  func `fragments end when the pictures do`(_ kind: [String]) throws {
    let coders = [
      ["mpeg4", "-bf", "2", "-g", "12"], ["libx265", "-x265-params", "log-level=none:keyint=20:bframes=3"],
    ]
    for coder in coders {
      try bench.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=24000/1001:d=2.1"] + ["-vf", "select='lt(random(1),0.4)'"]
          + ["-vsync", "vfr", "-pix_fmt", "yuv420p", "-c:v"] + coder + ["-y", "q.mp4"])
      let length =
        kind.count > 1
        ? ["-movflags", "empty_moov", "-frag_duration", kind[1]] : ["-movflags", kind[0] + "+empty_moov"]
      try bench.ffmpeg(["-i", "q.mp4", "-c", "copy"] + length + ["-y", "f.mp4"])
      func end(_ name: String) throws -> String {
        let words = try bench.framegrab(name, "--at", "99").stderr
        return String(words.split(separator: " ").suffix(2).joined(separator: " "))
      }
      #expect(try end("f.mp4") == end("q.mp4"), "\(coder[0])")
      let tells = try ["f.mp4", "q.mp4"].map { name in
        try bench.framegrab(name, "--info").lines.first { $0.hasPrefix("duration") }
      }
      #expect(tells[0] == tells[1] && tells[0] != nil, "\(coder[0])")
    }
  }
}
