import Files
import Foundation
import JSON
import TestSupport
import Testing

@testable import Command

/// --progress json: how far a run over many videos is, for machines.
@Suite struct BatchProgressTests {
  private let record = ProgressRecord(
    elapsed: 7_600_999_999, jobs: 403, done: 312, failed: 5, running: 2, ended: 300, videos: 150,
    bytesRead: 9_000_000_000_000, bytesWritten: 45, workersReplaced: 1)

  /// 150 videos in 7.6 s are 19.7368 a second; 300 jobs took 7.6 s, so that the 86 that are left take 2.17867, rounded up.
  @Test func `a line has the same keys in the same order, whatever is known`() {
    #expect(
      record.line
        == #"{"summary":false,"seconds":7.600,"jobs":403,"done":312,"failed":5,"running":2,"videosPerSecond":19.736,"#
        + #""bytesRead":9000000000000,"bytesWritten":45,"secondsLeft":2.179,"workersReplaced":1}"#)
    #expect(
      ProgressRecord(jobs: 3).line
        == #"{"summary":false,"seconds":0.000,"jobs":3,"done":0,"failed":0,"running":0,"videosPerSecond":null,"#
        + #""bytesRead":0,"bytesWritten":0,"secondsLeft":null,"workersReplaced":0}"#)
  }

  @Test(arguments: [
    (false, 403, false, "2.179"), (true, 403, false, "null"), (false, 317, false, "0.000"),
    (true, 317, false, "null"), (false, 403, true, "null"), (true, 317, true, "0.000"),
  ])
  func `the time left is unknown while more may come, and when the run has ended before its jobs`(
    mayGrow: Bool, jobs: Int, isLast: Bool, expected: String
  ) {
    var record = record
    (record.mayGrow, record.jobs) = (mayGrow, jobs)
    #expect(record.members(isLast: isLast).finished().description.contains(#""secondsLeft":\#(expected),"#))
    // More than any clock can count.
    record = ProgressRecord(elapsed: .max, jobs: .max, done: 1, ended: 1)
    #expect(record.line.contains(#""secondsLeft":null"#))
  }

  @Test func `a line is due at each second, and one for several that were missed`() {
    var ticks = SecondTicks()
    let second: Int64 = 1_000_000_000
    #expect(ticks.wait(at: 0) == second && !ticks.isDue(at: second - 1))
    #expect(ticks.isDue(at: second + 5) && !ticks.isDue(at: second + 6))
    #expect(ticks.wait(at: second + 6) == second - 6)
    #expect(ticks.isDue(at: 5 * second - 1) && ticks.wait(at: 5 * second - 1) == 1 && ticks.isDue(at: 5 * second))
    #expect(ticks.wait(at: 9 * second) == 0)
  }

  @Test func `the jobs of a video follow each other at a place, and count as one video`() {
    var tally = BatchTally(start: 0)
    for (name, slot) in [("a", 0), ("a", 0), ("b", 1), ("a", 0), ("c", 0), ("d", nil), ("d", nil), (nil, 1)] {
      tally.note(name.map { Path($0) }, in: slot)
    }
    // What a worker says of its reading is no number to compute with.
    tally.note(read: .max, written: 7)
    tally.note(read: 5, written: 8)
    tally.note(read: -5, written: 0)
    let record = tally.record(at: 1, running: 3)
    #expect(record.videos == 4 && record.bytesRead == .max && record.bytesWritten == 15 && record.running == 3)
  }

  /// The lines for machines; all others are whole lines for people.
  private func lines(_ result: RunResult) throws -> [[String: Any]] {
    let lines = result.stderr.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(result.stderr.hasSuffix("\n") && lines.allSatisfy { $0.hasPrefix("{") || $0.hasPrefix("framegrab: ") })
    return try lines.filter { $0.hasPrefix("{") }.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// The second one's worker is killed at its first read, and so is the one that is tried after it.
  @Test(arguments: [[], ["-q"]]) func `the last line is the summary`(options: [String]) throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    try bench.copy(.vp9, to: ["bad.webm"])
    let result = try bench.shimmed(
      ["a.mp4", "bad.webm", "no.mp4", "--frame", "20", "--progress", "json"] + options,
      ["SHIM_CRASH": "pread 1 KILL", "SHIM_SIZE": "\(try bench.bytes("bad.webm").count)"])
    #expect(result.status == 1)
    let last = try #require(try lines(result).last)
    #expect(result.stderr.hasSuffix("}\n") && last["summary"] as? Bool == true)
    let counts = ["jobs": 3, "done": 1, "failed": 2, "running": 0, "workersReplaced": 2, "notBegun": 0, "skipped": 0]
    for (key, count) in counts { #expect(last[key] as? Int == count, "\(key): \(last)") }
    #expect(last["secondsLeft"] as? Double == 0 && (last["videosPerSecond"] as? Double ?? 0) > 0)
    let picture = try #require(try bench.files(".png").values.first)
    #expect(last["bytesWritten"] as? Int == picture.count)
    // At least the frames up to the twentieth of fifty, and no byte more than four times.
    let size = try bench.bytes("a.mp4").count
    let read = try #require(last["bytesRead"] as? Int)
    #expect(read > size / 4 && read <= 4 * size, "\(read) of \(size)")
  }

  @Test func `each second has its line while jobs may come through a pipe`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a.mp4")
    let job = #"{"video":"a.mp4","frame":1,"output":"a.png"}"#
    // The pipe is open until the first line is there.
    let feed = "(echo \"$1\"; for i in $(seq 200); do grep -q false told && break; sleep 0.05; done)"
    let run = try bench.shell("touch told; \(feed) | framegrab --batch - --progress json 2> told", job)
    let result = RunResult(
      status: run.status, stdout: run.stdout, stderr: String(decoding: try bench.bytes("told"), as: UTF8.self))
    let lines = try lines(result)
    try #require(result.status == 0 && lines.count == 2, "\(result.stderr)")
    #expect(lines[0]["summary"] as? Bool == false && lines[0]["jobs"] as? Int == 1)
    #expect(lines[0]["secondsLeft"] is NSNull && lines[1]["secondsLeft"] as? Double == 0)
  }

  @Test func `without the word nothing is told, and one video has none`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4", "b.mp4"])
    #expect(try bench.framegrab("a.mp4", "b.mp4", "--frame", "1").stderr == "")
    try bench.framegrab("a.mp4", "--frame", "1", "--progress", "json").expectFailure(2, "for --batch and for several")
  }
}

extension ProgressRecord {
  fileprivate var line: String { members(isLast: false).finished().description }
}
