import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
  private let clip = Fixture.h264Faststart.path

  @Test(arguments: [
    (["--att", "1s"], "unknown option '--att'; did you mean '--at'?"),
    (["--metdata=none"], "did you mean '--metadata'?"),
    (["--xyzzy"], "unknown option '--xyzzy'"),
    (["-x"], "unknown option '-x'"),
    (["-output", "a.png"], "did you mean '--output'?"),
    (["--at"], "'--at' needs one"),
    (["--at", "--help"], "'--help' follows"),
    (["--at", "--json"], "'--json' follows"),
    (["--at", "-v"], "'-v' follows"),
    (["-o"], "'-o' needs one"),
    (["--json=yes"], "'--json' takes none"),
    (["--depth", "12"], "unknown value '12' for '--depth' (auto, 8, 16)"),
    (["--color", "sRGB"], "unknown value 'sRGB' for '--color' (auto, tagged, srgb, keep)"),
    (["--clock", "first-fram"], "did you mean 'first-frame'?"),
    (["--metadata", "all"], "(full, color, none)"),
    (["-o", "a.png", "-o", "b.png"], "repeated option '-o'"),
  ])
  func `an invalid argument is refused before any work`(words: [String], reason: String) throws {
    let bench = try Bench()
    try bench.framegrab([clip, "--at", "0"] + words).expectFailure(2, reason)
    #expect(bench.names == [])
  }

  @Test(arguments: [
    (["--at", "0", "-y", "-n"], ["-y", "-n"]),
    (["--at", "0", "-q", "-v"], ["-q", "-v"]),
    (["--at", "0", "--json", "-o", "-"], ["--json", "-o -"]),
    (["--info", "--list-frames"], ["--info", "--list-frames"]),
    (["--info", "--at", "0"], ["--info"]),
    (["--trace"], ["--gesture"]),
    ([], ["nothing to grab", "--at", "--frame", "--gesture"]),
    (["-o", "a.png"], ["nothing to grab"]),
  ])
  func `options that exclude each other are refused`(words: [String], named: [String]) throws {
    let bench = try Bench()
    let result = try bench.framegrab([clip] + words)
    result.expectFailure(2)
    for word in named { #expect(result.stderr.contains(word)) }
    #expect(bench.names == [])
  }

  @Test func `a video is required, and only one to play`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "second.mp4", "--replay", "--gesture", "g.json").expectFailure(2, "'second.mp4'")
    try bench.framegrab("--at", "0").expectFailure(2, "which video?")
    try bench.framegrab("--info").expectFailure(2, "which video?")
    #expect(bench.names == [])
  }

  @Test(arguments: [
    ["5:75"], ["abc"], [""], ["1..2"], ["12.5x"], ["1/0s"], ["nan"], ["inf"], ["0x10"], ["--5"],
    ["pts:"], ["1.5f"], ["f"], ["end+1s"], [" 1s"], ["1,5s"], ["٣s"],
  ])
  func `an invalid time is refused without opening the video`(text: [String]) throws {
    let bench = try Bench()
    try bench.framegrab("missing.mp4", "--at=\(text[0])").expectFailure(2)
    #expect(bench.names == [])
  }

  @Test(arguments: ["x", "", "1.5", "0..", "..5", "0..10:0", "0..10:-1", "0..10:", "9223372036854775808", "1-5"])
  func `an invalid frame index is refused without opening the video`(text: String) throws {
    let bench = try Bench()
    try bench.framegrab("missing.mp4", "--frame=\(text)").expectFailure(2)
    #expect(bench.names == [])
  }

  @Test func `a range that runs backwards is malformed`() throws {
    try Bench().framegrab(clip, "--frame", "5..1").expectFailure(2, "backwards")
  }

  @Test func `options may be anywhere, with values in either form`() throws {
    let bench = try Bench()
    for (name, words) in [
      "a": [clip, "--at", "0.2s", "-o", "a"], "b": ["--at", "0.2s", clip, "-o", "b"], "c": ["-oc", "--at=0.2s", clip],
      "d": ["--output=d", "--at", "0.2s", "--", clip], "e": ["-yo", "e", "--at", "0.2s", clip],
    ] {
      try bench.framegrab(words).expectSuccess(name)
      #expect(try bench.number(name) == 5)
    }
  }

  @Test func `a dash with a digit is a value and after two dashes everything is a name`() throws {
    let bench = try Bench()
    // The video ends at 2 s: half a second before that, frame 37 is on screen.
    try bench.framegrab(clip, "--at", "-0.5s", "-o", "a.png").expectSuccess("a.png")
    #expect(try bench.number("a.png") == 37)
    try bench.framegrab("--at", "0", "--", "--help").expectFailure(3, "--help")
  }

  @Test(arguments: [
    ["--max-pixels", "0"], ["--max-pixels", "-1"], ["--max-pixels", "many"], ["--timeout", "0s"],
    ["--timeout", "soon"],
    ["--timeout", "50%"], ["--max-gap", "1X"], ["--max-gap", "0"], ["--max-memory", "9999999999G"],
    ["--max-streams", "0"], ["--stream", "-1"], ["--stream", "first"],
  ])
  func `the error for an invalid limit names the option`(words: [String]) throws {
    try Bench().framegrab([clip, "--at", "0"] + words).expectFailure(2, words[0])
  }
}
