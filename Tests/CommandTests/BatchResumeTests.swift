import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--resume`: what was done is left alone, and nothing else.
@Suite struct BatchResumeTests {
  private static let names = (1...6).map { "v\($0).mp4" }
  private static let jobs =
    names.map { #"{"video": "\#($0)", "frame": [2, 30], "output": "{stem}-{index}.png"}"# } + [
      #"{"video": "none.mp4", "frame": 1}"#, #"{"video": "v1.mp4", "frame": 4000}"#,
    ]

  /// A folder with a finished run.
  private func finish(_ words: [String] = []) throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: Self.names)
    let result = try bench.batch(Self.jobs, ["--results", "r.ndjson", "-j", "2"] + words)
    #expect(result.status == 1, "\(result.stderr)")
    #expect(try bench.results().count == Self.jobs.count)
    return bench
  }

  /// Goes on with it; returns the numbers of the jobs that were done.
  @discardableResult
  private func resume(
    _ bench: Bench, _ words: [String] = [], jobs: [String] = jobs, status: Int32 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int] {
    try bench.markResults()
    let words = ["--results", "r.ndjson", words.contains { $0.hasPrefix("--resume") } ? "-q" : "--resume"] + words
    let result = try bench.batch(jobs, words)
    #expect(result.status == status, "\(result.stderr)", sourceLocation: sourceLocation)
    return try bench.newResults().map(\.job).sorted()
  }

  // MARK: What is done again

  @Test func `a finished run has nothing to do`() throws {
    let bench = try finish()
    let before = try bench.files("")
    for words in [[], ["--resume=verify"], ["--resume=any-version"], ["--sandbox", "off"], ["-j", "1", "--sync"]] {
      #expect(try resume(bench, words).isEmpty, "\(words)")
    }
    #expect(try bench.files(".png", ".mp4") == before.filter { !$0.key.hasSuffix("ndjson") })
    // Of the two failures, an earlier run found that they are final; they still count.
    let result = try bench.batch(Self.jobs, ["--results", "r.ndjson", "--resume", "--json"])
    let object = try #require(try result.objects().first)
    #expect(result.status == 1 && object["failed"] as? Int == 2 && object["done"] as? Int == 6)
    #expect(object["earlier"] as? Int == 8)
  }

  @Test func `lines in another order, or more of them, do nothing twice`() throws {
    let bench = try finish()
    #expect(try resume(bench, jobs: Self.jobs.reversed()) == [])
    let more = [#"{"video": "v2.mp4", "frame": 7, "output": "more.png"}"#]
    #expect(try resume(bench, jobs: more + Self.jobs) == [1])
    #expect(try bench.number("more.png") == 7)
  }

  @Test func `jobs that are equal, but for their names, have a line each`() throws {
    let bench = try finish()
    let jobs = ["a", "b", "c"].map { #"{"video": "v1.mp4", "frame": 3, "hash": true, "id": "\#($0)"}"# }
    func lines() throws -> [String] { try bench.results().map { "\($0.job) \($0.object["id"] ?? "-")" } }
    _ = try bench.batch(jobs, ["--results", "s.ndjson", "-j", "1"])
    let whole = try bench.results("s.ndjson").map(\.text)
    // Whichever of the lines are there, the others come.
    for kept in [[0], [1], [2], [0, 2], [2, 1], []] {
      try bench.write(kept.map { whole[$0] + "\n" }.joined(), to: "r.ndjson")
      let done = try resume(bench, jobs: jobs, status: 0)
      #expect(done == [1, 2, 3].filter { !kept.contains($0 - 1) }, "\(kept)")
      #expect(try Set(lines()) == ["1 a", "2 b", "3 c"], "\(kept)")
    }
    // With one in front of them, two have the lines of their numbers, and the last one gets a line.
    let more = [#"{"video": "v2.mp4", "frame": 3, "hash": true}"#] + jobs
    #expect(try resume(bench, jobs: more, status: 0) == [1, 4])
    #expect(try bench.results().map(\.job).sorted() == [1, 2, 3, 4])
  }

  @Test func `lines that moved behind many that are no jobs are no matter`() throws {
    let bench = try finish()
    try bench.markResults()
    let result = try bench.batch(Array(repeating: "{}", count: 12) + Self.jobs, ["--results", "r.ndjson", "--resume"])
    #expect(result.status == 2 && result.stderr.contains("more jobs have faults; nothing was done"), "\(result.stderr)")
    #expect(try bench.newResults().isEmpty)
  }

  @Test func `a video that was touched, an output cut off, and one deleted are done again`() throws {
    let bench = try finish()
    let pictures = try bench.files(".png")
    try bench.setTime(of: "v2.mp4", to: 1_700_000_001)
    try bench.write(bench.bytes("v3-30.png").dropLast(), to: "v3-30.png")
    try FileManager.default.removeItem(at: bench.url("v5-2.png"))
    #expect(try resume(bench) == [2, 3, 5])
    #expect(try bench.files(".png") == pictures)
    #expect(try resume(bench) == [])
  }

  @Test func `an option that changes pictures makes other jobs`() throws {
    let bench = try finish()
    let wide = Self.jobs.prefix(2).map { $0.replacing(#""frame""#, with: #""width": 80, "frame""#) }
    let jobs = wide + Self.jobs.dropFirst(2)
    // The outputs are those of other pictures, which -y alone replaces.
    #expect(try resume(bench, jobs: jobs, status: 1) == [1, 2])
    #expect(try bench.picture("v1-2.png").width == 160)
    #expect(try resume(bench, ["-y"], jobs: jobs, status: 1) == [1, 2])
    #expect(try bench.picture("v1-2.png").width == 80 && bench.picture("v3-2.png").width == 160)
  }

  @Test func `a byte that was changed is found with verify, and only then`() throws {
    let bench = try finish()
    let pictures = try bench.files(".png")
    var bytes = try bench.bytes("v4-2.png")
    bytes[bytes.count / 2] ^= 1
    try bench.write(bytes, to: "v4-2.png")
    #expect(try resume(bench) == [])
    #expect(try resume(bench, ["--resume=verify"]) == [4])
    // Who changed it is not known, so it is replaced with -y only.
    #expect(try bench.bytes("v4-2.png") == bytes)
    #expect(try resume(bench, ["--resume=verify", "-y"]) == [4])
    #expect(try bench.files(".png") == pictures)
  }

  @Test func `results of other versions count with any-version only`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4", "v2.mp4"])
    let jobs = Self.jobs.prefix(2).map(\.self)
    #expect(try bench.batch(jobs, ["--results", "r.ndjson"]).status == 0)
    // The second half of a key stands for the versions.
    let text = String(decoding: try bench.bytes("r.ndjson"), as: UTF8.self)
    let keys = try bench.results().map { try #require($0.key) }
    let other = keys.reduce(text) { $0.replacing($1, with: $1.prefix(16) + "0123456789abcdef") }
    try bench.write(other, to: "r.ndjson")
    #expect(try resume(bench, ["--resume=any-version"], jobs: jobs, status: 0) == [])
    #expect(try bench.results().allSatisfy { $0.key?.hasSuffix("0123456789abcdef") == true })
    #expect(try resume(bench, jobs: jobs, status: 0) == [1, 2])
    // Lines of these versions take the place of the others, and count for all ways to go on.
    #expect(try bench.results().compactMap(\.key).sorted() == keys.sorted())
    #expect(try resume(bench, ["--resume=any-version"], jobs: jobs, status: 0) == [])
  }

  @Test func `failures of the video are final, those of the output and of limits are not`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4"])
    try bench.write("no video", to: "not.mp4")
    try bench.write("old", to: "4.png")
    let jobs = [
      #"{"video": "v1.mp4", "at": "00:00:01:99"}"#, #"{"video": "not.mp4", "frame": 1}"#,
      #"{"video": "v1.mp4", "frame": 999}"#, #"{"video": "v1.mp4", "frame": 3, "output": "4.png"}"#,
      #"{"video": "v1.mp4", "frame": 5, "size": "200x150", "output": "5.png"}"#,
      #"{"video": "v1.mp4", "frame": [1, 999], "output": "6-{index}.png"}"#,
    ]
    let result = try bench.batch(jobs, ["--results", "r.ndjson", "--max-pixels", "20000"])
    #expect(result.status == 1)
    func code(_ line: ResultLine) -> Int? { line.frames.compactMap { $0["code"] as? Int }.first ?? line.code }
    #expect(try bench.results().sorted { $0.job < $1.job }.map(code) == [2, 3, 4, 5, 6, 4])
    #expect(try resume(bench, ["--max-pixels", "20000"], jobs: jobs) == [4, 5])
    try FileManager.default.removeItem(at: bench.url("4.png"))
    #expect(try resume(bench, ["--max-pixels", "100000"], jobs: jobs) == [4, 5])
    #expect(try bench.number("4.png") == 3 && bench.picture("5.png").width == 200)
    #expect(try resume(bench, jobs: jobs) == [])
  }

  // MARK: Outputs without a line

  @Test func `an output without a line is taken over if it is the same, and never replaced`() throws {
    let bench = try finish()
    let lines = try bench.promised("r.ndjson")
    let inode = try bench.shell("ls -i v1-2.png").text
    try FileManager.default.removeItem(at: bench.url("r.ndjson"))
    try bench.write("not mine", to: "v4-2.png")
    #expect(try bench.batch(Self.jobs, ["--results", "r.ndjson", "--resume"]).status == 1)
    let again = try bench.promised("r.ndjson")
    for number in lines.indices where number != 3 { #expect(lines[number] == again[number]) }
    let taken = try #require(try bench.results().first { $0.job == 4 })
    #expect(taken.frames.map { $0["code"] as? Int } == [5, nil])
    #expect(try bench.bytes("v4-2.png") == Data("not mine".utf8))
    #expect(try bench.shell("ls -i v1-2.png").text == inode)
  }

  @Test func `what was there before the first run is not replaced by a later one`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4"])
    try bench.write("mine", to: "1.png")
    let jobs = [#"{"video": "v1.mp4", "frame": 3, "output": "1.png"}"#]
    #expect(try bench.batch(jobs, ["--results", "r.ndjson", "-n"]).status == 0)
    #expect(try bench.results().flatMap(\.outcomes) == ["skipped"])
    try bench.setTime(of: "v1.mp4", to: 1_700_000_009)
    #expect(try resume(bench, jobs: jobs, status: 5) == [1])
    #expect(try bench.bytes("1.png") == Data("mine".utf8))
  }

  @Test func `another job's output at the same number is not replaced`() throws {
    let bench = try finish()
    let jobs = [#"{"video": "v9.mp4", "frame": 2, "output": "v1-2.png"}"#]
    try bench.copy(.vp9, to: ["v9.mp4"])
    let before = try bench.files(".png")
    #expect(try resume(bench, jobs: jobs, status: 5) == [1])
    #expect(try bench.results().last?.frames.first?["code"] as? Int == 5)
    #expect(try bench.files(".png") == before)
  }
}
