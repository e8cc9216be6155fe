import Foundation
import Scrubbing
import TestSupport
import Testing

/// Gesture files that the tool makes, from nothing to the picture.
@Suite struct NewGestureTests {
  /// The clip has 50 frames with their numbers in them.
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    return bench
  }

  @Test(arguments: Model.allCases) func `from nothing to the frame asked for`(model: Model) throws {
    let bench = try bench()
    // Each file names the video and ends on the frame without more words, forwards and back.
    for (from, reach) in [("25%", 37), ("end", 4)] {
      try bench.framegrab(
        "v.mp4", "--new-gesture", "drag.json", "--model", model.rawValue, "--from", from, "--reach", "\(reach)f",
        "--over", "500ms", "--rate", "30", "-y"
      ).expectSuccess("drag.json")
      try bench.framegrab("--gesture", "drag.json", "-y", "-o", "p.png").expectSuccess("p.png")
      #expect(try bench.number("p.png") == reach)
    }
    #expect(bench.names == ["drag.json", "p.png", "v.mp4"])
  }

  @Test func `the finger goes away from the slider and slows it`() throws {
    let bench = try bench()
    let result = try bench.framegrab(
      "v.mp4", "--new-gesture", "drag.json", "--from", "10f", "--reach", "14f", "--away", "120", "-v")
    #expect(result.status == 0 && result.text == "drag.json\n")
    #expect(result.stderr.contains("drag.json: ends on frame 14: 122 touches"))
    let text = String(decoding: try bench.bytes("drag.json"), as: UTF8.self)
    #expect(text.contains(#""video": "v.mp4""#) && text.contains(#""value": "10f""#) && text.contains(#""t": 2,"#))
    let trace = try bench.framegrab("--gesture", "drag.json", "--trace").objects()
    // Full speed until 50 points, a half until 100, then a quarter; a pulse at each change.
    let speeds = trace.compactMap { $0["speed"] as? Double }.dropLast()
    #expect(Set(speeds) == [1, 0.5, 0.25] && speeds.last == 0.25)
    #expect(trace.count { ($0["feedback"] as? [String]) == ["speed"] } == 2)
    #expect(trace.last?["frame"] as? Int == 14)
  }

  @Test func `what no place reaches is an error and writes nothing`() throws {
    let bench = try bench()
    try bench.framegrab("v.mp4", "--new-gesture", "drag.json", "--reach", "49f", "--away", "170")
      .expectFailure(
        4, "drag.json: frame 49 is out of reach", "the speed is 0.1", "points of travel", "frames",
        "a smaller --away reaches further")
    try bench.framegrab("v.mp4", "--new-gesture", "drag.json", "--reach", "50f").expectFailure(4, "v.mp4", "frame 49")
    try bench.framegrab("--new-gesture", "drag.json", "--reach", "30f").expectFailure(2, "'30f'", "video")
    try bench.framegrab("--new-gesture", "drag.json", "--reach", "30%", "--from", "3s").expectFailure(2, "'3s'")
    for model in ["uislider", "scroll-scrubber", "media3", "telegram"] {
      try bench.framegrab("v.mp4", "--new-gesture", "drag.json", "--reach", "9f", "--model", model, "--away", "9")
        .expectFailure(2, "'\(model)' has no table of speeds for distances above the slider")
    }
    for (option, value) in [
      ("--rate", "0.5"), ("--rate", "1001"), ("--rate", "sixty"), ("--away", "-3"), ("--over", "0s"),
      ("--reach", "3x"),
    ] {
      try bench.framegrab("v.mp4", "--new-gesture", "drag.json", "--reach", "9f", option, value).expectFailure(2)
    }
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `percentages need no video`() throws {
    let bench = try bench()
    try bench.framegrab("--new-gesture", "drag.json", "--from", "25%", "--reach", "60%").expectSuccess("drag.json")
    #expect(!String(decoding: try bench.bytes("drag.json"), as: UTF8.self).contains("video"))
    // 60 % of 50 frames is the start of frame 30.
    try bench.framegrab("v.mp4", "--gesture", "drag.json", "-o", "p.png").expectSuccess("p.png")
    #expect(try bench.number("p.png") == 30)
  }

  @Test func `outputs are as any other`() throws {
    let bench = try bench()
    func make(_ file: String, _ more: String...) throws -> RunResult {
      try bench.framegrab(["v.mp4", "--new-gesture", file, "--reach", "20f"] + more)
    }
    try make("drag.json").expectSuccess("drag.json")
    let first = try bench.bytes("drag.json")
    try make("drag.json").expectFailure(5, "drag.json")
    try bench.write("mine", to: "own.json")
    #expect(try make("own.json", "-n").status == 0)
    #expect(try bench.bytes("own.json") == Data("mine".utf8))
    try make("own.json", "-y").expectSuccess("own.json")
    #expect(try bench.bytes("own.json") == first)
    try make("v.mp4", "-y").expectFailure(5, "v.mp4")
    try make("new/drag.json").expectFailure(5, "--mkdir")
    try make("new/drag.json", "--mkdir").expectSuccess("new/drag.json")
    let printed = try make("-")
    #expect(printed.status == 0 && printed.stdout == first)
    _ = try make("dry.json", "--dry-run")
    // With or without walls around the decoder the bytes are the same.
    try make("off.json", "--sandbox", "off").expectSuccess("off.json")
    #expect(try bench.bytes("off.json") == first)
    #expect(bench.names == ["drag.json", "new", "new/drag.json", "off.json", "own.json", "v.mp4"])
  }

  @Test func `the video is named as seen from the file's folder`() throws {
    let bench = try bench()
    for folder in ["in/clips", "in/drags", "out"] { try bench.makeFolder(folder) }
    try bench.copy(.h264Faststart, to: "in/clips/v.mp4")
    func video(_ file: String, of name: String) throws -> String? {
      _ = try bench.framegrab(name, "--new-gesture", file, "--reach", "20f", "-y")
      let object = try JSONSerialization.jsonObject(with: bench.bytes(file)) as? [String: Any]
      if file.hasPrefix("link") { return object?["video"] as? String }
      try bench.framegrab("--gesture", file, "-o", "p.png", "-y").expectSuccess("p.png")
      return object?["video"] as? String
    }
    #expect(try video("drag.json", of: "./v.mp4") == "v.mp4")
    #expect(try video("in/drags/drag.json", of: "in/clips/v.mp4") == "../clips/v.mp4")
    #expect(try video("in/clips/drag.json", of: "in/clips/v.mp4") == "v.mp4")
    #expect(try video("out/drag.json", of: "v.mp4") == "../v.mp4")
    let absolute = bench.url("v.mp4").path(percentEncoded: false)
    #expect(try video("drag.json", of: absolute) == absolute)
    // From a folder that is a link, ".." leads elsewhere.
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("link").path(percentEncoded: false), withDestinationPath: "in/drags")
    #expect(try video("link/drag.json", of: "v.mp4")?.hasPrefix("/") == true)
  }

  @Test func `without a moment it is an example`() throws {
    let bench = try bench()
    let refused = try bench.framegrab("--new-gesture", "drag.json", "--model", "media3", "-y")
    #expect(refused.status == 2 && refused.stderr.contains("the model 'media3' counts the milliseconds of a video"))
    for model in Model.allCases where !model.countsMilliseconds {
      let result = try bench.framegrab(
        "--new-gesture", "drag.json", "--model", model.rawValue, "--from", "25%", "-y")
      #expect(result.status == 0 && result.text == "drag.json\n", "\(result.stderr)")
      #expect(result.stderr.contains("an example that ends on") && result.stderr.contains("--help gestures"))
      try bench.framegrab("v.mp4", "--gesture", "drag.json", "-o", "p.png", "-y").expectSuccess("p.png")
    }
  }

  @Test func `the slider may be that of a file`() throws {
    let bench = try bench()
    // Wider than the phone, one speed of a quarter from 30 points up, and frames 10 to 39.
    let slider = """
      {"version": 1, "control": {"model": "custom", "name": "mine", "rule": {"follows": "step", "side": "both"},
      "frame": {"x": 100, "y": 300, "width": 900, "height": 40}, "value": "12f", "range": {"from": "10f", "to": "39f"},
      "speeds": [{"speed": 1, "distance": 0}, {"speed": 0.25, "distance": 30}]}}
      """
    try bench.write(slider, to: "mine.json")
    func words(_ more: [String]) -> [String] { ["--new-gesture", "drag.json", "--control", "mine.json", "-y"] + more }
    for (more, start, end) in [
      (["--reach", "36f"], "12f", 36), (["--reach", "18f", "--from", "20f", "--away", "60"], "20f", 18),
    ] {
      try bench.framegrab(["v.mp4"] + words(more)).expectSuccess("drag.json")
      let text = String(decoding: try bench.bytes("drag.json"), as: UTF8.self)
      #expect(text.contains("\"mine\"") && text.contains("\"value\": \"\(start)\"") && text.contains("900"), "\(text)")
      try bench.framegrab("--gesture", "drag.json", "-y", "-o", "p.png").expectSuccess("p.png")
      #expect(try bench.number("p.png") == end)
    }
    let trace = try bench.framegrab("--gesture", "drag.json", "--trace").objects()
    #expect(Set(trace.compactMap { $0["speed"] as? Double }) == [1, 0.25])
    // Frame 9 is not on it; what a half of its part is depends on the video; and it says which model it is.
    try bench.framegrab(["v.mp4"] + words(["--reach", "9f"])).expectFailure(4, "frame 9 is not on the slider")
    try bench.framegrab(words(["--from", "40%", "--reach", "50%"])).expectFailure(2, "'50%'", "video")
    try bench.framegrab(["v.mp4"] + words(["--model", "obslider"]))
      .expectFailure(2, "--control and --model exclude each other")
    try bench.write(slider.replacing("custom", with: "costum"), to: "mine.json")
    try bench.framegrab(["v.mp4"] + words([])).expectFailure(2, "mine.json:1:", "costum")
  }
}
