import Foundation
import PNG
import TestSupport
import Testing

/// Answers of `--serve` that carry pictures.
@Suite struct AnsweredPicturesTests {
  private func serve(_ bench: Bench, _ requests: [String], _ words: [String] = []) throws -> RunResult {
    try bench.framegrab(["--serve"] + words, input: Data((requests.joined(separator: "\n") + "\n").utf8))
  }

  private func grab(_ bench: Bench, _ words: String...) throws {
    let result = try bench.framegrab(words)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
  }

  /// An answer, and the bytes that follow its line.
  private struct Answer {
    let line: [String: Any]
    let payload: Data

    var frames: [[String: Any]] { line["frames"] as? [[String: Any]] ?? [line] }

    /// The bytes of each frame, which its object tells.
    func picture(_ frame: [String: Any]) throws -> Data {
      let (offset, count) = (try #require(frame["offset"] as? Int), try #require(frame["bytes"] as? Int))
      try #require(offset >= 0 && count > 0 && offset + count <= payload.count)
      return payload.subdata(in: payload.startIndex + offset..<payload.startIndex + offset + count)
    }
  }

  /// Reads answers as a client does: a line, then as many bytes as it says.
  private func answers(_ result: RunResult) throws -> [Answer] {
    var (rest, answers) = (result.stdout[...], [Answer]())
    while let end = rest.firstIndex(of: 0x0A) {
      let line = try #require(
        try JSONSerialization.jsonObject(with: rest[rest.startIndex..<end]) as? [String: Any])
      let count = line["payload"] as? Int ?? 0
      try #require(rest.endIndex - end - 1 >= count)
      answers.append(Answer(line: line, payload: Data(rest[(end + 1)..<(end + 1 + count)])))
      rest = rest[(end + 1 + count)...]
    }
    #expect(rest.isEmpty)
    return answers
  }

  @Test(arguments: [["--sandbox", "auto"], ["--sandbox", "off"], ["-j", "1"], ["-j", "3"]])
  func `pictures follow their answer, in the order of its frames`(_ words: [String]) throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = [
      #"{"id": 1, "video": "a.mp4", "frame": [7, 3, 7], "output": "-"}"#,
      #"{"id": 2, "video": "a.mp4", "frame": 5, "output": "-", "raw": "rgb24", "size": "32x24"}"#,
      #"{"id": 3, "video": "a.mp4", "frame": 5, "hash": true}"#,
      #"{"id": 4, "video": "a.mp4", "frame": [9, 2], "output": "-", "raw": "gray"}"#,
    ]
    let result = try serve(bench, requests, words)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    let answers = try answers(result)
    try #require(answers.count == 4)
    #expect(answers.map { $0.line["id"] as? Int } == [1, 2, 3, 4])
    // Each is, byte for byte, the file that a run with a report of the same frame writes.
    for index in [7, 3] {
      try grab(bench, "a.mp4", "--frame", "\(index)", "-o", "\(index).png", "--json")
    }
    #expect(try answers[0].frames.map(answers[0].picture) == [7, 3, 7].map { try bench.bytes("\($0).png") })
    #expect(answers[0].frames.allSatisfy { $0["output"] as? String == "-" && $0["outcome"] as? String == "written" })
    let raw = try bench.framegrab("a.mp4", "--frame", "5", "--raw", "rgb24", "--size", "32x24", "-o", "-")
    // 32 · 24 pixels of three bytes.
    #expect(answers[1].payload == raw.stdout && raw.stdout.count == 2304 && answers[1].line["bytes"] as? Int == 2304)
    #expect(answers[1].line["raw"] as? String == "rgb24" && answers[1].line["offset"] as? Int == 0)
    #expect(answers[2].payload.isEmpty && answers[2].line["payload"] == nil)
    let gray = try bench.framegrab("a.mp4", "--frame", "9", "--frame", "2", "--raw", "gray", "-o", "-").stdout
    #expect(answers[3].payload == gray && answers[3].frames.map { $0["offset"] as? Int } == [0, gray.count / 2])
    // Nothing was written: only what this test put there.
    #expect(bench.names == ["3.png", "7.png", "a.mp4"])
  }

  @Test func `an array is the file that a run writes, or nothing`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.h264SizeChange, to: "b.ts")
    let requests = [
      #"{"video": "a.mp4", "count": 4, "output": "-.npy", "size": "32x24"}"#,
      #"{"video": "a.mp4", "frame": [2, 5000, 3], "output": "-.npy"}"#,
      #"{"video": "b.ts", "all": true, "output": "-.npy"}"#,
      #"{"video": "a.mp4", "frame": 5000, "output": "-.npy"}"#,
    ]
    let result = try serve(bench, requests)
    #expect(result.status == 1)
    let answers = try answers(result)
    try #require(answers.count == 4)
    try grab(bench, "a.mp4", "--count", "4", "--size", "32x24", "-o", "x.npy")
    #expect(try answers[0].payload == bench.bytes("x.npy"))
    // The header of an array has 128 bytes, and each picture 32 · 24 · 3.
    #expect(answers[0].frames.map { $0["offset"] as? Int } == [128, 2432, 4736, 7040])
    #expect(answers[0].line["payload"] as? Int == 128 + 4 * 2304)
    #expect(answers[1].line["payload"] as? Int == 0 && answers[1].frames.map { $0["code"] as? Int } == [4])
    #expect(answers[2].line["payload"] as? Int == 0 && !answers[2].frames.isEmpty)
    #expect(answers[2].frames.allSatisfy { $0["code"] is Int })
    #expect(answers[3].line["payload"] as? Int == 0 && answers[3].line["code"] as? Int == 4)
  }

  @Test func `sheets have a name that is not a sign for standard output`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let result = try serve(bench, [#"{"video": "a.mp4", "count": 4, "output": "-.vtt"}"#])
    #expect(try result.status == 1 && answers(result).first?.line["code"] as? Int == 2)
    #expect(bench.names == ["a.mp4"])
  }

  @Test func `a frame that fails has no bytes, and the others are there`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let result = try serve(
      bench,
      [
        #"{"video": "a.mp4", "frame": [2, 5000, 3], "output": "-"}"#, #"{"video": "no.mp4", "at": 0, "output": "-"}"#,
        "nonsense", #"{"video": "a.mp4", "frame": 1, "output": "-"}"#,
      ])
    let answers = try answers(result)
    try #require(answers.count == 4 && result.status == 1)
    let frames = answers[0].frames
    try #require(frames.count == 3)
    #expect(frames[1]["code"] as? Int == 4 && frames[1]["offset"] == nil && frames[1]["bytes"] == nil)
    try grab(bench, "a.mp4", "--frame", "2", "-o", "2.png", "--json")
    try grab(bench, "a.mp4", "--frame", "3", "-o", "3.png", "--json")
    #expect(try answers[0].payload == bench.bytes("2.png") + bench.bytes("3.png"))
    #expect(answers[1].line["code"] as? Int == 3 && answers[1].line["payload"] as? Int == 0)
    #expect(answers[2].line["payload"] == nil && answers[3].payload.starts(with: [0x89, 0x50]))
  }

  // A picture of 160 × 120 has 57 600 bytes of samples.
  @Test func `more bytes than allowed are refused, samples before any is decoded`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = [2, 3].map { #"{"video": "a.mp4", "count": \#($0), "output": "-", "raw": "rgb24"}"# }
    let result = try serve(bench, requests, ["--max-payload", "115200"])
    let answers = try answers(result)
    #expect(answers.map(\.payload.count) == [115_200, 0] && answers[1].line["code"] as? Int == 6)
    #expect(
      answers[1].line["error"] as? String
        == "a.mp4: the pictures of the answer have more than 115200 bytes: ask for fewer or smaller ones, or for a larger "
        + "--max-payload")
    // A PNG counts once it is there, and one that is asked for three times counts three times.
    let one = #"{"video": "a.mp4", "frame": 4, "output": "-"}"#
    let size = try #require(try self.answers(serve(bench, [one])).first).payload.count
    let short = try self.answers(serve(bench, [one], ["--max-payload", "\(size - 1)"]))
    #expect(short[0].line["code"] as? Int == 6 && short[0].payload.isEmpty)
    let three = #"{"video": "a.mp4", "frame": [4, 4, 4], "output": "-"}"#
    #expect(try self.answers(serve(bench, [three], ["--max-payload", "\(size * 3)"]))[0].payload.count == size * 3)
    let over = try self.answers(serve(bench, [three], ["--max-payload", "\(size * 3 - 1)"]))
    #expect(over[0].line["code"] as? Int == 6 && over[0].payload.count == size * 2)
    let refused = try serve(bench, [], ["--max-payload", "none"])
    #expect(refused.status == 2 && refused.stderr.contains("--max-payload"))
  }

  @Test func `frames with one timestamp, and moments with one frame, are told apart`() throws {
    let bench = try Bench()
    try bench.copy(.h264Discontinuity, to: "d.ts")
    let listed = try bench.framegrab("d.ts", "--list-frames").lines.count
    let all = try answers(serve(bench, [#"{"video": "d.ts", "all": true, "output": "-", "raw": "gray"}"#]))
    let raw = try bench.framegrab("d.ts", "--all", "--raw", "gray", "-o", "-").stdout
    #expect(listed > 0 && all[0].frames.count == listed && all[0].payload == raw)
    // Black for 1.2 s. Frame 0 is on screen at both moments; up to 1.19 s all is black, up to 1.21 s frame 30 is not.
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=black:r=25:s=64x48:d=1.2", "-f", "lavfi", "-i", "testsrc=r=25:s=64x48:d=2",
      "-filter_complex", "[0][1]concat", "-pix_fmt", "yuv420p", "black.mp4",
    ])
    let request = #"{"video": "black.mp4", "at": ["0s", "0.02s"], "skip-blank": "1.19s", "output": "-", "raw": "gray"}"#
    let frames = try answers(serve(bench, [request]))[0]
    #expect(frames.frames.map { $0["index"] as? Int } == [0, 30])
    // 64 · 48 samples each; the second picture is no black one.
    #expect(frames.payload.count == 6144 && Set(frames.payload.prefix(3072)).count == 1)
    #expect(Set(frames.payload.suffix(3072)).count > 10)
    // A file cannot be both pictures.
    let file = try bench.framegrab(
      "black.mp4", "--at", "0s", "--at", "0.02s", "--skip-blank=1.19s", "-o", "x-{index}.png")
    #expect(file.status != 0)
    let usual = try answers(
      serve(bench, [#"{"video": "black.mp4", "at": "0s", "skip-blank": true, "output": "-"}"#]))
    // One second after frame 30.
    #expect(usual[0].line["index"] as? Int == 55)
  }

  @Test func `what has no picture in an answer says so`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.write(#"{"video": "a.mp4", "at": 0, "output": "-"}"# + "\n", to: "jobs.ndjson")
    let batch = try bench.framegrab("--batch", "jobs.ndjson")
    #expect(batch.status == 2 && batch.stderr.contains("standard output has the answers: name a file"))
    let requests = [
      #"{"video": "a.mp4", "count": 4, "sheet": "2x2", "output": "-"}"#,
      #"{"video": "a.mp4", "frame": 3, "output": "-", "dry-run": true}"#,
    ]
    let answers = try answers(serve(bench, requests))
    #expect(answers[0].line["error"] as? String == "a sheet is a file: name its output")
    #expect(answers[1].payload.isEmpty && answers[1].line["outcome"] as? String == "planned")
    #expect(answers[1].line["output"] as? String == "-")
    // Options beside --serve are those of all requests; 160 · 120 pixels have a byte each.
    let all = try self.answers(
      serve(bench, [#"{"video": "a.mp4", "frame": 3, "output": "-"}"#], ["--raw", "gray"]))
    #expect(all[0].payload.count == 19_200)
  }
}
