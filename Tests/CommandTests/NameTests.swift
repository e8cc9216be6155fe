import Foundation
import TestSupport
import Testing

/// The names of outputs.
@Suite struct NameTests {
  private let clip = Fixture.h264Faststart.path

  /// The name that one moment gets, determined without writing.
  private func name(_ words: String..., of clip: String = Fixture.h264Faststart.path) throws -> String {
    let result = try Bench().framegrab([clip, "--dry-run"] + words)
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    return result.text
  }

  @Test(arguments: [
    (["--frame", "37"], "f000037"), (["--at", "37f"], "f000037"), (["--frame", "-1"], "f000049"),
    (["--at", "0"], "00.00.00.000"), (["--at", "1.5s"], "00.00.01.500"), (["--at", "0:01"], "00.00.01.000"),
    // Rounded up: 1/3 s is not yet over at 0.333 s.
    (["--at", "1/3s"], "00.00.00.334"), (["--at", "1us"], "00.00.00.001"), (["--at", "50%"], "00.00.01.000"),
    // The requested time, not the frame's: frame 12 starts at 0.48 s.
    (["--at", "0.5s"], "00.00.00.500"), (["--at", "end"], "00.00.02.000"), (["--at", "-0.5s"], "00.00.01.500"),
    (["--at", "pts:512"], "00.00.00.040"), (["--at", "start"], "00.00.00.000"),
  ])
  func `without -o a name has the video and the moment`(words: [String], moment: String) throws {
    let result = try Bench().framegrab([clip, "--dry-run"] + words)
    result.expectSuccess("h264-faststart-\(moment).png")
  }

  @Test func `default names that would be equal get more digits`() throws {
    let bench = try Bench()
    // Rounded up to milliseconds both are 0.501.
    let result = try bench.framegrab(clip, "--at", "0.5001s", "--at", "0.5002s", "--at", "1s", "--frame", "3")
    result.expectSuccess(
      "h264-faststart-00.00.00.500100.png", "h264-faststart-00.00.00.500200.png", "h264-faststart-00.00.01.000000.png",
      "h264-faststart-f000003.png")
    #expect(try result.lines.map(bench.number) == [12, 12, 25, 3])
  }

  @Test func `the stem is the name without folders and the last extension`() throws {
    let bench = try Bench()
    try bench.makeFolder("in.d")
    for (name, stem) in ["in.d/a.b.mp4": "a.b", "plain": "plain", ".hidden": ".hidden", "x.": "x"] {
      try bench.copy(.oneFrame, to: name)
      try bench.framegrab(name, "--frame", "0").expectSuccess("\(stem)-f000000.png")
      #expect(bench.names.contains("\(stem)-f000000.png"))
    }
  }

  // Frame 15 at 25 per second with 12800 ticks a second starts at 0.6 s and 7680 ticks.
  @Test(arguments: [
    ("{stem}.png", "timecode.png"), ("{index}.png", "15.png"), ("{index:06}.png", "000015.png"),
    ("{index:1}.png", "15.png"), ("%d.png", "15.png"), ("%06d.png", "000015.png"), ("%02d.png", "15.png"),
    ("{time}.png", "00.00.00.600.png"), ("{pts}.png", "7680.png"), ("a{{b}}c.png", "a{b}c.png"),
    ("100%%.png", "100%.png"), ("%%d.png", "%d.png"), ("a%b%s%.png", "a%b%s%.png"), ("%", "%"), ("%%%d", "%15"),
    ("{{{index}}}", "{15}"), ("{stem}_{index}_%d", "timecode_15_15"), ("50% of %d", "50% of 15"),
  ])
  func `fields of a template are replaced and everything else stays`(template: String, name: String) throws {
    for moment in [["--frame", "15"], ["--at", "0.6s"], ["--at", "01:00:00:15"]] {
      try Bench().framegrab([Fixture.timecode.path, "--dry-run", "-o", template] + moment).expectSuccess(name)
    }
  }

  @Test func `a timecode in a name has no colons`() throws {
    let text = try name("--frame", "15", "-o", "{timecode}.png", of: Fixture.timecode.path)
    #expect(text == "01.00.00.15.png\n")
  }

  @Test func `a drop-frame timecode in a name has no semicolon`() throws {
    let bench = try Bench()
    try makeOnce(
      "drop.mov",
      "-f lavfi -i color=gray:s=32x32:r=30000/1001:d=0.3 -c:v mpeg4 -timecode 00:00:59;28".split(separator: " ")
        .map(String.init), in: bench.folder)
    // At 29.97 a second the labels ;00 and ;01 of a full minute do not exist: after ;28 and ;29 comes 00:01:00;02.
    let result = try bench.framegrab("drop.mov", "--frame", "2", "--dry-run", "-o", "{timecode}.png")
    #expect(String(decoding: result.stdout, as: UTF8.self) == "00.01.00.02.png\n")
  }

  // 1001/30000 s is 0.0333666… s, rounded up 0.034 s.
  @Test func `a time in a name is rounded up`() throws {
    #expect(try name("--frame", "1", "-o", "{time}", of: Fixture.h264NTSC.path) == "00.00.00.034\n")
  }

  @Test(arguments: [
    ("{indx}.png", "did you mean '{index}'?"), ("{INDEX}", "unknown field '{INDEX}'"), ("{}", "unknown field '{}'"),
    ("{index", "'{'"), ("index}", "'}'"), ("{index:x}", "{index:06}"), ("{index:-3}", "{index:06}"),
    ("{index:99999999999999999999}", "{index:06}"), ("{stem:3}", "{stem:3}"),
  ])
  func `a template that cannot be read is refused before any work`(template: String, reason: String) throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "1", "-o", template).expectFailure(2, reason)
    try bench.framegrab("missing.mp4", "--frame", "1", "-o", template).expectFailure(2, reason)
    #expect(bench.names == [])
  }

  @Test func `two frames with one name are refused before any work`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "1", "--frame", "2", "-o", "a.png").expectFailure(2, "a.png", "{index}")
    try bench.framegrab(clip, "--at", "0", "--at", "1s", "-o", "{stem}.png", "-y").expectFailure(
      2, "h264-faststart.png")
    try bench.framegrab(clip, "--frame", "5..8", "-o", "a.png", "--dry-run").expectFailure(2, "a.png")
    #expect(bench.names == [])
  }

  @Test func `two spellings of one name are one name`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "1..2", "-o", "./a.png").expectFailure(2)
    #expect(bench.names == [])
  }

  @Test func `the same frame requested twice is written once`() throws {
    let bench = try Bench()
    // Frame 3 is on screen from 0.12 s on.
    let result = try bench.framegrab(clip, "--frame", "3", "--at", "0.12s", "--at", "130ms", "-o", "a.png")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.stderr == "")
    #expect(Set(result.lines) == ["a.png"])
    #expect(bench.names == ["a.png"])
    #expect(try bench.number("a.png") == 3)
    let named = try bench.framegrab(clip, "--at", "0.5s", "--at", "500ms")
    #expect(named.status == 0)
    #expect(bench.names == ["a.png", "h264-faststart-00.00.00.500.png"])
  }
}
