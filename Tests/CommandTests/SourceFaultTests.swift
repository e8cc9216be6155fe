import Foundation
import TestSupport
import Testing

/// Helpers of `--source` that fail: one line, the right code, and all other jobs are right.
@Suite struct SourceFaultTests {
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

  /// What a helper does at its second question, which is for bytes, and what is said about it.
  private static let faults: [(kind: String, words: String)] = [
    ("die", "ended (status 7)"), ("hang", "said nothing for too long (--timeout)"),
    ("nonsense", "wrote a line that is no JSON object"), ("unknown", "answered what was not asked, or twice"),
    ("short", "answered \"read\" with another \"length\" than"),
    ("long", "answered \"read\" with another \"length\" than"),
    ("text", "answered \"read\" with another \"length\" than"), ("surplus", "wrote a line that is no JSON object"),
    ("endless", "wrote a line of more than 65536 bytes"),
  ]

  @Test(arguments: faults)
  func `a helper that fails once is replaced`(_ fault: (kind: String, words: String)) throws {
    let file = try bench.framegrab("v.mp4", "--frame", "9", "--hash")
    let result = try framegrab(
      ["v.mp4", "--frame", "9", "--hash", "--timeout", "1s"], source("fault=\(fault.kind)@2", "once=once", "log=log"))
    #expect(result == file)
    #expect(try log.starts().count == 2)
  }

  @Test(arguments: faults)
  func `a helper that fails each time costs its own jobs`(_ fault: (kind: String, words: String)) throws {
    let result = try framegrab(
      ["v.mp4", "--frame", "9", "--hash", "--timeout", "300ms"], source("fault=\(fault.kind)@read"))
    #expect(result.status == 6 && result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("framegrab: v.mp4: the helper of --source \(fault.words)"), "\(result.stderr)")
    // Two of them: a third one is not waited for.
    #expect(!result.stderr.contains("before it"))
    #expect(result.complaints.count == 1)
  }

  @Test func `a helper that answers twice is replaced`() throws {
    let file = try bench.framegrab("v.mp4", "--frame", "9", "--hash")
    #expect(
      try framegrab(["v.mp4", "--frame", "9", "--hash"], source("fault=twice@1", "once=once", "log=log")) == file)
    #expect(try log.starts().count == 2)
  }

  @Test func `three losses without an answer end a run`() throws {
    let jobs = (0..<9).map { #"{"video": "v.mp4", "frame": \#($0), "hash": true}"# }
    let result = try bench.batch(jobs, ["--results", "r.ndjson", "-j", "1"] + source("fault=die@1"))
    #expect(result.status == 6)
    #expect(
      result.stderr.contains("the helper of --source ended (status 7), and so did the 2 before it, so no more jobs"))
    #expect(try bench.results().allSatisfy { $0.code == 6 } && bench.results().count < 9)
    // They are done when the helper is well again.
    let next = try bench.batch(jobs, ["--results", "r.ndjson", "--resume"] + source())
    #expect(next.status == 0)
    #expect(try Set(bench.results().compactMap { $0.indices.first ?? nil }) == Set(0..<9))
  }

  @Test func `all other jobs are right`() throws {
    try bench.copy(.vp9, to: "w.webm")
    // The third question is the second one for bytes; helpers that replace it do the same, so some jobs fail, each with 6.
    let jobs = (0..<8).map { #"{"video": "\#($0 % 2 == 0 ? "v.mp4" : "w.webm")", "frame": \#($0), "hash": true}"# }
    let files = try bench.batch(jobs, ["--results", "files", "-j", "1"])
    #expect(files.status == 0)
    let right = try bench.results("files")
    for kind in ["retry", "die"] {
      let result = try bench.batch(jobs, ["--results", kind, "-j", "1"] + source("fault=\(kind)@4"))
      #expect([0, 1].contains(result.status), "\(result.stderr)")
      for (line, file) in zip(try bench.results(kind), right) {
        if line.code == nil {
          #expect(line.frames.first?["hash"] as? String == file.frames.first?["hash"] as? String)
        } else {
          #expect(line.code == 6)
        }
      }
    }
  }

  @Test(arguments: [("error@1", 3), ("error@2", 3), ("retry@1", 6), ("retry@2", 6)] as [(String, Int32)])
  func `an error of the helper is told in its words`(_ fault: String, _ code: Int32) throws {
    let result = try framegrab(["v.mp4", "--frame", "9", "--hash"], source("fault=\(fault)"))
    #expect(result.status == code && result.complaints.count == 1)
    let words = code == 3 ? "404 not ?[2Jfound" : "503 slow down"
    #expect(result.stderr.hasPrefix("framegrab: v.mp4: the helper of --source says: "), "\(result.stderr)")
    #expect(code == 3 ? !result.stderr.contains("\u{1B}") : result.stderr.contains(words))
  }

  @Test func `an error that passes costs one answer of a service`() throws {
    // A worker that keeps the video open opens it again.
    let requests = (0..<4).map { _ in #"{"video": "v.mp4", "frame": 9, "hash": true}"# + "\n" }.joined()
    let result = try framegrab(
      ["--serve", "-j", "1"], source("fault=retry@2", "once=once"), input: requests)
    #expect(result.status == 1 && result.lines.count == 4)
    #expect(result.lines[0].contains(#""code":6"#))
    #expect(result.lines[1...].allSatisfy { $0.contains(#""hash":"#) && $0 == result.lines[1] })
  }

  @Test func `a video that is kept open is opened again after an error`() throws {
    try makeOnce(
      "long.mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-t", "100", "-c:v", "mpeg2video", "-bf", "2", "-g", "12"]
        + ["-cluster_time_limit", "1000"], in: bench.folder)
    func ask(_ source: [String]) throws -> RunResult {
      let requests = [0, 24, 24].map { #"{"video": "long.mkv", "at": "\#($0)s", "hash": true}"# + "\n" }.joined()
      return try framegrab(["--serve", "-j", "1", "--exit-zero"], source, input: requests)
    }
    let files = try ask([])
    // Of 100 seconds, the 24th is at about 24 % of the bytes, which only the second request reads.
    let place = try bench.bytes("long.mkv").count * 24 / 100
    let lent = try ask(source("fault=retry@\(place)b", "once=once"))
    #expect(lent.status == 0 && lent.lines.count == 3 && lent.lines[0] == files.lines[0])
    #expect(lent.lines[1].contains(#""code":6"#))
    #expect(lent.lines[2] == files.lines[2])
  }

  @Test(arguments: [
    ("./none", "the helper of --source, './none', cannot be started: no such file or folder"),
    ("framegrab-none x", "the helper of --source, 'framegrab-none', cannot be started: no such file or folder"),
    ("", "the command of --source names no program"), ("a 'b", "the command of --source has a ' without a second one"),
  ])
  func `commands that are none`(_ command: String, _ words: String) throws {
    for mode in [["v.mp4", "--frame", "1"], ["--serve"], ["v.mp4", "v.mp4", "--frame", "1", "-o", "{n}.png"]] {
      let result = try bench.framegrab(mode + ["--source", command])
      #expect(result.status == 2 && result.stderr == "framegrab: \(words)\n", "\(mode)")
    }
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `names that no helper gets`() throws {
    for name in ["", String(repeating: "x", count: 4097)] {
      let result = try framegrab([name, "--frame", "1"], source("log=log"))
      #expect(result.status == 2 && result.stderr.contains("UTF-8 of 1 to 4096 bytes"), "\(result.stderr)")
    }
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `an empty object, and one that is no video`() throws {
    try bench.write("", to: "empty")
    try bench.write("no video", to: "text")
    for name in ["empty", "text"] {
      let file = try bench.framegrab(name, "--frame", "1")
      #expect(file.status == 3)
      #expect(try framegrab([name, "--frame", "1"], source()) == file)
    }
  }
}
