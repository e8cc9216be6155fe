import Foundation
import TestSupport
import Testing

/// What is printed of many videos: in the words of one, in the order of the command line.
@Suite struct BatchLinesTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.oneFrame, to: "small.mp4")
    try bench.copy(.h264Faststart, to: "large.mp4")
    return bench
  }

  private func sum(_ fixture: Fixture, _ index: Int) throws -> String { try fixture.expectedFrames()[index].md5 }

  // MARK: Hashes

  @Test func `a hash of several videos has a name and a moment, in the order of the command line`() throws {
    let bench = try furnish()
    let (small, large) = (try sum(.oneFrame, 0), try sum(.h264Faststart, 0))
    try bench.framegrab("small.mp4", "large.mp4", "--frame", "0", "--hash", "-j", "1")
      .expectSuccess("\(small)  small.mp4#f000000", "\(large)  large.mp4#f000000")
    // By time, the moment is as in {moment}: 0.1 ms and 0.2 ms need more than three digits.
    try bench.framegrab("large.mp4", "small.mp4", "--at", "0.0001", "--at", "0.0002", "--hash")
      .expectSuccess(
        "\(large)  large.mp4#00.00.00.000100", "\(large)  large.mp4#00.00.00.000200",
        "\(small)  small.mp4#00.00.00.000100", "\(small)  small.mp4#00.00.00.000200")
    // One video has its sums alone; a list says which one, however many it has.
    try bench.framegrab("large.mp4", "--frame", "0", "--hash").expectSuccess(large)
    try bench.framegrab("--batch", "large.mp4", "--frame", "0", "--hash").expectSuccess(large)
    try bench.write("large.mp4\n", to: "list")
    try bench.framegrab("--videos", "list", "--frame", "0", "--hash").expectSuccess("\(large)  large.mp4#f000000")
  }

  @Test func `names have the escapes of md5sum, but not before NUL`() throws {
    let bench = try furnish()
    let name = "a\\b\nc\rd.mp4"
    try bench.copy(.oneFrame, to: name)
    let (small, large) = (try sum(.oneFrame, 0), try sum(.h264Faststart, 0))
    let words = ["large.mp4", name, "--frame", "0", "--hash"]
    #expect(
      try bench.framegrab(words).text
        == "\(large)  large.mp4#f000000\n" + #"\"# + small + #"  a\\b\nc\rd.mp4#f000000"# + "\n")
    #expect(
      try bench.framegrab(words + ["-0"]).text == "\(large)  large.mp4#f000000\0\(small)  \(name)#f000000\0")
    let written = try bench.framegrab(words + ["-o", "{n}-{stem}.png"])
    #expect(written.text == "\(large)  1-large.png\n" + #"\"# + small + #"  2-a\\b\nc\rd.png"# + "\n")
  }

  // MARK: Objects

  @Test func `--json means an object for each frame and failure, and a summary at the end`() throws {
    let bench = try furnish()
    let result = try bench.framegrab(
      "small.mp4", "none.mp4", "large.mp4", "--frame", "0", "--frame", "7", "-o", "{stem}-{index}.png", "--json")
    let objects = try result.objects()
    #expect(result.status == 1 && objects.count == 6)
    let inputs = ["small.mp4", "small.mp4", "none.mp4", "large.mp4", "large.mp4", nil]
    #expect(objects.map { $0["input"] as? String } == inputs)
    #expect(objects.map { $0["code"] as? Int } == [nil, 4, 3, nil, nil, nil])
    #expect(objects.map { $0["asked"] as? String } == ["0", "7", nil, "0", "7", nil])
    #expect(objects.map { $0["summary"] as? Bool } == [nil, nil, nil, nil, nil, true])
    #expect(objects.last?["jobs"] as? Int == 3 && objects.last?["failed"] as? Int == 2)
    // With one moment, a video that fails says which.
    let other = try bench.framegrab("small.mp4", "none.mp4", "--at", "0.5s", "--clamp", "--hash", "--json").objects()
    #expect(other.map { $0["asked"] as? String } == ["0.5s", "0.5s", nil])
  }

  @Test func `--results - prints the results in order, and nothing else`() throws {
    let bench = try furnish()
    let words = ["small.mp4", "large.mp4", "--frame", "0", "-o", "{stem}.png", "-j", "1", "--results"]
    let result = try bench.framegrab(words + ["-"])
    let lines = try result.lines.map { try ResultLine($0) }
    #expect(
      result.status == 0 && lines.map(\.job) == [1, 2] && lines.flatMap(\.outputs) == ["small.png", "large.png"])
    // They are those of a file, but for what has been there before.
    #expect(try bench.framegrab(words + ["r.ndjson", "-y"]).status == 0)
    let replaced = lines.map { $0.constant.replacing("\"written\"", with: "\"replaced\"") }
    #expect(try bench.promised("r.ndjson") == replaced)
    #expect(bench.names.count == 5)
  }

  // MARK: Exit codes and silence

  @Test func `one job has its own exit code`() throws {
    let bench = try furnish()
    try bench.write("none.mp4\n", to: "list")
    #expect(try bench.framegrab("--videos", "list", "--at", "0").status == 3)
    #expect(try bench.framegrab("--batch", "large.mp4", "--frame", "99", "-o", "x.png").status == 4)
    #expect(try bench.framegrab("--batch", "large.mp4", "--frame", "99", "--frame", "98", "--hash").status == 1)
    #expect(try bench.framegrab("none.mp4", "large.mp4", "--at", "0", "--hash").status == 1)
    // One that an earlier run has found out, too.
    for words in [[], ["--resume"]] {
      let words = ["--videos", "list", "--at", "0", "--results", "r.ndjson"] + words
      #expect(try bench.framegrab(words).status == 3)
    }
    let nothing = try bench.batch([#"{"video": "large.mp4"}"#])
    nothing.expectFailure(2, "line 1", "nothing to grab")
    try bench.framegrab("--batch", "large.mp4").expectFailure(2, "nothing to grab")
  }

  @Test func `standard error is silent at success`() throws {
    let bench = try furnish()
    for words in [["--hash"], ["--json", "-o", "{stem}.png"], ["-o", "{n}.png", "--results", "r.ndjson"]] {
      let result = try bench.framegrab(["small.mp4", "large.mp4", "--frame", "0"] + words)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(words)")
    }
    let verbose = try bench.framegrab("small.mp4", "large.mp4", "--frame", "0", "--hash", "-v")
    #expect(verbose.stderr.contains("2 jobs in"))
  }
}
