import Foundation
import TestSupport
import Testing

/// What is refused before anything is done: the folder is as it was.
@Suite struct BatchRefusalTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a.mp4")
    try bench.copy(.vp9, to: "b.webm")
    try bench.write("", to: "jobs.ndjson")
    return bench
  }

  private static let good = #"{"video": "a.mp4", "frame": 1, "output": "good.png"}"#
  private static let jobs: [(line: String, words: String)] = [
    ("nonsense", "line 2"), ("", "line 2: the line is empty"), (" \t", "empty"), ("[]", "object"),
    (#"{"video": "a.mp4", "frame": 2"#, "line 2"), (#"{"video": "a.mp4"}"#, "moment"), (#"{"frame": 2}"#, "video"),
    (#"{"video": "a.mp4", "frame": "soon"}"#, "soon"), (#"{"video": "a.mp4", "at": "1 parsec"}"#, "parsec"),
    (#"{"video": "a.mp4", "frame": 2, "widht": 3}"#, "width"), (#"{"video": "a.mp4", "frame": 2, "depth": 9}"#, "9"),
    (#"{"video": "a.mp4", "frame": 2, "weight": -1}"#, "weight"),
    (#"{"video": "a.mp4", "frame": 2, "id": [1]}"#, "id"),
    (#"{"video": "a.mp4", "frame": 2, "output": "-"}"#, "output"),
    (#"{"video": "a.mp4", "frame": 2, "output": "{what}.png"}"#, "what"),
    (#"{"video": "a.mp4", "frame": 2, "results": "x"}"#, "results"),
    (#"{"video": "a.mp4", "frame": 2, "batch": true}"#, "batch"),
    // One name for two outputs.
    (#"{"video": "b.webm", "frame": 2, "output": "good.png"}"#, "good.png"),
    (#"{"video": "a.mp4", "at": "1s", "output": "good.png"}"#, "good.png"),
  ]

  @Test(arguments: jobs.indices)
  func `a line that is no job is refused, and nothing is done`(_ which: Int) throws {
    let bench = try furnish()
    let before = bench.names
    for results in [[], ["--results", "r.ndjson"]] {
      let result = try bench.batch([Self.good, Self.jobs[which].line], results)
      result.expectFailure(2, "jobs.ndjson", "2", Self.jobs[which].words)
      #expect(bench.names == before)
    }
  }

  @Test func `a list of names and lines of jobs are told apart`() throws {
    let bench = try furnish()
    try bench.batch(["a.mp4"], []).expectFailure(2, "line 1", "a list of names is for --videos")
    try bench.write(Self.good + "\n", to: "jobs.ndjson")
    let result = try bench.framegrab("--videos", "jobs.ndjson", "--at", "0")
    #expect(result.status == 3 && result.stderr.contains("write --batch in place of --videos\n"), "\(result.stderr)")
  }

  @Test func `all faults are named, or the first ten`() throws {
    let bench = try furnish()
    let result = try bench.batch(Array(repeating: "nonsense", count: 25))
    #expect(result.status == 2 && result.stdout.isEmpty && result.complaints.count == 11)
    for (number, line) in result.complaints.prefix(10).enumerated() {
      #expect(line.hasPrefix("framegrab: jobs.ndjson: line \(number + 1): "))
    }
    #expect(result.complaints[10].contains("15 more"))
  }

  @Test func `several videos cannot have one output`() throws {
    let bench = try furnish()
    let before = bench.names
    func refused(_ words: String...) throws -> RunResult {
      let result = try bench.framegrab(words)
      #expect(bench.names == before)
      return result
    }
    try refused("a.mp4", "b.webm", "--at", "0", "-o", "x.png").expectFailure(2, "x.png", "{stem}")
    try refused("a.mp4", "b.webm", "--at", "0", "-o", "-").expectFailure(2, "-o -")
    try refused("a.mp4", "a.mp4", "--at", "0").expectFailure(2, "a-00.00.00")
  }

  @Test(arguments: [
    "--batch jobs.ndjson --resume", "--batch jobs.ndjson --results r --resume=whatever",
    "--batch jobs.ndjson --shard 3/3", "--batch jobs.ndjson --shard 1", "--batch jobs.ndjson --shard -1/2",
    "--batch jobs.ndjson --shard 0/0", "--batch jobs.ndjson --shard 1/2/3", "--batch jobs.ndjson --timings",
    "--batch jobs.ndjson -o -", "--batch jobs.ndjson --at-list -", "--batch jobs.ndjson --gesture -",
    "--batch jobs.ndjson --results - --resume", "--batch jobs.ndjson --serve", "--batch jobs.ndjson --info",
    "--batch jobs.ndjson --list-frames", "--batch jobs.ndjson --depth 9", "--batch jobs.ndjson --jobs 0",
    "--batch", "--batch a.mp4", "--videos list", "--videos list a.mp4 --at 0", "a.mp4 b.webm", "a.mp4 b.webm --scrub",
    "a.mp4 --at 0 --results r --dry-run", "--batch a.mp4 jobs.ndjson --at 0",
    "--batch jobs.ndjson --results folder/",
  ])
  func `options that do not fit are refused`(_ command: String) throws {
    let bench = try furnish()
    try bench.write(Self.good, to: "jobs.ndjson")
    try bench.write("a.mp4\n", to: "list")
    let before = bench.names
    let result = try bench.framegrab(command.split(separator: " ").map(String.init))
    result.expectFailure(2)
    #expect(bench.names == before)
  }

  @Test func `a file of jobs or a list that is missing is an input that is missing`() throws {
    let bench = try furnish()
    try bench.framegrab("--batch", "none.ndjson").expectFailure(3, "none.ndjson")
    try bench.framegrab("--videos", "none", "--at", "0", "--results", "r").expectFailure(3, "none")
    #expect(bench.names == ["a.mp4", "b.webm", "jobs.ndjson"])
  }

  // MARK: The file of results

  private func refuse(
    _ bench: Bench, _ words: [String], _ said: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = (bench.names, try bench.files(""))
    let result = try bench.framegrab(["a.mp4", "b.webm", "--frame", "3", "-o", "{stem}.png"] + words)
    result.expectFailure(5, sourceLocation: sourceLocation)
    for word in said { #expect(result.stderr.contains(word), sourceLocation: sourceLocation) }
    #expect(try bench.names == before.0 && bench.files("") == before.1, sourceLocation: sourceLocation)
  }

  @Test func `a file of results that exists is not touched without --resume`() throws {
    let bench = try furnish()
    try bench.write("", to: "r")
    try refuse(bench, ["--results", "r"], "r: ", "--resume")
    try bench.write("{\"job\":1}\n", to: "r")
    try refuse(bench, ["--results", "r"], "r: ", "--resume")
    // -y is about pictures.
    try refuse(bench, ["--results", "r", "-y"], "r: ", "--resume")
  }

  @Test(arguments: [
    "Dear diary,\n", "Dear diary,", "{\n}\n", "[]\n", "{}\n", "1\n", "\n", #"{"video": "a.mp4", "frame": 1}"# + "\n",
    #"{"job":"1"}"# + "\n", "{\"job\":1\n", "{\"jobs\":1}",
  ])
  func `what is no file of results stays as it is`(_ text: String) throws {
    let bench = try furnish()
    try bench.write(text, to: "r")
    try refuse(bench, ["--results", "r", "--resume"], "r: ")
    try bench.write("{\"job\":1,\"key\":null,\"frames\":[]}\n" + text, to: "r")
    try refuse(bench, ["--results", "r", "--resume"], "r: ")
  }

  @Test func `pictures, videos, links and folders are no files of results`() throws {
    let bench = try furnish()
    #expect(try bench.framegrab("a.mp4", "--frame", "1", "-o", "old.png").status == 0)
    try bench.makeFolder("folder")
    try bench.write("{\"job\":1,\"key\":null,\"frames\":[]}\n", to: "true")
    let folder = bench.folder.path(percentEncoded: false)
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "true")
    try FileManager.default.createSymbolicLink(atPath: folder + "/dangling", withDestinationPath: "nowhere")
    #expect(try bench.shell("mkfifo fifo").status == 0)
    for name in ["old.png", "a.mp4", "folder", "link", "dangling", "missing/r", "/dev/null"] {
      for resume in [[], ["--resume"]] {
        let before = bench.names
        let result = try bench.framegrab(
          ["a.mp4", "b.webm", "--frame", "3", "-o", "{stem}.png", "--results", name] + resume)
        result.expectFailure(5, name)
        // A picture or a video is a file that could be gone on with, for all that its name tells.
        #expect(name.contains(".") || !result.stderr.contains("--resume"), "\(result.stderr)")
        #expect(bench.names == before)
      }
    }
    #expect(try bench.bytes("true") == Data("{\"job\":1,\"key\":null,\"frames\":[]}\n".utf8))
    #expect(try bench.bytes("a.mp4") == Fixture.h264Faststart.bytes() && bench.number("old.png") == 1)
    let fifo = try bench.framegrab("a.mp4", "b.webm", "--frame", "3", "--hash", "--results", "fifo", "--resume")
    fifo.expectFailure(5, "fifo")
  }

  @Test func `a job cannot write over the file of jobs or of results`() throws {
    let bench = try furnish()
    let jobs = ["jobs.ndjson", "r.png"].map { #"{"video": "a.mp4", "frame": 1, "output": "\#($0)"}"# }
    let result = try bench.batch(jobs, ["-y", "--results", "r.png"])
    #expect(result.status == 1)
    #expect(try bench.results("r.png").count == 2)
    #expect(try bench.bytes("jobs.ndjson") == Data(jobs.map { $0 + "\n" }.joined().utf8))
  }
}
