import Foundation
import TestSupport
import Testing

/// Recordings of devices in place of gestures in JSON.
@Suite struct RecordingTests {
  private static let folder = Fixture.folder.appending(component: "recordings")
  private let clip = Fixture.h264Faststart.path

  /// The recordings whose panel has 4096 values on a screen of 1024 by 2048 pixels; those of the others are pixels.
  static let names = ["touchscreen.yml", "pen.yml", "phone.txt", "one-device.txt", "numbers.txt", "packets.txt"]

  /// A folder with all of them, their slider, and the same drag in JSON.
  private func bench() throws -> Bench {
    let bench = try Bench()
    for name in Self.names + ["slider.json", "same-drag.json"] {
      try bench.write(Data(contentsOf: Self.folder.appending(component: name)), to: name)
    }
    return bench
  }

  private func words(_ name: String) -> [String] {
    let isStretched = ["touchscreen.yml", "pen.yml", "phone.txt"].contains(name)
    return ["--gesture", name, "--control", "slider.json", "--density", "2"]
      + (isStretched ? ["--screen", "1024x2048"] : [])
  }

  @Test(arguments: names) func `a recording ends on the frame of the same drag in JSON, and has its trace`(
    name: String
  ) throws {
    let bench = try bench()
    // From a quarter, 40 of the track's 320 points at full speed and 40 at a half: 0.25 + 60 / 320 of 2 s are 0.875 s, in
    // frame 21 of 25 a second.
    try bench.framegrab([clip, "-o", "a.png"] + words(name)).expectSuccess("a.png")
    #expect(try bench.number("a.png") == 21)
    try bench.framegrab(clip, "--gesture", "same-drag.json", "-o", "b.png").expectSuccess("b.png")
    #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
    let trace = try bench.framegrab([clip, "--trace"] + words(name))
    #expect(try trace.status == 0 && trace.text == bench.framegrab(clip, "--gesture", "same-drag.json", "--trace").text)
    #expect(trace.lines.count == 5 && trace.lines[0].contains(#""t":0.000000,"#), "\(trace.lines[0])")
  }

  @Test func `a recording is drawn, replayed, and read from standard input`() throws {
    let bench = try bench()
    let words = words("phone.txt").dropFirst(2)
    let bytes = try bench.bytes("phone.txt")
    try bench.framegrab([clip, "--gesture", "-", "-o", "a.png"] + words, input: bytes).expectSuccess("a.png")
    #expect(try bench.number("a.png") == 21)
    #expect(try bench.framegrab(["--plot", "-"] + self.words("phone.txt")).text.contains("<svg"))
    let replay = try bench.framegrab([clip, "--replay", "--simulate", "5"] + self.words("phone.txt"))
    #expect(replay.status == 0 && replay.lines.count > 1, "\(replay.stderr)")
  }

  @Test func `requests and jobs may have recordings`() throws {
    let bench = try bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    let request = #"""
      {"video": "v.mp4", "gesture": "phone.txt", "control": "slider.json", "screen": "1024x2048", "density": 2, "output": "a.png"}
      """#
    let served = try bench.framegrab(["--serve"], input: Data(request.utf8))
    #expect(try served.status == 0 && bench.number("a.png") == 21, "\(served.text)")
    try bench.write(request.replacing("a.png", with: "b.png"), to: "jobs.ndjson")
    let batch = try bench.framegrab("--batch", "jobs.ndjson", "--results", "r.ndjson")
    #expect(try batch.status == 0 && bench.number("b.png") == 21, "\(batch.stderr)")
    // Another slider makes it another job.
    try bench.write(
      #"{"version": 1, "control": {"frame": {"y": 600, "width": 320}, "value": "26%"}}"#, to: "slider.json")
    let resumed = try bench.framegrab("--batch", "jobs.ndjson", "--results", "r.ndjson", "--resume", "-y")
    #expect(resumed.status == 0 && resumed.lines == ["b.png"], "\(resumed.stderr)")
  }

  @Test func `the slider's file names the video and the output, relative to itself and to the current folder`() throws {
    let bench = try bench()
    try bench.makeFolder("sliders")
    try bench.copy(.h264Faststart, to: "sliders/v.mp4")
    let slider = String(decoding: try bench.bytes("slider.json"), as: UTF8.self)
      .replacing(#""version": 1,"#, with: #""version": 1, "video": "v.mp4", "output": "{stem}-{index}.png","#)
    try bench.write(slider, to: "sliders/s.json")
    let words = words("phone.txt").map { $0 == "slider.json" ? "sliders/s.json" : $0 }
    try bench.framegrab(words).expectSuccess("v-21.png")
    // What is wrong with them is at their place in that file.
    try bench.write(slider.replacing("v.mp4", with: "../../v.mp4"), to: "sliders/s.json")
    try bench.framegrab(words).expectFailure(2, "framegrab: sliders/s.json:2:", "/video: this video is neither below")
    // Neither file is ever an output.
    try FileManager.default.linkItem(at: bench.url("sliders/s.json"), to: bench.url("sliders/link"))
    try bench.framegrab(words + [clip, "-y", "-o", "sliders/link"]).expectFailure(5, "sliders/link")
  }

  @Test func `faults are one line with the place in the recording`() throws {
    let bench = try bench()
    let text = String(decoding: try bench.bytes("touchscreen.yml"), as: UTF8.self)
    let place = try #require(text.range(of: "    - [  0, 100000,   3,  53,    1024]"))
    let line = text[..<place.lowerBound].count { $0 == "\n" } + 1
    // The list starts in column 7, and before its last number are 27 characters.
    try bench.write(text.replacing("   3,  53,    1024]", with: "   3,  53,    x]"), to: "bad.yml")
    let words = words("touchscreen.yml").map { $0 == "touchscreen.yml" ? "bad.yml" : $0 }
    try bench.framegrab([clip, "-o", "a.png"] + words).expectFailure(
      2, "framegrab: bad.yml:\(line):34: a whole number of 64 bits should be here, not 'x'")
    // A finger that never catches the knob is a fault of the touches, behind 13 lines about devices.
    try bench.framegrab(clip, "--gesture", "phone.txt", "-o", "a.png").expectFailure(2, "framegrab: phone.txt:14:1: ")
    try bench.write("hello\n", to: "no.txt")
    try bench.framegrab(clip, "--gesture", "no.txt").expectFailure(2, "framegrab: no.txt:1:1: this is no gesture")
    let devices = (0..<300).map { "add device \($0): /dev/input/event\($0)\n" }.joined()
    try bench.write(devices, to: "many.txt")
    try bench.framegrab(clip, "--gesture", "many.txt").expectFailure(6, "framegrab: many.txt:257:1: ")
    #expect(!bench.names.contains("a.png"))
  }

  @Test func `a recording that is not lifted needs a word`() throws {
    let bench = try bench()
    let lines = String(decoding: try bench.bytes("numbers.txt"), as: UTF8.self).split(separator: "\n").dropLast(4)
    try bench.write(lines.joined(separator: "\n") + "\n", to: "numbers.txt")
    let words = [clip, "-o", "a.png"] + words("numbers.txt")
    try bench.framegrab(words).expectFailure(
      2, "framegrab: numbers.txt:12:1: the finger is never lifted", "--allow-unfinished")
    try bench.framegrab(words + ["--allow-unfinished"]).expectSuccess("a.png")
    #expect(try bench.number("a.png") == 21)
  }

  @Test(arguments: [
    (["--control", ""], "the value of --control is the name of a file, not ''"),
    (["--control", "-"], "the value of --control is the name of a file, not '-'"),
    (["--screen", "1080"], "the value of --screen is a width and a height from 1 to 65535 pixels, such as 1080x2400"),
    (["--screen", "0x4"], "--screen is a width"), (["--screen", "65536x4"], "--screen is a width"),
    (["--density", "0"], "the value of --density is a number of pixels per point above 0, such as 3 or 2.625"),
    (["--density", "dpi"], "--density is a number"), (["--density", "-2"], "--density is a number"),
    (["--density", "420 dpi"], "--density is a number"), (["--density", "2%"], "--density is a number"),
    (["--density", "nan"], "--density is a number"), (["--density", "1e3"], "--density is a number"),
  ])
  func `values that are none are refused`(words: [String], reason: String) throws {
    let bench = try bench()
    try bench.framegrab([clip, "--gesture", "phone.txt"] + words).expectFailure(2, reason)
  }

  @Test func `a density may be that of Android, of which 160 are one`() throws {
    let bench = try bench()
    let trace = try bench.framegrab(["--trace"] + words("phone.txt"))
    let words = words("phone.txt").map { $0 == "2" ? "320dpi" : $0 }
    #expect(try trace.status == 0 && trace.text == bench.framegrab(["--trace"] + words).text)
  }

  @Test func `a slider's file that is missing or wrong is named`() throws {
    let bench = try bench()
    let words = [clip, "--gesture", "phone.txt", "--control"]
    try bench.framegrab(words + ["slidr.json"]).expectFailure(3, "slidr.json", "slider.json")
    try bench.write(#"{"version": 1, "contrl": {}}"#, to: "bad.json")
    try bench.framegrab(words + ["bad.json"]).expectFailure(2, "framegrab: bad.json:1:16: ", "did you mean 'control'?")
    // A gesture in JSON has its own.
    try bench.framegrab(clip, "--gesture", "same-drag.json", "--control", "slider.json").expectFailure(
      2, "framegrab: same-drag.json:1:1: this gesture has its own slider")
  }
}
