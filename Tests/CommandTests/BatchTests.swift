import Foundation
import TestSupport
import Testing

/// Many videos in one run: a file of jobs, a list, or several names.
@Suite struct BatchTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a.mp4")
    try bench.copy(.vp9, to: "b.webm")
    try bench.copy(.hevc10Bit, to: "c.mp4")
    return bench
  }

  // MARK: Jobs in a file

  @Test(arguments: [["-j", "1"], ["-j", "3"], ["--sandbox", "off"]])
  func `each job gets its frame`(_ words: [String]) throws {
    let bench = try furnish()
    let result = try bench.batch(
      [
        #"{"video": "a.mp4", "frame": 7, "output": "1.png"}"#, #"{"video": "b.webm", "frame": 9, "output": "2.png"}"#,
        #"{"video": "a.mp4", "frame": -1, "output": "3.png"}"#, #"{"video": "c.mp4", "at": 0, "output": "4.png"}"#,
      ], words)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(Set(result.lines) == ["1.png", "2.png", "3.png", "4.png"] && result.lines.count == 4)
    let last = try Fixture.h264Faststart.expectedFrames().count - 1
    #expect(try (1...4).map { try bench.number("\($0).png") } == [7, 9, last, 0])
    #expect(bench.names == ["a.mp4", "b.webm", "c.mp4", "jobs.ndjson", "1.png", "2.png", "3.png", "4.png"])
  }

  @Test func `a pattern that fits one video only gives results, too`() throws {
    let bench = try furnish()
    let result = try bench.framegrab(
      "a.mp4", "--frame", "3", "-o", "{stem}-{n}.png", "--results", "r", "--shard", "0/1")
    #expect(result.status == 0 && result.stdout == Data("a-1.png\n".utf8))
    #expect(try bench.number("a-1.png") == 3 && bench.results("r").map(\.job) == [1])
  }

  @Test func `a job may ask for many frames`() throws {
    let bench = try furnish()
    let result = try bench.batch([
      #"{"video": "a.mp4", "frame": [3, "9", -1], "output": "a{index}.png"}"#,
      // 2 s in 4 parts: 0.25, 0.75, 1.25, 1.75 s, in frames 6, 18, 31 and 43.
      #"{"video": "a.mp4", "count": 4, "output": "c{index}.png"}"#,
      #"{"video": "c.mp4", "all": true, "to": "3f", "output": "k{index}.png"}"#,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    let names = ["a3", "a9", "a49", "c6", "c18", "c31", "c43", "k0", "k1", "k2"]
    #expect(Set(result.lines) == Set(names.map { $0 + ".png" }))
    for name in names { #expect(try bench.number(name + ".png") == Int(name.dropFirst())) }
  }

  @Test func `a job may be a gesture, which may name its video`() throws {
    let bench = try furnish()
    try bench.write(
      """
      {"version": 1, "video": "a.mp4",
       "control": {"model": "scrubbing-slider", "frame": {"x": 0, "y": 0, "width": 320, "height": 31}, "value": "25%"},
       "touches": [{"t": 0, "phase": "began", "x": 88, "y": 15}, {"t": 0.1, "phase": "moved", "x": 128, "y": 15},
        {"t": 0.4, "phase": "ended"}]}
      """, to: "drag.json")
    let alone = try bench.framegrab("--gesture", "drag.json", "-o", "alone.png")
    #expect(alone.status == 0, "\(alone.stderr)")
    let result = try bench.batch([
      #"{"gesture": "drag.json", "output": "g.png"}"#,
      #"{"gesture": "drag.json", "video": "b.webm", "output": "{stem}.png"}"#,
    ])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try bench.bytes("g.png") == bench.bytes("alone.png"))
    let other = try bench.framegrab("b.webm", "--gesture", "drag.json", "-o", "other.png")
    #expect(other.status == 0)
    #expect(try bench.number("b.png") == bench.number("other.png"))
  }

  @Test func `a job may write an array`() throws {
    let bench = try furnish()
    let result = try bench.batch(
      [#"{"video": "a.mp4", "frame": [1, 2, 5], "output": "{stem}.npy"}"#], ["--results", "r.ndjson"])
    #expect(result.status == 0 && result.lines == ["a.npy"], "\(result.stderr)")
    let bytes = try bench.bytes("a.npy")
    #expect(try NumPyArray(bytes).shape == [3, 120, 160, 3])
    let frames = try #require(try bench.results().first).frames
    #expect(frames.map { $0["index"] as? Int } == [1, 2, 5])
    for frame in frames { #expect(frame["bytes"] as? Int == bytes.count) }
  }

  // MARK: Options of all jobs

  @Test func `options beside --batch hold for jobs that do not have them`() throws {
    let bench = try furnish()
    let result = try bench.batch(
      [
        #"{"video": "a.mp4", "frame": 1}"#, #"{"video": "a.mp4", "frame": 2, "width": 40, "output": "own.png"}"#,
        #"{"video": "a.mp4"}"#, #"{"video": "a.mp4", "count": 2, "output": "c{index}.png"}"#,
      ], ["--width", "80", "-o", "{stem}-{index}.png", "--frame", "4", "--frame", "5"])
    #expect(result.status == 0, "\(result.stderr)")
    // The moments of a job take the place of all others; of 50 frames in 2 parts, the middles are 12 (0.5 s) and 37.
    let widths = ["a-1": 80, "own": 40, "a-4": 80, "a-5": 80, "c12": 80, "c37": 80]
    #expect(Set(result.lines) == Set(widths.keys.map { $0 + ".png" }))
    for (name, width) in widths { #expect(try bench.picture(name + ".png").width == width) }
    #expect(try bench.number("own.png") == 2)
  }

  @Test func `{n} is the number of the job`() throws {
    let bench = try furnish()
    let jobs = [5, 6, 7].map { #"{"video": "a.mp4", "frame": \#($0)}"# }
    #expect(try bench.batch(jobs, ["-o", "{n:04}-{n}.png"]).status == 0)
    for number in 1...3 { #expect(try bench.number("000\(number)-\(number).png") == number + 4) }
    let many = try bench.framegrab("b.webm", "a.mp4", "--frame", "8", "-o", "v{n}.png")
    #expect(many.status == 0)
    #expect(try bench.number("v1.png") == 8 && bench.number("v2.png") == 8)
    let (first, second) = (try bench.framegrab("b.webm", "--frame", "8", "-o", "b.png"), try bench.bytes("v1.png"))
    #expect(try first.status == 0 && bench.bytes("b.png") == second)
  }

  @Test func `folders are made with --mkdir only`() throws {
    let bench = try furnish()
    let words = ["a.mp4", "b.webm", "--at", "50%", "-o", "thumbs/{stem}.png"]
    let before = bench.names
    #expect(try bench.framegrab(words).status == 5)
    #expect(bench.names == before)
    #expect(try bench.framegrab(words + ["--mkdir"]).status == 0)
    #expect(try bench.number("thumbs/a.png") == 25)
  }

  // MARK: Videos by name

  @Test func `several videos, a list by line, and one by NUL are the same`() throws {
    let bench = try furnish()
    try bench.copy(.h264Faststart, to: "d\n-é ü.mp4")
    try bench.write("a.mp4\nb.webm\n\nc.mp4", to: "lines")
    try bench.write("a.mp4\0b.webm\0d\n-é ü.mp4\0", to: "names")
    let words = ["--frame", "3", "-o", "{stem}.png"]
    func check(_ result: RunResult, _ names: Set<String>) throws {
      #expect(result.status == 0 && result.stdout.count == names.reduce(0) { $0 + $1.utf8.count + 1 })
      #expect(try Set(bench.files(".png").keys) == names)
      for name in names {
        #expect(try bench.number(name) == 3)
        try FileManager.default.removeItem(at: bench.url(name))
      }
    }
    let few: Set = ["a.png", "b.png", "c.png"]
    try check(bench.framegrab(["a.mp4", "b.webm", "c.mp4"] + words), few)
    try check(bench.framegrab(["--batch", "a.mp4", "b.webm", "c.mp4"] + words), few)
    try check(bench.framegrab(["--videos", "lines"] + words), few)
    try check(bench.framegrab(["--batch", "--videos", "lines"] + words), few)
    try check(bench.framegrab(["--videos", "-"] + words, input: Data("c.mp4\nb.webm\na.mp4\n".utf8)), few)
    let some: Set = ["a.png", "b.png", "d\n-é ü.png"]
    try check(bench.framegrab(["--videos", "names"] + words), some)
    try check(bench.framegrab(["--videos", "-"] + words, input: bench.bytes("names")), some)
  }

  @Test func `no videos are no failure`() throws {
    let bench = try furnish()
    for (name, text) in [("empty", ""), ("blank", "\n\n")] {
      try bench.write(text, to: name)
      let result = try bench.framegrab("--videos", name, "--at", "0", "--json")
      #expect(result.status == 0)
      #expect(try result.objects().first?["jobs"] as? Int == 0)
    }
    #expect(try bench.batch([]).status == 0)
  }

  @Test func `a list of moments holds for every video`() throws {
    let bench = try furnish()
    try bench.write("0.2s\tfirst\n0.4s\tsecond\n", to: "moments")
    let result = try bench.framegrab("a.mp4", "c.mp4", "--at-list", "moments", "-o", "{stem}-{name}.png")
    #expect(result.status == 0, "\(result.stderr)")
    // 25 frames a second.
    #expect(try bench.number("a-first.png") == 5 && bench.number("a-second.png") == 10)
    #expect(try bench.number("c-first.png") == 5 && bench.number("c-second.png") == 10)
  }

  @Test func `the part of a shard is told by the name, and all parts are the whole`() throws {
    let bench = try Bench()
    let names = (0..<12).map { "v\($0).mp4" }
    try bench.copy(.oneFrame, to: names)
    let jobs = names.flatMap { [#"{"video": "\#($0)", "frame": 0}"#, #"{"video": "\#($0)", "at": 0, "depth": 16}"#] }
    var seen: [Int] = []
    for shard in 0..<3 {
      let results = "r\(shard)"
      let result = try bench.batch(jobs, ["-o", "{n}.png", "--shard", "\(shard)/3", "--results", results])
      #expect(result.status == 0, "\(result.stderr)")
      let numbers = try bench.results(results).map(\.job)
      // Both jobs of a video belong to the same part.
      for number in numbers { #expect(numbers.contains(number % 2 == 0 ? number - 1 : number + 1)) }
      seen += numbers
    }
    #expect(seen.sorted() == Array(1...24))
    #expect(try bench.files(".png").count == 24)
  }
}
