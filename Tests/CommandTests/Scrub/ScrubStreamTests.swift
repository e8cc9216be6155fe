import Foundation
import TestSupport
import Testing

/// Options, streams and exit codes of --scrub.
@Suite struct ScrubStreamTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  static let excluded = [
    ["--all"], ["--every", "1s"], ["--count", "3"], ["--keyframes"], ["--at-list", "list.txt"], ["--replay"],
    ["--trace"], ["--plot", "p.svg"], ["--serve"], ["--info"], ["--list-frames"],
  ]

  @Test(arguments: excluded) func `other modes exclude it`(words: [String]) throws {
    try bench.framegrab(["v.mp4", "--scrub"] + words).expectFailure(2, words[0])
  }

  @Test func `it starts at one moment at most`() throws {
    for words in [["--at", "1s", "--frame", "3"], ["--at", "1s", "--at", "0s"], ["--frame", "1", "--frame", "2"]] {
      #expect(try bench.framegrab(["v.mp4", "--scrub"] + words).status == 2, "\(words)")
    }
    #expect(try bench.framegrab("v.mp4", "--scrub", "--frame", "3..5").status == 2)
  }

  @Test func `a model without a slider is refused`() throws {
    try bench.framegrab("v.mp4", "--scrub", "--model", "scroll-scrubber").expectFailure(2, "scroll-scrubber")
    try bench.framegrab("v.mp4", "--scrub", "--model", "obslide").expectFailure(2, "obslide", "obslider")
    try bench.framegrab("v.mp4", "--scrub", "--view", "pictures").expectFailure(2, "blocks", "kitty", "sixel", "text")
    try bench.framegrab("--scrub").expectFailure(2, "video")
  }

  @Test func `without a terminal it says what scripts use`() throws {
    // A session of its own has none.
    let result = try run(["setsid", "-w", BuiltTool.path, "v.mp4", "--scrub"], in: bench.folder)
    #expect(result.status == 2 && result.stdout.isEmpty)
    #expect(result.stderr == "framegrab: --scrub needs a terminal; scripts use --at or --gesture\n")
  }

  @Test func `a video that cannot be read has its usual code`() throws {
    for (clip, status) in [("missing.mp4", 3), ("text.mp4", 3), ("sound.m4a", 4)] as [(String, Int32)] {
      try bench.write("no video", to: "text.mp4")
      try bench.copy(.audioOnly, to: "sound.m4a")
      let driver = try bench.begin(clip: clip)
      let end = try driver.expectEnd(status)
      #expect(end.stderr.hasPrefix("framegrab: \(clip): ") && end.stderr.split(separator: "\n").count == 1)
    }
  }

  @Test func `a moment outside the video has its usual code`() throws {
    for words in [["--at", "99s"], ["--frame", "50"]] {
      let end = try bench.begin(words).expectEnd(4)
      #expect(end.stderr.hasPrefix("framegrab: v.mp4: "), "\(end.stderr)")
    }
  }

  @Test(arguments: [
    (["--at", "1s"], 25), (["--at", "50%"], 25), (["--frame", "-1"], 49), (["--at", "end-1s"], 25), ([], 0),
  ])
  func `it starts at the given moment`(words: [String], frame: Int) throws {
    let driver = try bench.begin(words, as: .tmux)
    try driver.wait("the frame") { ScrubView($0).isExact && ScrubView($0).frame == frame }
    try driver.save()
    #expect(bench.names.contains("v-f\(String(1_000_000 + frame).dropFirst()).png"))
  }

  @Test func `paths come after the screen was given back`() throws {
    let driver = try bench.scrub("--frame", "7", output: .terminal, errors: .terminal)
    try driver.type("s")
    try driver.wait("the picture") { _ in bench.names.contains("v-f000007.png") }
    try driver.type("l")
    let end = try driver.save()
    #expect(end.lines == ["v-f000007.png", "v-f000008.png"])
  }

  @Test func `JSON describes the saved pictures`() throws {
    let driver = try bench.scrub("--frame", "7", "--json", "--hash", "-o", "a.png")
    let end = try driver.save()
    let expected = try bench.framegrab("v.mp4", "--frame", "7", "--json", "--hash", "-o", "b.png")
    let text = String(decoding: end.stdout, as: UTF8.self)
    #expect(text == expected.text.replacing("b.png", with: "a.png"))
    #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
  }

  @Test func `picture options hold for saved pictures`() throws {
    let words = ["--width", "80", "--metadata", "none", "--depth", "16", "--compression", "small"]
    let driver = try bench.begin(["--frame", "7", "-o", "a.png"] + words)
    try driver.wait("the picture") { ScrubView($0).isExact }
    try driver.save()
    #expect(try bench.framegrab(["v.mp4", "--frame", "7", "-o", "b.png"] + words).status == 0)
    #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
  }

  @Test func `an existing picture is overwritten or skipped as asked`() throws {
    try bench.write("old", to: "a.png")
    let skipping = try bench.scrub("--frame", "7", "-n", "-o", "a.png")
    // Whether that leaves or not, as nothing was saved.
    try skipping.type("\rq")
    let end = try skipping.finish()
    #expect(end.screen.modes == [25] && end.screen.faults.isEmpty && end.hasSettings)
    #expect(try bench.bytes("a.png") == Data("old".utf8))
    let forcing = try bench.scrub("--frame", "7", "-y", "-o", "a.png")
    try forcing.save()
    #expect(try bench.number("a.png") == 7)
  }

  @Test func `one picture goes to standard output`() throws {
    let driver = try bench.scrub("--frame", "7", "-o", "-")
    let end = try driver.save()
    #expect(BurntNumber.read(from: try DecodedPNG(end.stdout)) == 7 && end.stderr == "")
    // Never to the terminal.
    let refused = try bench.begin(["--frame", "7", "-o", "-"], output: .terminal)
    try? refused.wait("the picture") { ScrubView($0).isExact }
    if refused.isRunning { try refused.type(.enter) }
    refused.idle(seconds: 0.3)
    if refused.isRunning { try refused.type("q") }
    let remains = try refused.finish()
    #expect(remains.status != 0 && remains.remains.isEmpty, "\(remains.remains)")
  }

  @Test func `standard input is not read`() throws {
    let null = try bench.begin(["--frame", "7"], input: .null)
    try null.wait("the picture") { ScrubView($0).isExact }
    #expect(try null.save().paths == ["v-f000007.png"])
    let shell = try bench.perform(
      "printf '3\\n5\\n' | while read -r n; do framegrab v.mp4 --scrub --frame $n -o $n.png || exit; done; echo over")
    for frame in [3, 5] {
      try shell.wait("frame \(frame)") { $0.isAlternate && ScrubView($0).isExact && ScrubView($0).frame == frame }
      try shell.type(.enter)
      try shell.wait("the picture") { _ in bench.names.contains("\(frame).png") }
    }
    let end = try shell.finish()
    #expect(end.lines == ["3.png", "5.png", "over"] && end.remains.isEmpty, "\(end.remains)")
    #expect(end.screen.changes["?1049l"] == 2)
  }

  @Test func `a script gets the path`() throws {
    let shell = try bench.perform("img=$(framegrab v.mp4 --scrub) && echo \"<$img>\" || echo \"none: $?\"")
    try shell.wait("the picture") { ScrubView($0).isExact }
    try shell.expect(3, after: "lll")
    try shell.type(.enter)
    #expect(try shell.finish().lines == ["<v-f000003.png>"])
    let left = try bench.perform("img=$(framegrab v.mp4 --scrub) && echo \"<$img>\" || echo \"none: $?\"")
    try left.wait("the picture") { ScrubView($0).isExact }
    try left.type("q")
    #expect(try left.finish().lines == ["none: 1"])
  }

  @Test func `a name with escape sequences does not reach the terminal`() throws {
    let name = "a\u{1B}[31m\u{7}b.mp4"
    try bench.copy(.h264Faststart, to: name)
    let driver = try bench.scrub("--frame", "7", size: TerminalSize(200, 60), clip: name)
    try driver.type("ls")
    try driver.wait("the picture") { _ in bench.names.contains { $0.hasSuffix(".png") } }
    try driver.type("r")
    try driver.wait("the recording") { _ in bench.names.contains { $0.hasSuffix(".json") } }
    try driver.type("?")
    try driver.wait("help") { ScrubView($0).hasHelp }
    try driver.escape()
    try driver.settle()
    // The path on standard output is the file's, byte for byte.
    let end = try driver.leave(0)
    #expect(end.paths == ["a\u{1B}[31m\u{7}b-f000008.png"])
  }
}
