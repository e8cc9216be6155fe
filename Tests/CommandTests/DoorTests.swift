import Foundation
import TestSupport
import Testing

/// The tests ask for the tool by a fork of a process that has loaded it. It has to answer as the program does.
@Suite struct DoorTests {
  /// What one call wrote and answered.
  private struct Answer: Equatable {
    let result: RunResult
    let files: [String: Data]
  }

  /// Calls of every mode, with answers of every kind; words are separated by spaces.
  private static let calls: [String] = looks + grabs + gestures + refusals

  private static let looks = [
    "", "-h", "--help", "help", "--help times", "--help habits", "--version", "--man", "--schema", "--example-gesture",
    "--completions bash", "--completions zsh", "--completions fish", "v.mp4 --info", "v.mp4 --info --json",
    "v.mp4 --list-frames", "v.mp4 --list-frames --json", "b.mp4 --info", "o.ts --list-frames", "x.avi --info --json",
  ]

  private static let grabs = [
    "v.mp4 --at 0.5s", "v.mp4 --at 50%", "v.mp4 --at end", "v.mp4 --at end-0.1s", "v.mp4 --frame 3", "v.mp4 --frame -1",
    "v.mp4 --frame 2..5", "v.mp4 --frame 0..20:5 --json", "v.mp4 --count 4", "v.mp4 --every 0.2s", "v.mp4 --keyframes",
    "v.mp4 --all --hash", "v.mp4 --all -j 1 --hash", "v.mp4 --all -j 3 --hash", "v.mp4 --at 0.3s -o -",
    "v.mp4 --at 0.3s -o out.png", "v.mp4 --at 0.3s -o {stem}-{index}.png", "v.mp4 --at 0.3s --into new --mkdir",
    "v.mp4 --at 0.3s --dry-run", "v.mp4 --at 0.3s --json --metadata none", "v.mp4 --at 0.3s --raw rgb24 -o -",
    "v.mp4 --count 3 -o all.npy", "v.mp4 --count 3 -o all.apng", "v.mp4 --at 0.3s --width 80", "v.mp4 --at 0.3s -v",
    "v.mp4 --at 0.3s -vv", "v.mp4 --at 0.3s -q", "v.mp4 --at 0.3s --depth 16 --hash", "v.mp4 --at 0.3s --no-cache",
    "v.mp4 --at 0.3s --cache kept", "v.mp4 --at 0.3s --verify", "v.mp4 --frame 3 --step 2",
    "v.mp4 --frame 9 --snap next",
    "b.mp4 --all --json", "o.ts --frame 2..7 --json", "x.avi --frame 5 --hash", "v.mp4 --at 0.3s --sandbox off",
    "v.mp4 o.ts x.avi --frame 2 -j 1", "v.mp4 o.ts missing.mp4 --frame 2 --json -j 1", "v.mp4 --at 0.3s -0",
    "v.mp4 b.mp4 --at 10% -j 1", "--batch jobs.ndjson -j 1", "--batch jobs.ndjson -j 1 --json", "--serve",
    "--serve -j 2", "--serve --max-open 1",
  ]

  private static let gestures = [
    "--gesture drag.json", "--gesture drag.json --trace", "--gesture drag.json --trace --json",
    "--gesture drag.json --plot plot.svg", "--gesture drag.json --replay --simulate 100",
    "--gesture drag.json --replay --simulate 100 --json", "v.mp4 --new-gesture made.json --reach 0.4s",
    "v.mp4 --gesture drag.json --solve --reach 0.4s -o solved.json", "v.mp4 --at 0.2s --gesture drag.json",
  ]

  private static let refusals = [
    "v.mp4", "v.mp4 --at", "v.mp4 --at x", "v.mp4 --at 99s", "v.mp4 --at 99s --clamp", "v.mp4 --frame 1000",
    "v.mp4 --frame x", "v.mp4 --nothing", "v.mp4 -Z", "missing.mp4 --at 1s", "cut.mp4 --at 1s", "cut.mp4 --info",
    "empty.mp4 --info", "text.mp4 --info", "v.mp4 --at 0 -o missing/x.png", "v.mp4 --at 0 -o v.mp4", "v.mp4 --trace",
    "v.mp4 --at 0 --json -o -", "-ss 2 -i v.mp4 out.png", "v.mp4 --at 0 --max-pixels 10", "--batch missing.ndjson",
    "v.mp4 --at 0 --max-memory 1", "a.m4a --at 0", "v.mp4 --scrub --frame 2", "v.mp4 --at 1s out.png", "--help nothing",
  ]

  private func answer(_ call: String, by door: Door) throws -> Answer {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    try bench.copy(.h264BFrames, to: "b.mp4")
    try bench.copy(.h264Offset, to: "o.ts")
    try bench.copy(.xvidPacked, to: "x.avi")
    try bench.copy(.audioOnly, to: "a.m4a")
    try bench.write(Fixture.h264BFrames.bytes().dropLast(2000), to: "cut.mp4")
    try bench.write("", to: "empty.mp4")
    try bench.write("no video\n", to: "text.mp4")
    try bench.write(
      """
      {"version": 1, "video": "v.mp4", "control": {}, "touches": [
        {"t": 0, "phase": "began", "x": 0, "y": 15}, {"t": 1, "phase": "moved", "x": 60, "y": 15},
        {"t": 2, "phase": "ended", "x": 40, "y": 15}]}
      """, to: "drag.json")
    let jobs =
      #"{"video": "v.mp4", "frame": 3, "output": "3.png"}"# + "\n" + #"{"video": "o.ts", "at": "50%"}"# + "\n"
      + #"{"video": "v.mp4", "frame": 3000}"# + "\n"
    try bench.write(jobs, to: "jobs.ndjson")
    let before = bench.names
    let words = call.split(separator: " ").map(String.init)
    let result = try run(
      [BuiltTool.path] + words, input: words.first == "--serve" ? Data(jobs.utf8) : Data(),
      environment: ["XDG_CACHE_HOME": "/dev/null", "COLUMNS": "80"], in: bench.folder, by: door)
    var files: [String: Data] = [:]
    for name in bench.names.subtracting(before) { files[name] = (try? bench.bytes(name)) ?? Data() }
    return Answer(result: result.withoutTimes, files: files)
  }

  @Test func `both doors answer a hundred calls alike`() throws {
    #if os(Linux)
      // Without the server both doors would be the program's.
      #expect(FileManager.default.isExecutableFile(atPath: BuiltTool.folder + "fork-server"))
    #endif
    #expect(Self.calls.count >= 100 && Set(Self.calls).count == Self.calls.count)
    var codes: Set<Int32> = []
    for call in Self.calls {
      let forked = try answer(call, by: .fork)
      codes.insert(forked.result.status)
      #expect(forked == (try answer(call, by: .program)), "\(call)")
    }
    #expect(codes.isSuperset(of: [0, 1, 2, 3, 5]))
  }

  @Test func `both doors to a terminal lead its session and show the same`() throws {
    let bench = try Bench.withShortClip()
    var shown: [String] = []
    for door in [Door.fork, .program] {
      let driver = try TerminalDriver(
        [BuiltTool.path, "v.mp4", "--scrub", "--frame", "7"], in: bench.folder, output: .pipe, errors: .null,
        environment: ["XDG_CACHE_HOME": "/dev/null"], by: door)
      try driver.wait("the picture of frame 7") { ScrubView($0).isExact && ScrubView($0).frame == 7 }
      shown.append(driver.screen.page.text)
      // As Ctrl-C would: the signal comes by the terminal to its session's group in the foreground.
      let leads = try run(["ps", "-o", "sid=,pgid=,tpgid=", "-p", "\(driver.child)"]).text
      #expect(leads.split(whereSeparator: \.isWhitespace).map { Int32($0) == driver.child } == [true, true, true])
      let end = try driver.leave()
      #expect(end.stdout.isEmpty && end.lines.isEmpty, "\(end.lines)")
    }
    #expect(shown[0] == shown[1] && shown[0].contains("7"))
  }

  @Test func `both doors to FFmpeg's programs give the same`() throws {
    let clip = Fixture.h264BFrames.path
    for words in [
      ["ffmpeg", "-version"], ["ffprobe", "-version"],
      ["ffmpeg", "-v", "error", "-i", "missing.mp4", "-f", "null", "-"],
      ["ffmpeg", "-v", "error", "-i", clip, "-f", "framemd5", "-"], ["ffprobe", "-v", "error", "-show_packets", clip],
      ["ffmpeg", "-v", "error", "-i", clip, "-bitexact", "-c:v", "libx264", "-threads", "1", "-f", "matroska", "-"],
      ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=d=1", "-f", "rawvideo", "-"],
    ] {
      let (forked, started) = (try run(words), try run(words, by: .program))
      #expect(forked.status == started.status && forked.stdout == started.stdout, "\(words)")
      // FFmpeg 7 names its objects by their addresses.
      let address = /@ 0x[0-9a-f]+/
      let lines = [forked, started].map { $0.stderr.replacing(address, with: "@") }
      #expect(lines[0] == lines[1], "\(words)")
    }
  }
}

extension RunResult {
  /// The same without what differs from run to run: the elapsed time in a report, the number of a process.
  fileprivate var withoutTimes: RunResult {
    let text = String(decoding: stdout, as: UTF8.self).replacing(/"(ms|seconds|elapsed)[a-zA-Z]*": ?[0-9.]+/, with: "")
    let isText = stdout.first.map { $0 < 0x80 && $0 != 0 } ?? true
    return RunResult(
      status: status, stdout: isText && !text.contains("\u{FFFD}") ? Data(text.utf8) : stdout,
      stderr: stderr.replacing(/[0-9.]+ (m?s|seconds)\b/, with: ""))
  }
}
