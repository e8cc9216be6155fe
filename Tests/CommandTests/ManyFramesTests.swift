import Foundation
import TestSupport
import Testing

/// --every, --count, --all, --keyframes, --from and --to.
@Suite struct ManyFramesTests {
  // Two seconds at 25 frames a second, 50 frames; keyframes 12 apart.
  private let clip = Fixture.h264Faststart.path

  /// The numbers in the pictures that a run wrote, in report order.
  private func numbers(
    _ bench: Bench, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int?] {
    let result = try bench.framegrab(words)
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)", sourceLocation: sourceLocation)
    #expect(bench.names == Set(result.lines), sourceLocation: sourceLocation)
    return try result.lines.map(bench.number)
  }

  /// The number of the frame on screen at a time: the last that a player shows at that time or before.
  private func number(onScreenAt numerator: Int64, over denominator: Int64, of frames: [ExpectedFrame]) -> Int? {
    frames.last { $0.clock.numerator * denominator <= numerator * $0.clock.denominator }?.number
  }

  // MARK: Every frame of a clip, identified by the numbers in the pictures

  @Test(arguments: [Fixture.h264Faststart, .h264VFR, .h264OpenGOP, .h264EditList, .h264Fields, .mpeg4AVI, .vp9])
  func `all frames, each with its own number`(fixture: Fixture) throws {
    #expect(try numbers(Bench(), [fixture.path, "--all"]) == fixture.expectedFrames().map(\.number))
  }

  @Test(arguments: Fixture.withPictures)
  func `all hashes are those of a full decode`(fixture: Fixture) throws {
    let result = try Bench().framegrab(fixture.path, "--all", "--hash")
    #expect(result.status == 0)
    #expect(try result.lines == fixture.expectedFrames().map(\.md5))
  }

  @Test(arguments: [
    (Fixture.h264VFR, Int64(1), Int64(3)), (.h264VFR, 7, 100), (.h264NTSC, 1, 10), (.h264BFrames, 1, 1),
  ])
  func `frames at an interval are those on screen`(fixture: Fixture, numerator: Int64, denominator: Int64) throws {
    let frames = try fixture.expectedFrames()
    let bench = try Bench()
    let result = try bench.framegrab(fixture.path, "--every", "\(numerator)/\(denominator)s", "--json")
    #expect(result.status == 0, "\(result.stderr)")
    let end = try #require(
      bench.framegrab(fixture.path, "--info", "--json").objects().first?["duration"] as? [String: Any])
    let exact = try #require((end["exact"] as? String).flatMap { Fraction($0.contains("/") ? $0 : $0 + "/1") })
    // The moments k · step below the end; each frame counts once.
    var expected: [Int] = []
    var step: Int64 = 0
    while step * numerator * exact.denominator < exact.numerator * denominator {
      let number = try #require(self.number(onScreenAt: step * numerator, over: denominator, of: frames))
      if number != expected.last { expected.append(number) }
      step += 1
    }
    let outputs = try result.objects().map { try #require($0["output"] as? String) }
    #expect(try outputs.map(bench.number) == expected)
  }

  @Test func `a step of a frame's own length does not drift`() throws {
    // 30000/1001 frames a second: the k-th moment is exactly the k-th frame's start.
    let frames = try Fixture.h264NTSC.expectedFrames()
    let words = [Fixture.h264NTSC.path, "--every", "1001/30000s"]
    #expect(try numbers(Bench(), words) == frames.map(\.number))
  }

  @Test func `a step below a frame gives each frame once`() throws {
    let result = try Bench().framegrab(clip, "--every", "0.000000001s", "--hash")
    #expect(result.status == 0)
    #expect(try result.lines == Fixture.h264Faststart.expectedFrames().map(\.md5))
  }

  @Test func `a number of frames are the middles of that many parts`() throws {
    // Of 2 s in 4 parts: 0.25, 0.75, 1.25, 1.75 s, in frames 6 (0.24), 18 (0.72), 31 (1.24) and 43 (1.72).
    let bench = try Bench()
    #expect(try numbers(bench, [clip, "--count", "4"]) == [6, 18, 31, 43])
    #expect(bench.names.contains("h264-faststart-00.00.00.250.png"))
    #expect(try numbers(Bench(), [clip, "--count", "1"]) == [25])
    // Of 0.4 s to 1 s in 3 parts: 0.5, 0.7, 0.9 s.
    #expect(try numbers(Bench(), [clip, "--count", "3", "--from", "0.4", "--to", "1s"]) == [12, 17, 22])
  }

  @Test func `a count above the frames gives each once, and says so`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--count", "100000000", "--json", "-o", "{index}.png")
    #expect(
      result.status == 0
        && result.complaints == [
          "framegrab: \(clip): --count 100000000 gives 50 frames, each once; --repeat gives as many as asked"
        ])
    #expect(try result.objects().map { $0["index"] as? Int } == Array(0..<50))
    #expect(try result.objects().allSatisfy { $0["count"] as? Int == 50 })
    #expect(try bench.framegrab(clip, "--all", "--json", "--dry-run").objects().allSatisfy { $0["count"] is NSNull })
  }

  @Test func `a count with repeats gives as many pictures as were asked for`() throws {
    // The middles of 100 parts of 2 s are at 0.01, 0.03, …: two for each frame of 0.04 s.
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--count", "100", "--repeat", "--json")
    #expect(result.status == 0 && result.stderr == "")
    #expect(try result.objects().map { $0["index"] as? Int } == (0..<100).map { $0 / 2 })
    #expect(try result.objects().allSatisfy { $0["count"] as? Int == 100 })
    #expect(bench.names.count == 100)
    for name in ["h264-faststart-00.00.01.010.png", "h264-faststart-00.00.01.030.png"] {
      #expect(try bench.number(name) == 25)
    }
    // Each moment of --every: 0, 0.02, … are in frames 0, 0, 1, 1, …; before 0.1 s there are five.
    let every = try bench.framegrab(clip, "--every", "20ms", "--to", "0.1", "--repeat", "--json", "--dry-run")
    #expect(try every.objects().map { $0["index"] as? Int } == [0, 0, 1, 1, 2])
  }

  @Test(arguments: ["--every 0.5s", "--all", "--keyframes", "--count 7"])
  func `a span that ends behind the video ends with it`(words: String) throws {
    func numbers(_ more: String) throws -> [Int?] {
      let all = (words + more).split(separator: " ").map(String.init)
      let result = try Bench().framegrab([clip, "--json", "--dry-run"] + all)
      #expect(result.status == 0 && result.stderr == "")
      return try result.objects().map { $0["index"] as? Int }
    }
    let whole = try numbers("")
    for to in ["99s", "2.01s", "50f", "5000f", "00:01:00:00"] { #expect(try numbers(" --to \(to)") == whole) }
  }

  @Test func `keyframes are those of the list`() throws {
    for fixture in [Fixture.h264Faststart, .h264OpenGOP, .h264BFrames, .h264IntraRefresh, .mpeg2ProgramStream] {
      let listed = try Bench().framegrab(fixture.path, "--list-frames").lines.filter { $0.hasSuffix("K") }
      let expected = try listed.map { try #require(Int($0.prefix { $0 != "\t" })) }
      let result = try Bench().framegrab(fixture.path, "--keyframes", "--json", "--dry-run")
      #expect(try result.objects().map { $0["index"] as? Int } == expected, "\(fixture)")
    }
    #expect(try numbers(Bench(), [clip, "--keyframes"]) == [0, 12, 24, 36, 48])
  }

  // MARK: Spans

  @Test func `a span includes the frames that start in it`() throws {
    // 0.4 s is frame 10, 0.52 s frame 13.
    #expect(try numbers(Bench(), [clip, "--all", "--from", "0.4", "--to", "0.52"]) == [10, 11, 12])
    #expect(try numbers(Bench(), [clip, "--all", "--from", "0.41", "--to", "0.521"]) == [11, 12, 13])
    #expect(try numbers(Bench(), [clip, "--all", "--from", "47f"]) == [47, 48, 49])
    #expect(try numbers(Bench(), [clip, "--all", "--to", "3f"]) == [0, 1, 2])
    #expect(try numbers(Bench(), [clip, "--keyframes", "--from", "12f", "--to", "48f"]) == [12, 24, 36])
    #expect(try numbers(Bench(), [clip, "--all", "--from", "98%", "--to", "99s", "--clamp"]) == [49])
    // 0.5, 0.8, 1.1 and no more before 1.4 s: frames 12, 20 and 27.
    #expect(try numbers(Bench(), [clip, "--every", "300ms", "--from", "0.5", "--to", "1.4s"]) == [12, 20, 27])
  }

  @Test func `a span of a long file is read no further than its end`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--all", "--from", "0.1", "--to", "0.2", "--json", "--dry-run")
    #expect(try result.objects().map { $0["index"] as? Int } == [3, 4])
  }

  @Test(
    arguments: [
      (["--all", "--from", "1s", "--to", "1s"], 2, "between 1 s and 1 s"),
      (["--every", "1s", "--from", "1.5s", "--to", "1s"], 2, "before the end"),
      (["--keyframes", "--from", "0.1", "--to", "0.2"], 4, "no keyframe starts between 0.1 s and 0.2 s"),
      (["--all", "--from", "0.41", "--to", "0.43"], 4, "no frame starts between 0.41 s and 0.43 s"),
      (["--all", "--from", "99s"], 4, "past the end"), (["--every", "1s", "--from", "99s"], 4, "past the end"),
      (["--all", "--repeat"], 2, "--repeat belongs to"),
      (["--count", "1000001", "--repeat"], 2, "1000000"),
      (["--count", "9223372036854775807"], 2, "ask for fewer"),
      (["--every", "0s"], 2, "length of time above 0"), (["--every", "-1s"], 2, "length of time above 0"),
      (["--every", "50%"], 2, "length of time above 0"), (["--every", "10f"], 2, "length of time above 0"),
      (["--count", "0"], 2, "1 or more"), (["--count", "-1"], 2, "whole number"),
      (["--count", "1.5"], 2, "whole number"),
      (["--at", "1s", "--from", "0"], 2, "--from belongs to"),
      (["--frame", "1..9", "--to", "1s"], 2, "--to belongs to"),
      (["--all", "--from", "5:75"], 2, "5:75"),
    ] as [([String], Int32, String)])
  func `invalid requests are refused`(words: [String], status: Int32, told: String) throws {
    let bench = try Bench()
    try bench.framegrab([clip] + words).expectFailure(status, told)
    #expect(bench.names == [])
  }

  // MARK: Together

  @Test func `all kinds mix in one call and are reported in its order`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    try bench.write("0.2s\n49f\n", to: "times.txt")
    let result = try bench.framegrab(
      clip, "--keyframes", "--at", "1s", "--count", "2", "--at-list", "times.txt", "--frame", "3..4", "--gesture",
      "drag.json", "--every", "0.9s")
    #expect(result.status == 0 && result.stderr == "")
    #expect(
      result.lines.map { $0.replacing("h264-faststart-", with: "").replacing(".png", with: "") } == [
        "f000000", "f000012", "f000024", "f000036", "f000048", "00.00.01.000", "00.00.00.500", "00.00.01.500",
        "00.00.00.200", "f000049", "f000003", "f000004", "f000025", "00.00.00.000", "00.00.00.900", "00.00.01.800",
      ])
    #expect(
      try result.lines.map(bench.number) == [0, 12, 24, 36, 48, 25, 12, 37, 5, 49, 3, 4, 25, 0, 22, 45])
  }

  @Test func `a report that waited for its turn is complete`() throws {
    // The last frame is requested first, so that all others wait.
    let late = try Bench().framegrab(clip, "--frame", "-1", "--all", "--json", "--hash", "-o", "{index}.png")
    let early = try Bench().framegrab(clip, "--all", "--json", "--hash", "-o", "{index}.png")
    #expect(late.status == 0 && early.status == 0 && late.stderr == "")
    #expect(late.lines.count == 51 && Array(late.lines.dropFirst()) == early.lines)
  }

  @Test func `two frames with one name are refused before any work`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--all", "-o", "one.png").expectFailure(2, "one.png", "{index}")
    try bench.framegrab(clip, "--every", "0.1s", "-o", "{stem}.png").expectFailure(2, "two different frames")
    // Frames 0 to 24 and 25 to 49 start in two seconds.
    try bench.framegrab(clip, "--all", "-o", "{label}.png", "--dry-run", "--to", "1s").expectSuccess(
      (1...25).map { "00.00.\($0 < 10 ? "0" : "")\($0).png" })
    #expect(bench.names == [])
  }

  @Test func `times of one run that look alike get more digits`() throws {
    // 0.0391 s and 0.04 s are both .040 when rounded up, and are in two frames.
    let result = try Bench().framegrab(clip, "--every", "0.9ms", "--from", "0.0391", "--to", "0.0405", "--dry-run")
    #expect(result.lines == ["h264-faststart-00.00.00.039100.png", "h264-faststart-00.00.00.040000.png"])
  }

  @Test func `one picture to standard output, and not many`() throws {
    let bench = try Bench()
    let one = try bench.framegrab(clip, "--count", "1", "-o", "-")
    #expect(try BurntNumber.read(from: DecodedPNG(one.stdout)) == 25)
    try bench.framegrab(clip, "--all", "-o", "-").expectFailure(2, "not 50")
  }

  @Test func `a step moves each of them, and equal frames count once`() throws {
    #expect(try numbers(Bench(), [clip, "--keyframes", "--step", "1"]) == [1, 13, 25, 37, 49])
    #expect(try numbers(Bench(), [clip, "--all", "--step", "47"]) == [47, 48, 49])
    #expect(try numbers(Bench(), [clip, "--every", "0.5s", "--step", "-1000"]) == [0])
  }

  @Test func `the examples of the page`() throws {
    let commands = try Page.command("ManyFrames").section("Many frames").split(separator: "\n")
      .filter { $0.hasPrefix("    framegrab v.mp4 ") }
    try #require(commands.count == 10)
    // A minute and a half with one picture a second, and two chapters.
    let bench = try Bench()
    let chapters = [(0, 30), (30, 90)].map { "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($1)\ntitle=from \($0)\n" }
    try bench.write(";FFMETADATA1\n" + chapters.joined(), to: "chapters.txt")
    let made = try run([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x36:rate=1:duration=90", "-i",
      bench.url("chapters.txt").path(percentEncoded: false), "-c:v", "libx264", "-g", "20", "-sc_threshold", "0",
      bench.url("v.mp4").path(percentEncoded: false),
    ])
    try #require(made.status == 0, "\(made.stderr)")
    try bench.write("1:00 # one\n# two\n1:10\n", to: "times.txt")
    try bench.write("Scene Number,Start Frame\n1,1\n2,31\n3,81\n", to: "v-Scenes.csv")
    // In the order of the page: frames of 1 s, a keyframe every 20 frames.
    let counts = [90, 2, 5, 9, 10, 12, 2, 2, 2, 3]
    for (command, count) in zip(commands, counts) {
      let words = command.dropFirst(4).split(separator: "   ").first.map(String.init) ?? ""
      let result = try bench.shell(words + " -y")
      #expect(result.status == 0 && result.lines.count == count, "\(words): \(result.stderr)")
    }
  }

  @Test func `a run without files ends when its output is closed`() throws {
    let bench = try Bench()
    let script = "{ sleep 0.3; framegrab \"$1\" --all --hash --timings 2> err; echo $? > code; } | true"
    _ = try bench.shell(script + "; while [ ! -s code ]; do sleep 0.05; done", clip)
    // What its times say is all that it says.
    let words = String(decoding: try bench.bytes("err"), as: UTF8.self)
    #expect(try bench.bytes("code") == Data("5\n".utf8) && !words.contains("standard output"))
  }

  @Test func `distant moments are decoded in request order`() throws {
    // 90 s with a keyframe every ten: both moments are looked up where they are, the second at the beginning.
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=90", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "50",
      "long.mp4",
    ])
    // The second picture is damaged: a thousand bytes of the first keyframe are gone.
    var bytes = try bench.bytes("long.mp4")
    let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
    bytes.replaceSubrange(start + 1000..<start + 2000, with: Data(repeating: 0, count: 1000))
    try bench.write(bytes, to: "long.mp4")
    let result = try bench.framegrab("long.mp4", "--at", "85.01s", "--at", "0s", "--fail-fast", "--strict")
    #expect(result.status == 1 && result.lines == ["long-00.01.25.010.png"])
    // Of several, it says which one.
    #expect(result.stderr.contains("at 0.000 s: the picture is damaged, and --strict refuses that"), "\(result.stderr)")
  }
}

extension RunResult {
  func expectSuccess(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0 && stderr == "", "\(stderr)", sourceLocation: sourceLocation)
    #expect(self.lines == lines, sourceLocation: sourceLocation)
  }
}
