import Foundation
import TestSupport
import Testing

/// What `--resume` may replace: without `-y` only a file that was cut off.
@Suite struct BatchReplacingTests {
  private static let jobs = [
    #"{"video": "v1.mp4", "frame": 2, "output": "1.png"}"#,
    #"{"video": "v1.mp4", "frame": [2, 3], "output": "all.npy"}"#,
    #"{"video": "v2.mp4", "frame": 4, "output": "2.png"}"#,
  ]
  private static let names = ["1.png", "all.npy"]

  /// A folder with a finished run.
  private func finish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4", "v2.mp4"])
    let result = try bench.batch(Self.jobs, ["--results", "r.ndjson"])
    #expect(result.status == 0, "\(result.stderr)")
    return bench
  }

  /// Goes on with it; returns the lines that were added.
  private func resume(
    _ bench: Bench, _ words: [String], status: Int32, jobs: [String] = jobs,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [ResultLine] {
    try bench.markResults()
    let how = words.contains { $0.hasPrefix("--resume") } ? [] : ["--resume"]
    let result = try bench.batch(jobs, ["--results", "r.ndjson"] + how + words)
    #expect(result.status == status, "\(result.stderr)", sourceLocation: sourceLocation)
    return try bench.newResults().sorted { $0.job < $1.job }
  }

  private func codes(_ lines: [ResultLine]) -> [Int?] { lines.map { $0.code ?? $0.frames.first?["code"] as? Int } }

  /// Files of the user in place of the pictures; of the same length, all bytes but the first are those of the picture.
  private static let others: [(name: String, bytes: @Sendable (Data) -> Data)] = [
    ("longer", { $0 + Data("mine".utf8) }), ("shorter", { _ in Data("mine".utf8) }),
    ("of the same length", { Data([1]) + $0.dropFirst() }),
    ("cut off and changed", { $0.prefix(100) + Data("mine".utf8) }),
  ]

  @Test func `with -y no job replaces what another one has written, under whatever name`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4"])
    for folder in ["a", "b", "o"] { try bench.makeFolder(folder) }
    try bench.copy(.h264Faststart, to: ["a/x.mp4", "b/x.mp4"])
    try FileManager.default.createSymbolicLink(at: bench.url("q"), withDestinationURL: bench.url("o"))
    func job(_ frame: Int, _ output: String, _ more: String = "") -> String {
      #"{"video": "v1.mp4", "frame": \#(frame), "output": "\#(output)"\#(more)}"#
    }
    let words = "is the output of another job of this run, too"
    for (number, other) in ["./o/1.png", "o//1.png", "q/1.png", "{index}.png"].enumerated() {
      let first = other == "{index}.png" ? "7.png" : "o/1.png"
      // There is a file before the run, which the first job replaces; another run does the same.
      try bench.write("old", to: first)
      for _ in 1...2 {
        let results = ["--results", "r\(number).ndjson", "--resume=verify"]
        let result = try bench.batch([job(3, first), job(7, other)], ["-y", "-j", "1"] + results)
        #expect(result.status == 1 && result.stderr.contains(words), "\(other): \(result.stderr)")
        #expect(try bench.number(first) == 3, "\(other)")
      }
    }
    // Videos on the command line, one file for all pictures, and sheets.
    let videos = try bench.framegrab("a/x.mp4", "b/x.mp4", "--frame", "0..1", "-y")
    #expect(videos.status == 1 && videos.stderr.contains("x-f000000.png: \(words)"), "\(videos.stderr)")
    let sheet = #"{"video": "v1.mp4", "count": 8, "output": "w.vtt", "sheet": "2x2"}"#
    for jobs in [
      [job(3, "a.npy"), job(7, "./a.npy")], [sheet, job(7, "w-001.png")], [job(3, "w-002.png"), sheet],
    ] {
      let result = try bench.batch(jobs, ["-y", "-j", "1"])
      #expect(result.status == 1 && result.stderr.contains(words), "\(jobs): \(result.stderr)")
    }
    // A service does what it is told; with one worker, in the order of the requests.
    let requests = [3, 7].map { job($0, "s.png", #", "overwrite": true"#) }
    let served = try bench.framegrab(["--serve", "-j", "1"], input: Data(requests.joined(separator: "\n").utf8))
    #expect(served.status == 0, "\(served.text)")
    #expect(try bench.number("s.png") == 7)
  }

  @Test(arguments: [[], ["-n"]])
  func `without -y no job takes another one's file for its own`(_ words: [String]) throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["v1.mp4"])
    for folder in ["a", "b"] { try bench.makeFolder(folder) }
    try bench.copy(.h264Faststart, to: ["a/x.mp4"])
    try bench.copy(.h264BFrames, to: ["b/x.mp4"])
    let fault = "is the output of another job of this run, too; {n} tells them apart, {stem} may\n"
    // The first picture of each video has the same name.
    let videos = try bench.framegrab(["a/x.mp4", "b/x.mp4", "--frame", "0..1", "-j", "1"] + words)
    #expect(videos.status == 1 && videos.stderr.contains("x-f000000.png: \(fault)"), "\(videos.stderr)")
    #expect(videos.lines == ["x-f000000.png", "x-f000001.png"] && !videos.stderr.contains("already exists"))
    func job(_ frame: Int, _ output: String, _ more: String = "") -> String {
      #"{"video": "v1.mp4", "frame": \#(frame), "output": "\#(output)"\#(more)}"#
    }
    let sheet = #"{"video": "v1.mp4", "count": 8, "output": "w.vtt", "sheet": "2x2"}"#
    for (number, jobs) in [
      [job(3, "1.png"), job(7, "./1.png")], [job(3, "2.png"), job(2, "{index}.png")],
      [job(3, "a.npy"), job(7, "./a.npy")],
      [job(3, "w-002.png"), sheet],
    ].enumerated() {
      // A run that goes on gives the same; without -n it compares what it finds with its own.
      for how in [[], ["--resume"]] where how.isEmpty || !words.isEmpty || number < 2 {
        let result = try bench.batch(jobs, ["-j", "1", "--results", "r\(number).ndjson"] + words + how)
        let isAdopting = !how.isEmpty && words.isEmpty
        #expect(result.status == 1, "\(jobs) \(how)")
        #expect(result.stderr.contains(isAdopting ? "exists" : fault.dropLast(1)), "\(result.stderr)")
      }
    }
    #expect(try bench.number("1.png") == 3 && bench.number("2.png") == 3)
    // What was there before the run is left by all jobs that are told so.
    try bench.write("old", to: "old.png")
    let kept = try bench.batch([job(3, "old.png"), job(7, "./old.png")], ["-n"])
    #expect(kept.status == 0 && kept.lines == [], "\(kept.stderr)")
    #expect(try bench.bytes("old.png") == Data("old".utf8))
  }

  @Test(arguments: [["-y"], ["-n"], []])
  func `no job writes over the video of another one, nor takes it for its picture`(_ words: [String]) throws {
    let bench = try Bench()
    for folder in ["a", "b"] { try bench.makeFolder(folder) }
    try bench.copy(.h264Faststart, to: ["v.mp4", "film.png", "a/v.mp4", "a/v.1.png"])
    let video = try bench.bytes("film.png")
    let fault = "is a video of this run; choose another name for the output"
    for workers in ["1", "2"] {
      for (number, output) in ["film.png", "./film.png", "a/../film.png"].enumerated() {
        let other = "other-\(workers)-\(number).png"
        let jobs = [
          #"{"video": "v.mp4", "frame": 3, "output": "\#(output)"}"#,
          #"{"video": "film.png", "frame": 7, "output": "\#(other)"}"#,
        ]
        let result = try bench.batch(jobs, words + ["-j", workers])
        #expect(result.status == 1 && result.stderr.contains("\(output): \(fault)"), "\(result.stderr)")
        #expect(try bench.number(other) == 7)
      }
    }
    // Its own video, and one on the command line.
    let own = try bench.batch([#"{"video": "film.png", "frame": 7, "output": "film.png"}"#], words)
    #expect(own.status == 5 && own.stderr.contains("choose another name for the output"), "\(own.stderr)")
    let videos = try bench.framegrab(["a/v.mp4", "a/v.1.png", "--frame", "0", "-o", "a/{stem}.{n}.png"] + words)
    #expect(videos.status == 1 && videos.stderr.contains("a/v.1.png: \(fault)"), "\(videos.stderr)")
    for name in ["film.png", "a/v.1.png"] { #expect(try bench.bytes(name) == video) }
  }

  @Test(arguments: others.indices)
  func `a file of other bytes is kept without -y`(_ which: Int) throws {
    let bench = try finish()
    let pictures = try bench.files(".png", ".npy")
    let changed = Self.others[which].bytes
    for name in Self.names { try bench.write(changed(try #require(pictures[name])), to: name) }
    // Verify finds what has the same length.
    let how = Self.others[which].name == "of the same length" ? ["--resume=verify"] : []
    let spoilt = try bench.files(".png", ".npy")
    let refused = try resume(bench, how, status: 1)
    #expect(refused.map(\.job) == [1, 2] && codes(refused) == [5, 5])
    #expect(try bench.files(".png", ".npy") == spoilt)
    // A job of code 5 is done again; -n leaves the files.
    let left = try resume(bench, how + ["-n"], status: 0)
    #expect(left.map(\.job) == [1, 2] && Set(left.flatMap(\.outcomes)) == ["skipped"])
    #expect(try bench.files(".png", ".npy") == spoilt)
  }

  @Test(arguments: others.indices)
  func `a file of other bytes is replaced with -y`(_ which: Int) throws {
    let bench = try finish()
    let pictures = try bench.files(".png", ".npy")
    for name in Self.names { try bench.write(Self.others[which].bytes(try #require(pictures[name])), to: name) }
    let how = Self.others[which].name == "of the same length" ? ["--resume=verify"] : []
    let replaced = try resume(bench, how + ["-y"], status: 0)
    #expect(replaced.map(\.job) == [1, 2] && Set(replaced.flatMap(\.outcomes)) == ["replaced"])
    #expect(try bench.files(".png", ".npy") == pictures)
  }

  @Test(arguments: [[], ["-n"], ["-y"]], [0, 1, 1000])
  func `an output that was cut off is repaired`(_ words: [String], _ kept: Int) throws {
    let bench = try finish()
    let (pictures, promised) = (try bench.files(".png", ".npy"), try bench.promised("r.ndjson"))
    for name in Self.names { try bench.write(try #require(pictures[name]).prefix(kept), to: name) }
    let lines = try resume(bench, words, status: 0)
    #expect(lines.map(\.job) == [1, 2])
    #expect(try bench.files(".png", ".npy") == pictures)
    // The line is that of a run in which nothing was cut off; -y says that it has replaced something.
    if words != ["-y"] { #expect(lines.map(\.constant) == Array(promised.prefix(2))) }
    #expect(try resume(bench, words, status: 0).isEmpty)
  }

  @Test(arguments: [[], ["-n"], ["-y"]])
  func `an output that was deleted is made again`(_ words: [String]) throws {
    let bench = try finish()
    let (pictures, promised) = (try bench.files(".png", ".npy"), try bench.promised("r.ndjson"))
    for name in Self.names { try FileManager.default.removeItem(at: bench.url(name)) }
    #expect(try resume(bench, words, status: 0).map(\.constant) == Array(promised.prefix(2)))
    #expect(try bench.files(".png", ".npy") == pictures)
  }

  @Test func `a file without a line is no file that was cut off`() throws {
    let bench = try finish()
    let picture = try bench.bytes("1.png")
    for bytes in [Data(), picture.prefix(100)] {
      try bench.write("", to: "r.ndjson")
      try bench.write(bytes, to: "1.png")
      let lines = try resume(bench, [], status: 1)
      #expect(codes(lines) == [5, nil, nil])
      #expect(lines.dropFirst().allSatisfy { Set($0.outcomes) == ["written"] })
      try bench.write("", to: "r.ndjson")
      #expect(try codes(resume(bench, ["-n"], status: 0)) == [nil, nil, nil])
      #expect(try bench.bytes("1.png") == bytes)
    }
  }

  @Test func `a file that a run has skipped is not one that it has written`() throws {
    let bench = try finish()
    let picture = try bench.bytes("1.png")
    try bench.write("", to: "r.ndjson")
    #expect(try resume(bench, ["-n"], status: 0).first?.outcomes == ["skipped"])
    try bench.write(picture.prefix(50), to: "1.png")
    #expect(try codes(resume(bench, [], status: 1)) == [5])
    #expect(try bench.bytes("1.png") == picture.prefix(50))
  }

  @Test func `of a video that was touched, the same pictures are taken over`() throws {
    let bench = try finish()
    let before = try bench.files(".png", ".npy")
    let inode = try bench.shell("ls -i 1.png").text
    try bench.setTime(of: "v1.mp4", to: 1_700_000_001)
    let lines = try resume(bench, [], status: 0)
    #expect(lines.map(\.job) == [1, 2] && Set(lines.flatMap(\.outcomes)) == ["written"])
    #expect(try bench.files(".png", ".npy") == before && bench.shell("ls -i 1.png").text == inode)
  }

  @Test func `the pictures of a video that was changed are replaced with -y only`() throws {
    let bench = try finish()
    let before = try bench.files(".png", ".npy")
    try bench.copy(.hevc10Bit, to: ["v1.mp4"])
    #expect(try codes(resume(bench, [], status: 1)) == [5, 5])
    #expect(try bench.files(".png", ".npy") == before)
    let left = try resume(bench, ["-n"], status: 0)
    #expect(Set(left.flatMap(\.outcomes)) == ["skipped"])
    #expect(try bench.files(".png", ".npy") == before)
    try bench.setTime(of: "v1.mp4", to: 1_700_000_002)
    let replaced = try resume(bench, ["-y"], status: 0)
    #expect(replaced.map(\.job) == [1, 2] && Set(replaced.flatMap(\.outcomes)) == ["replaced"])
    #expect(try bench.bytes("1.png") != before["1.png"] && bench.number("1.png") == 2)
  }

  @Test func `lines in another order find the outputs that were cut off`() throws {
    let bench = try finish()
    let pictures = try bench.files(".png", ".npy")
    try bench.write(try bench.bytes("1.png").prefix(9), to: "1.png")
    #expect(try resume(bench, [], status: 0, jobs: Self.jobs.reversed()).map(\.job) == [3])
    #expect(try bench.files(".png", ".npy") == pictures)
  }
}
