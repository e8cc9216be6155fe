import Foundation
import TestSupport
import Testing

/// Pictures and results are the same with any number of workers, in any order of jobs, and in any parts.
@Suite struct BatchPromiseTests {
  private static let videos: [(fixture: Fixture, name: String)] = [
    (.h264Faststart, "a.mp4"), (.vp9, "b.webm"), (.hevc10Bit, "c.mp4"), (.mpeg4AVI, "d.avi"), (.oneFrame, "e.mp4"),
    (.h264OpenGOPTransportStream, "f.ts"), (.gif, "g.gif"), (.av1, "h.mp4"), (.rgba, "i.mov"),
  ]

  private func furnish() throws -> Bench {
    let bench = try Bench()
    for video in Self.videos { try bench.copy(video.fixture, to: [video.name]) }
    try bench.write(Fixture.h264Faststart.bytes().prefix(5000), to: "cut.mp4")
    try bench.write("no video", to: "not.mp4")
    for name in ["cut.mp4", "not.mp4"] { try bench.setTime(of: name) }
    return bench
  }

  private static let jobs: [String] =
    videos.flatMap { video in
      [
        #"{"video": "\#(video.name)", "frame": 0, "id": "first of \#(video.name)"}"#,
        #"{"video": "\#(video.name)", "count": 3, "output": "{stem}-c{index}.png"}"#,
        #"{"video": "\#(video.name)", "frame": [7, 9999, 3], "output": "{stem}-f{index}.png"}"#,
      ]
    } + [
      #"{"video": "none.mp4", "frame": 1}"#, #"{"video": "not.mp4", "frame": 1}"#,
      #"{"video": "cut.mp4", "frame": [1, 45], "output": "{stem}-{index}.png"}"#,
      #"{"video": "a.mp4", "at": "99s"}"#, #"{"video": "a.mp4", "frame": [1, 2], "hash": true}"#,
    ]

  private func run(_ jobs: [String], _ words: [String], results: String = "r.ndjson", in bench: Bench) throws {
    let result = try bench.batch(jobs, words + ["--results", results, "-o", "{stem}-{moment}.png"])
    #expect(result.status == 1 || words.contains("--shard"), "\(words): \(result.stderr)")
  }

  @Test func `any number of workers gives the same`() throws {
    let bench = try furnish()
    try run(Self.jobs, ["-j", "1"], in: bench)
    let (promised, pictures) = (try bench.promised("r.ndjson"), try bench.files(".png"))
    #expect(promised.count == Self.jobs.count && pictures.count > 40)
    #expect(try bench.results().allSatisfy { $0.attempts == 1 })
    for words in [
      ["-j", "2"], ["-j", "3"], ["--sandbox", "off"], ["-j", "2", "--sync"], ["-j", "2", "--no-cache"],
    ] {
      let other = try furnish()
      try run(Self.jobs, words, in: other)
      #expect(try other.promised("r.ndjson") == promised, "\(words)")
      #expect(try other.files(".png") == pictures, "\(words)")
    }
  }

  @Test func `any order of the jobs gives the same, but for their numbers`() throws {
    let bench = try furnish()
    try run(Self.jobs, ["-j", "2"], in: bench)
    func byKey(_ bench: Bench) throws -> [String: Substring] {
      let lines = try bench.results().map { line in
        (try #require(line.key), line.constant.drop { $0 != "," })
      }
      return Dictionary(lines) { first, _ in first }
    }
    let (expected, pictures) = (try byKey(bench), try bench.files(".png"))
    #expect(expected.count == Self.jobs.count)
    var random = SeededNumbers(seed: 7)
    for _ in 0..<2 {
      let other = try furnish()
      try run(Self.jobs.shuffled(using: &random), ["-j", "2"], in: other)
      #expect(try byKey(other) == expected)
      #expect(try other.files(".png") == pictures)
    }
  }

  @Test func `seven shards make the whole, and no video is in two of them`() throws {
    let bench = try furnish()
    try run(Self.jobs, ["-j", "2"], in: bench)
    let parts = try furnish()
    var owners: [String: Int] = [:]
    for shard in 0..<7 {
      try run(Self.jobs, ["--shard", "\(shard)/7"], results: "r\(shard)", in: parts)
      for line in try parts.results("r\(shard)") {
        let video = try #require(line.video["path"] as? String)
        #expect(owners.updateValue(shard, forKey: video) ?? shard == shard)
      }
    }
    let joined = try (0..<7).flatMap { try parts.results("r\($0)") }.sorted { $0.job < $1.job }.map(\.constant)
    #expect(try joined == bench.promised("r.ndjson"))
    #expect(try parts.files(".png") == bench.files(".png"))
    #expect(Set(owners.values).count > 2)
  }
}
