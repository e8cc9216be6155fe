import Foundation
import TestSupport
import Testing

/// A file of results as it stands when a run that goes on is complete.
@Suite struct BatchRewriteTests {
  private static let names = ["v1.mp4", "v2.mp4", "v3.mp4"]

  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: Self.names)
    return bench
  }

  /// What the page says shows what failed.
  private func failed(_ bench: Bench) throws -> [String] {
    try bench.shell(#"grep -E '"code":[0-9]' r.ndjson || true"#).lines
  }

  private func run(_ bench: Bench, _ videos: [String] = names, _ words: [String] = []) throws -> RunResult {
    try bench.framegrab(videos + ["--frame", "3", "-o", "{stem}.png", "--results", "r.ndjson"] + words)
  }

  @Test func `each job has its last line when a run is complete, and others keep theirs`() throws {
    let bench = try furnish()
    try bench.write("mine", to: "v2.png")
    #expect(try run(bench).status == 1)
    #expect(try failed(bench).count == 1)
    // Jobs of another list in the same file.
    #expect(
      try bench.framegrab(
        "v1.mp4", "none.mp4", "--frame", "4", "-o", "{n}.png", "--results", "r.ndjson", "--resume"
      ).status == 1)
    // Another failure of the same job takes the place of the first.
    for _ in 0..<3 { #expect(try run(bench, Self.names, ["--resume"]).status == 1) }
    #expect(try bench.results().count == 5)
    #expect(try failed(bench).count == 2)
    try FileManager.default.removeItem(at: bench.url("v2.png"))
    #expect(try run(bench, Self.names, ["--resume"]).status == 0)
    let lines = try bench.results()
    #expect(lines.flatMap(\.outputs).sorted() == ["1.png", "v1.png", "v2.png", "v3.png"])
    #expect(lines.count == 5 && Set(lines.map(\.key)).count == 5)
    #expect(try failed(bench).allSatisfy { $0.contains("none.mp4") } && failed(bench).count == 1)
    #expect(bench.names.count == 8, "\(bench.names)")
  }

  @Test func `a job of the same video and output takes the place of one with another key`() throws {
    let bench = try furnish()
    try bench.write("no video", to: "v2.mp4")
    #expect(try run(bench).status == 1)
    let before = try bench.results()
    // Now it is one, and the first video has another time.
    try bench.copy(.h264Faststart, to: ["v2.mp4"])
    try bench.setTime(of: "v1.mp4", to: 1_700_000_009)
    #expect(try run(bench, Self.names, ["--resume"]).status == 0)
    let after = try bench.results().sorted { $0.job < $1.job }
    #expect(after.map(\.job) == [1, 2, 3] && after.map(\.code) == [nil, nil, nil])
    #expect(Set(after.map(\.key)).intersection(before.map(\.key)).count == 1)
    #expect(try failed(bench).isEmpty)
  }

  @Test func `two jobs with one key have a line each, and so have parts of a list`() throws {
    let bench = try furnish()
    let job = #"{"video": "v1.mp4", "frame": 3, "hash": true}"#
    let fault = #"{"video": "v1.mp4", "gesture": "none.json", "hash": true}"#
    for words in [[], ["--resume"], ["--resume"]] {
      let result = try bench.batch([job, job, fault], ["--results", "r.ndjson"] + words)
      #expect(result.status == 1)
      #expect(try bench.results().map(\.job).sorted() == [1, 2, 3])
    }
    // A line more in front moves the numbers: what is done stays.
    let other = #"{"video": "v2.mp4", "frame": 3, "hash": true}"#
    #expect(try bench.batch([other, job, job], ["--results", "r.ndjson", "--resume"]).status == 0)
    let kept = try bench.results().filter { $0.video["path"] as? String == "v1.mp4" && $0.code == nil }
    #expect(!kept.isEmpty)
    for part in 0..<3 {
      #expect(try run(bench, Self.names, ["--resume", "--shard", "\(part)/3"]).status == 0)
    }
    #expect(try Set(bench.results().flatMap(\.outputs)) == ["v1.png", "v2.png", "v3.png"])
  }

  @Test func `a run that is not complete leaves the file as it is`() throws {
    let bench = try furnish()
    try bench.write("mine", to: "v1.png")
    #expect(try run(bench).status == 1)
    let words = ["--resume", "--fail-fast", "-j", "1"]
    #expect(try run(bench, Self.names, words).status == 1)
    #expect(try bench.results().count == 4)
    let mode = try bench.shell("chmod 640 r.ndjson; rm v1.png")
    #expect(mode.status == 0)
    #expect(try run(bench, Self.names, ["--resume"]).status == 0)
    #expect(try bench.results().count == 3)
    #expect(try bench.shell("stat -c %a r.ndjson").text == "640\n")
  }

  @Test func `frames and jobs always have error and code`() throws {
    let bench = try furnish()
    let jobs = [
      #"{"video": "v1.mp4", "frame": [1, 99]}"#, #"{"video": "v2.mp4", "frame": 1}"#,
      #"{"video": "none.mp4", "frame": 1}"#,
    ]
    #expect(try bench.batch(jobs, ["-o", "{stem}-{index}.png", "--results", "r.ndjson"]).status == 1)
    #expect(try bench.batch(jobs, ["-o", "{n}-{index}.png", "-n", "--results", "-"]).status == 1)
    for line in try bench.results() {
      for object in [line.object] + line.frames {
        #expect(object["error"] != nil && object["code"] != nil, "\(line.text)")
        #expect((object["error"] is NSNull) == (object["code"] is NSNull) || line.frames.count == 2)
      }
    }
    // What --json prints has them for failures only.
    let printed = try bench.framegrab("v1.mp4", "--frame", "1", "--hash", "--json").objects()
    #expect(printed.count == 1 && printed[0]["code"] == nil)
  }
}
