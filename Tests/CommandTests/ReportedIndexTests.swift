import Foundation
import TestSupport
import Testing

/// Which reports have an index: that depends on the question and the container, not on what was asked or read before.
@Suite struct ReportedIndexTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The members of a report that only the number of a frame gives.
  private func numbers(_ object: [String: Any]) -> [String] {
    ["index", "timecode", "label"].map { object[$0].map { "\($0)" } ?? "missing" }
  }

  private func ask(_ clip: Fixture, _ words: [String]) throws -> [[String: Any]] {
    try bench.framegrab([clip.path, "--clock", "first-frame", "--dry-run", "--json"] + words).objects()
  }

  private let none = ["<null>", "<null>", "<null>"]

  // All have 25 pictures a second. The label counts pictures of a second from 1.
  @Test(arguments: [Fixture.h264Matroska, .h264Offset, .mpeg4AVI, .mpeg2ProgramStream])
  func `elsewhere than in mp4, a moment given by time has none`(_ clip: Fixture) throws {
    #expect(try ask(clip, ["--at", "0.42s"]).map(numbers) == [none])
    #expect(try ask(clip, ["--at", "50%"]).map(numbers) == [none])
    #expect(try ask(clip, ["--count", "2"]).map(numbers) == [none, none])
    for words in [["--index"], ["--whole"], ["-o", "{index}.png"], ["-o", "{timecode}.png"]] {
      let result = try ask(clip, ["--at", "0.42s"] + words)
      // 0.42 s is in the middle of the interval of frame 10, from 0.40 s to 0.44 s.
      #expect(result.map(numbers) == [["10", "00:00:00:10", "00:00.11"]], "\(words)")
    }
    // By number, in any form, they have one.
    for words in [["--frame", "10"], ["--at", "10f"], ["--at", "00:00:00:10"]] {
      let result = try ask(clip, words)
      #expect(result.map(numbers) == [["10", "00:00:00:10", "00:00.11"]], "\(words)")
    }
  }

  @Test(arguments: [Fixture.h264BFrames, .h264Matroska, .h264Offset])
  func `a report is the same alone, beside others and in a service`(_ clip: Fixture) throws {
    try bench.copy(clip, to: "v")
    let alone = try bench.framegrab("v", "--at", "0.42s", "--dry-run", "--json").lines
    let beside = try bench.framegrab(
      "v", "--frame", "30", "--at", "0.42s", "--frame", "-1", "--at", "end", "--dry-run", "--json"
    ).lines
    #expect(beside.count == 4 && beside[1] == alone[0])
    let requests = [
      #"{"id": 1, "video": "v", "all": true, "dry-run": true}"#,
      #"{"id": 2, "video": "v", "at": "0.42s", "dry-run": true}"#,
      #"{"id": 3, "video": "v", "at": "0.42s", "index": true, "dry-run": true}"#,
    ]
    let served = try bench.framegrab(["--serve"], input: Data((requests.joined(separator: "\n") + "\n").utf8)).objects()
    let object = try JSONSerialization.jsonObject(with: Data(alone[0].utf8)) as? [String: Any]
    let second = try #require(served.first { $0["id"] as? Int == 2 })
    let first = numbers(try #require(object))
    #expect(numbers(second) == first)
    let third = try #require(served.first { $0["id"] as? Int == 3 })
    #expect((third["index"] as? Int).map { (9...10).contains($0) } ?? false)
  }

  @Test func `a moment that was found by looking at the clock in places says so`() throws {
    try makeOnce(
      "noise.ts",
      ("-f lavfi -i testsrc2=s=192x108:r=25:d=20,noise=alls=60:allf=t"
        + " -c:v libx264 -preset ultrafast -qp 26 -g 20 -pix_fmt yuv420p").split(separator: " ").map(String.init),
      in: bench.folder)
    func clock(_ words: String...) throws -> String? {
      try bench.framegrab(["noise.ts", "--dry-run", "--json"] + words).objects().first?["clock"].map { "\($0)" }
    }
    for time in ["10s", "0.1s", "50%"] { #expect(try clock("--at", time) == "sampled", "\(time)") }
    for words in [["--frame", "250"], ["--at", "10s", "--index"], ["--at", "10s", "--whole"]] {
      let objects = try bench.framegrab(["noise.ts", "--dry-run", "--json"] + words).objects()
      #expect(objects.map { $0["clock"] is NSNull } == [true], "\(words)")
    }
    // A small file is read.
    let small = try bench.framegrab(Fixture.h264Offset.path, "--at", "0.42s", "--dry-run", "--json").objects()
    #expect(small.map { $0["clock"] is NSNull } == [true])
  }
}
