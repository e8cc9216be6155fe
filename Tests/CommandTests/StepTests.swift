import Foundation
import TestSupport
import Testing

/// --step, {label} and --schema.
@Suite struct StepTests {
  // Two seconds at 25 frames a second, 50 frames.
  private let clip = Fixture.h264Faststart.path

  @Test func `every kind of moment is moved`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    for (moment, step, frame) in [
      (["--at", "1s"], "3", 28), (["--at", "1s"], "-3", 22), (["--frame", "-1"], "-1", 48), (["--at", "50%"], "1", 26),
      (["--gesture", "drag.json"], "2", 27), (["--at", "10f"], "+2", 12), (["--frame", "7"], "0", 7),
    ] {
      let result = try bench.framegrab([clip] + moment + ["--step", step, "-o", "p.png", "-y"])
      #expect(result.status == 0, "\(moment) \(step): \(result.stderr)")
      #expect(try bench.number("p.png") == frame, "\(moment) \(step)")
    }
  }

  @Test func `a step is limited by the ends of the video`() throws {
    let bench = try Bench()
    for (step, frame) in [("1000", 49), ("-1000", 0), ("9223372036854775807", 49), ("-9223372036854775808", 0)] {
      try bench.framegrab(clip, "--at", "1s", "--step", step, "-o", "p.png", "-y").expectSuccess("p.png")
      #expect(try bench.number("p.png") == frame)
    }
  }

  @Test func `a step does not make a moment outside the video valid`() throws {
    try Bench().framegrab(clip, "--at", "99s", "--step", "-70").expectFailure(4, "end")
  }

  @Test func `a stepped moment is named by its index`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--at", "1s", "--step", "3").expectSuccess("h264-faststart-f000028.png")
    #expect(
      try bench.framegrab(clip, "--frame", "0..20:10", "--step", "1", "--dry-run").lines == [
        "h264-faststart-f000001.png", "h264-faststart-f000011.png", "h264-faststart-f000021.png",
      ])
  }

  @Test(arguments: ["x", "1.5", "", " 1", "99999999999999999999"])
  func `a step that is not a whole number is refused`(step: String) throws {
    try Bench().framegrab(clip, "--at", "1s", "--step=\(step)").expectFailure(2, "whole number")
  }

  @Test func `labels in names and in reports`() throws {
    let bench = try Bench()
    // Frame 28 starts at 1.12 s: the fourth of second 1.
    try bench.framegrab(clip, "--frame", "28", "-o", "{label}.png").expectSuccess("00.01.04.png")
    try bench.framegrab(clip, "--at", "1.13s", "-o", "{stem}_{label}.png").expectSuccess(
      "h264-faststart_00.01.04.png")
    let report = try #require(bench.framegrab(clip, "--at", "1.13s", "--json", "--dry-run").objects().first)
    #expect(report["label"] as? String == "00:01.04")
    let list = try bench.framegrab(clip, "--list-frames", "--json").objects()
    #expect(
      list.map { $0["label"] as? String }
        == (0..<50).map { number in
          let place = number % 25 + 1
          return "00:0\(number / 25).\(place < 10 ? "0" : "")\(place)"
        })
  }

  @Test func `a label is never a decimal of seconds where people see it`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 57), to: "drag.json")
    let drawing = try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "-").text
    // 57 points are 1.14 s; frame 28 starts at 1.12 s, the fourth of second 1.
    #expect(drawing.contains(">00:01 #4</text>") && drawing.contains(">1.120 s</text>"))
    #expect(!drawing.contains("00:01.04"))
  }

  @Test func `the schema is printed as it is in the repository`() throws {
    let result = try Bench().framegrab("--schema")
    #expect(result.status == 0)
    #expect(Data(result.stdout) == (try Data(contentsOf: Fixture.folder.appending(component: "gesture.schema.json"))))
  }
}
