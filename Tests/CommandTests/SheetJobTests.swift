import Foundation
import TestSupport
import Testing

/// Sheets of many videos: in a run over them, in jobs and in requests.
@Suite struct SheetJobTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.h264NTSC, to: "b.mp4")
    return bench
  }

  private static let words = ["a.mp4", "b.mp4", "--count", "5", "--sheet", "2x2", "-o", "t/{stem}.vtt", "--mkdir"]
  private static let files = ["a-001.png", "a-002.png", "a.vtt", "b-001.png", "b-002.png", "b.vtt"].map { "t/" + $0 }

  @Test func `a job has an object for each file, and is done when all are there`() throws {
    let bench = try bench()
    let result = try bench.framegrab(Self.words + ["--results", "r.ndjson"])
    #expect(result.status == 0 && Set(result.lines) == Set(Self.files), "\(result.stderr)")
    let alone = try self.bench()
    for video in ["a.mp4", "b.mp4"] {
      #expect(try alone.framegrab([video] + Self.words.dropFirst(2)).status == 0)
    }
    for file in Self.files { #expect(try bench.bytes(file) == alone.bytes(file), "\(file)") }
    for line in try String(decoding: bench.bytes("r.ndjson"), as: UTF8.self).split(separator: "\n") {
      let job = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let frames = try #require(job["frames"] as? [[String: Any]])
      #expect(frames.count == 3)
      for frame in frames {
        let name = try #require(frame["output"] as? String)
        #expect(frame["outcome"] as? String == "written" && frame["crc32"] as? String != nil)
        #expect(try frame["bytes"] as? Int == bench.bytes(name).count)
      }
    }
    // Nothing to do; then one sheet is missing, so its job is done again, and takes over what is there.
    let idle = try bench.framegrab(Self.words + ["--results", "r.ndjson", "--resume"])
    #expect(idle.status == 0 && idle.lines.isEmpty, "\(idle.stderr)")
    try FileManager.default.removeItem(at: bench.url("t/b-001.png"))
    let again = try bench.framegrab(Self.words + ["--results", "r.ndjson", "--resume"])
    #expect(again.status == 0 && Set(again.lines) == Set(Self.files[3...]), "\(again.stderr)")
    for file in Self.files { #expect(try bench.bytes(file) == alone.bytes(file), "\(file)") }
  }

  @Test func `two jobs with one index are refused, with one sheet the second fails`() throws {
    let bench = try bench()
    let same = try bench.framegrab("a.mp4", "b.mp4", "--count", "2", "-o", "x.vtt")
    #expect(same.status == 2 && same.stderr.contains("x.vtt is the output of job 1, too"), "\(same.stderr)")
    let grids = try bench.framegrab("a.mp4", "b.mp4", "--count", "2", "--sheet", "2x1", "-o", "x-{sheet}.png")
    #expect(grids.status == 2 && bench.names == ["a.mp4", "b.mp4"])
    let jobs = #"""
      {"video": "a.mp4", "count": 2, "output": "x.vtt"}
      {"video": "b.mp4", "at": "1s", "output": "x-001.png"}
      """#
    try bench.write(jobs, to: "jobs")
    let met = try bench.framegrab("--batch", "jobs", "--results", "r", "-j", "1")
    #expect(met.status == 1 && met.stderr.contains("x-001.png"), "\(met.stderr)")
    #expect(String(decoding: try bench.bytes("r"), as: UTF8.self).contains(#""code":5"#))
  }

  @Test func `a request is answered with its tiles and the index`() throws {
    let bench = try bench()
    let requests = """
      {"id": 1, "video": "a.mp4", "count": 3, "sheet": "2x1", "output": "x.vtt"}
      {"id": 2, "video": "a.mp4", "at": "1s", "sheet": "2x1", "output": "y.png"}
      {"id": 3, "video": "a.mp4", "at": "1s", "output": "{time}.vtt"}
      {"id": 4, "video": "a.mp4", "count": 3, "sheet": "2x1", "output": "z.png"}
      """
    let result = try bench.framegrab(["--serve", "--exit-zero"], input: Data(requests.utf8))
    let answers = try result.objects()
    try #require(result.status == 0 && answers.count == 4, "\(result.stderr)")
    let frames = try #require(answers[0]["frames"] as? [[String: Any]])
    #expect(frames.map { $0["output"] as? String } == ["x-001.png", "x-001.png", "x-002.png"])
    #expect(frames.map { ($0["from"] as? [String: String])?["exact"] } == ["0", "2", "4"])
    #expect(answers[0]["index"] as? String == "x.vtt" && answers[0]["sheets"] as? Int == 2)
    #expect((answers[1]["frames"] as? [Any])?.count == 1 && answers[1]["outcome"] as? String == "written")
    #expect(answers[2]["code"] as? Int == 2 && answers[3]["code"] as? Int == 2)
    #expect(bench.names == ["a.mp4", "b.mp4", "x-001.png", "x-002.png", "x.vtt", "y.png"])
  }

  @Test func `a dry run prints the same, and writes nothing`() throws {
    let bench = try bench()
    let words = Array(Self.words.dropFirst())
    let planned = try bench.framegrab(words + ["--dry-run"])
    #expect(planned.lines == Array(Self.files[3...]) && bench.names == ["a.mp4", "b.mp4"])
    let objects = try bench.framegrab(words + ["--dry-run", "--json"]).objects()
    let written = try bench.framegrab(words + ["--json"]).objects()
    #expect(objects.count == written.count && objects.allSatisfy { $0["outcome"] as? String == "planned" })
    for (plan, report) in zip(objects, written) {
      for key in ["output", "asked", "tile", "from", "to", "index", "sheets", "tiles"] {
        #expect(plan[key] as? NSObject == report[key] as? NSObject, "\(key)")
      }
    }
  }
}
