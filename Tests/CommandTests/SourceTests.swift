import Foundation
import TestSupport
import Testing

/// Videos that a helper reads.
@Suite struct SourceTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
  }

  private func source(_ words: String...) -> [String] { SourceHelper.words(words) }

  private func framegrab(_ words: [String], _ source: [String], input: String = "") throws -> RunResult {
    try bench.framegrab(words + source, input: Data(input.utf8))
  }

  private var log: SourceHelper { SourceHelper(bench) }

  private static let clips: [(Fixture, String)] = [
    (.h264BFrames, "v.mp4"), (.h264Matroska, "v.mkv"), (.h264Offset, "v.ts"), (.vp9, "v.webm"),
  ]

  @Test(arguments: clips) func `every answer is that for the file`(_ clip: (Fixture, String)) throws {
    let (fixture, name) = clip
    try bench.copy(fixture, to: name)
    for (number, asked) in [
      ["--all", "--hash"], ["--at", "50%", "--json", "--hash"], ["--frame", "-1", "--hash", "--sandbox", "off"],
      ["--info", "--json"], ["--list-frames"],
    ].enumerated() {
      let file = try bench.framegrab([name] + asked)
      #expect(file.status == 0 && !file.stdout.isEmpty)
      let helper = number % 2 == 0 ? source("version=", "backwards") : source()
      #expect(try framegrab([name] + asked, helper) == file, "\(asked)")
    }
  }

  @Test func `pictures are those of the file, byte for byte`() throws {
    try bench.framegrab("v.mp4", "--at", "0.5s", "-o", "file.png").expectSuccess("file.png")
    try framegrab(["v.mp4", "--at", "0.5s", "-o", "lent.png"], source("log=log")).expectSuccess("lent.png")
    #expect(try bench.bytes("lent.png") == bench.bytes("file.png"))
    // The video is opened once, and no byte of it is read twice.
    let questions = try log.questions()
    #expect(questions.filter { $0["open"] != nil }.count == 1 && questions[0]["open"] as? String == "v.mp4")
    let parts = try questions.dropFirst().map { question in
      let start = try #require(question["at"] as? Int)
      return start..<start + (try #require(question["length"] as? Int))
    }.sorted { $0.lowerBound < $1.lowerBound }
    let size = try bench.bytes("v.mp4").count
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(parts)")
    #expect(!parts.isEmpty && parts.allSatisfy { $0.count <= 256 << 10 && $0.upperBound <= size })
  }

  @Test func `the helper has three descriptors, and ends with the run`() throws {
    #expect(try framegrab(["v.mp4", "--frame", "0", "--hash"], source("log=log")).status == 0)
    let words = try #require(try log.starts().first).split(separator: " ").map(String.init)
    try #require(words.count > 2)
    #if os(Linux)
      // And the one with which it has looked; it has a process group of its own, which Ctrl-C does not reach.
      #expect(Array(words[2...]) == ["0", "1", "2", "3"])
    #endif
    #expect(kill(try #require(Int32(words[1])), 0) == -1)
  }

  @Test(arguments: ["KILL", "TERM"])
  func `the helper ends with a run that is ended`(_ signal: String) throws {
    let helper = source("log=log", "fault=hang@2")[1]
    let result = try bench.shell(
      """
      framegrab v.mp4 --frame 0 --hash --source "$1" & run=$!
      until [ "$(grep -c . log 2> log.none)" -ge 3 ]; do sleep 0.01; done
      kill -\(signal) $run; wait $run
      helper=$(sed -n 's/^start \\([0-9]*\\) .*/\\1/p' log)
      for i in $(seq 500); do kill -0 $helper 2> log.none || break; sleep 0.01; done
      kill -0 $helper 2> log.none && echo "still there"
      exit 0
      """, helper)
    #expect(result.stdout.isEmpty && result.status == 0)
  }

  @Test func `signatures in names are shown nowhere`() throws {
    try bench.write(
      #"{"video": "v.mp4?sig=SECRET#x", "frame": [1, 2], "output": "{stem}-{index}.png"}"# + "\n"
        + #"{"video": "none.mp4?sig=SECRET", "frame": 1}"# + "\n", to: "jobs")
    let batch = try framegrab(["--batch", "jobs", "--results", "r.ndjson", "--json"], source("strip"))
    #expect(batch.status == 1)
    let single = try framegrab(["v.mp4?sig=SECRET", "--frame", "3", "--json"], source("strip"))
    #expect(single.status == 0 && single.text.contains(#""input":"v.mp4""#))
    let failed = try framegrab(["none.mp4#SECRET", "--frame", "3", "--json"], source("strip"))
    #expect(failed.status == 3 && failed.stderr.hasPrefix("framegrab: none.mp4: "))
    let pictures = bench.names.filter { $0.hasSuffix(".png") }
    #expect(pictures.isSuperset(of: ["v-1.png", "v-2.png"]) && pictures.count == 3)
    for text in [batch, single, failed].flatMap({ [$0.text, $0.stderr] }) {
      #expect(!text.contains("SECRET"), "\(text)")
    }
    for name in pictures.union(["r.ndjson"]) {
      #expect(try bench.bytes(name).range(of: Data("SECRET".utf8)) == nil, "\(name)")
    }
    #expect(!pictures.contains { $0.contains("SECRET") })
    // Two addresses that differ in it are two videos for --resume.
    try bench.write(
      #"{"video": "v.mp4?sig=OTHER", "frame": [1, 2], "output": "{stem}-{index}.png"}"# + "\n", to: "jobs")
    let keys = try bench.results().map(\.key)
    _ = try framegrab(["--batch", "jobs", "--results", "s.ndjson", "--dry-run"], source("strip"))
    _ = try framegrab(["--batch", "jobs", "--results", "s.ndjson", "-y"], source("strip"))
    #expect(try bench.results("s.ndjson")[0].key != keys[0])
  }

  @Test func `a gesture does not choose what is read, but for one who trusts it`() throws {
    try bench.write(GestureCommandTests.drag(points: 51, extra: #""video": "v.mp4","#), to: "g.json")
    let refused = try framegrab(["--gesture", "g.json", "--hash"], source("log=log"))
    #expect(refused.status == 2 && refused.stderr.contains("a gesture does not choose what --source reads"))
    #expect(try log.questions().isEmpty && log.starts().count == 1)
    let file = try bench.framegrab("--gesture", "g.json", "--hash")
    #expect(file.status == 0)
    #expect(try framegrab(["--gesture", "g.json", "--hash", "--trust-paths"], source()) == file)
    #expect(try framegrab(["v.mp4", "--gesture", "g.json", "--hash"], source()) == file)
  }

  @Test func `a service and several videos have one helper`() throws {
    try bench.copy(.vp9, to: "w.webm")
    let requests = (0..<6).map {
      #"{"video": "\#($0 % 2 == 0 ? "v.mp4" : "w.webm")", "frame": \#($0), "hash": true}"# + "\n"
    }
    let files = try bench.framegrab(["--serve", "-j", "2"], input: Data(requests.joined().utf8))
    #expect(files.status == 0 && files.lines.count == 6)
    #expect(try framegrab(["--serve", "-j", "2"], source("log=log"), input: requests.joined()) == files)
    #expect(try log.starts().count == 1)
    #expect(
      try framegrab(["v.mp4", "w.webm", "--info"], source("log=log2")) == bench.framegrab("v.mp4", "w.webm", "--info"))
    #expect(try log.starts("log2").count == 1)
  }

  // MARK: Runs that go on

  /// Goes on with a run of one job; returns whether an earlier run had done it.
  private func wasDone(
    _ version: String, job: String = #"{"video": "v.mp4", "frame": 4, "hash": true}"#
  ) throws -> Bool {
    let result = try bench.batch(
      [job], ["--results", "r.ndjson", "--resume", "--json"] + source("version=\(version)"))
    #expect(result.status == 0, "\(result.stderr)")
    return try result.objects().last?["earlier"] as? Int == 1
  }

  @Test func `a run goes on by versions`() throws {
    #expect(!(try wasDone("1")))
    #expect(try wasDone("1"))
    #expect(!(try wasDone("2")))
    #expect(try wasDone("2"))
    let line = try #require(try bench.results().last)
    #expect(line.video["version"] as? String == "2" && line.video["mtime"] is NSNull)
    #expect(line.video["size"] as? Int == (try bench.bytes("v.mp4").count))
    // Without one, nothing is known to be the same.
    #expect(!(try wasDone("")))
    #expect(!(try wasDone("")))
    #expect(try bench.results().last?.object["key"] is NSNull)
    // What a job says counts more than what the helper says, and the video is not even opened.
    let job = #"{"video": "v.mp4", "frame": 4, "hash": true, "version": "x"}"#
    #expect(!(try wasDone("3", job: job)))
    #expect(try wasDone("", job: job))
    #expect(!(try wasDone("3", job: job.replacingOccurrences(of: #""x""#, with: #""y""#))))
  }

  @Test func `a job tells the version of a file that was staged`() throws {
    func run(_ version: String) throws -> RunResult {
      try bench.batch(
        [#"{"video": "v.mp4", "frame": 4, "hash": true, "version": "\#(version)"}"#],
        ["--results", "r.ndjson", "--resume", "--json"])
    }
    #expect(try run("1").objects().last?["earlier"] as? Int == 0)
    try bench.setTime(of: "v.mp4")
    #expect(try run("1").objects().last?["earlier"] as? Int == 1)
    #expect(try bench.results().first?.video["version"] as? String == "1")
    #expect(try run("2").objects().last?["earlier"] as? Int == 0)
    #expect(try bench.batch([#"{"video": "v.mp4", "frame": 4, "version": 1}"#], ["--results", "q"]).status == 2)
  }

  @Test func `an index is kept for a version only`() throws {
    try makeOnce(
      "long.ts",
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-t", "100", "-c:v", "mpeg2video", "-bf", "2", "-g", "12"]
        + ["-muxdelay", "0"], in: bench.folder)
    func run(_ version: String) throws -> String {
      let result = try framegrab(
        ["long.ts", "--frame", "2400", "--hash", "--cache", "cache", "-v"], source("version=\(version)"))
      #expect(result.status == 0, "\(result.stderr)")
      return result.stderr
    }
    #expect(!(try run("").contains("index")))
    #expect(try run("a").contains("its index was kept, in "))
    #expect(try run("a").contains("the index that an earlier run kept was used"))
    #expect(!(try run("b").contains("the index that an earlier run kept was used")))
  }
}
