import Foundation
import TestSupport
import Testing

/// --snap.
@Suite struct SnapTests {
  // 25 frames a second, 50 frames; keyframes 0, 12, 24, 36 and 48, at 0, 0.48, 0.96, 1.44 and 1.92 s.
  private let clip = Fixture.h264Faststart.path

  @Test(arguments: [
    ("0.9s", 12, 24, 24), ("0.48s", 12, 12, 12), ("0.479s", 0, 12, 12), ("0.5s", 12, 12, 12), ("0.71s", 12, 24, 12),
    // The start of frame 18, 0.72 s, is equally far from both keyframes; a time within the frame is not.
    ("0.72s", 12, 24, 12), ("0.721s", 12, 24, 24), ("18f", 12, 24, 12), ("1.99s", 48, 48, 48), ("end", 48, 48, 48),
    ("0", 0, 0, 0), ("7f", 0, 12, 12), ("5f", 0, 12, 0),
  ])
  func `a moment moves to a keyframe`(time: String, previous: Int, next: Int, nearest: Int) throws {
    let bench = try Bench()
    for (side, number) in [("previous", previous), ("next", next), ("nearest", nearest)] {
      try bench.framegrab(clip, "--at", time, "--snap", "\(side)-keyframe", "-o", "p.png", "-y").expectSuccess("p.png")
      #expect(try bench.number("p.png") == number, "\(time) \(side)")
    }
  }

  @Test func `the same in a file that is long enough for seeks`() throws {
    // Keyframes 60 apart.
    let bench = try Bench()
    for (side, number) in [("previous", 60), ("next", 120), ("nearest", 120)] {
      for fixture in [Fixture.h264BFrames] {
        let words = [fixture.path, "--at", "4s", "--snap", "\(side)-keyframe", "-o", "p.png", "-y"]
        try bench.framegrab(words).expectSuccess("p.png")
        #expect(try bench.number("p.png") == number)
      }
    }
  }

  @Test func `frames by index and gestures move as well`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    try bench.framegrab(clip, "--frame", "30", "--gesture", "drag.json", "--snap", "next-keyframe").expectSuccess(
      "h264-faststart-f000036.png", "h264-faststart-f000036.png")
    #expect(try bench.number("h264-faststart-f000036.png") == 36)
  }

  @Test func `a moved time is named after its keyframe, and equal frames count once`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--every", "0.1s", "--snap", "previous-keyframe")
    // The last moment is 1.9 s, before the last keyframe.
    result.expectSuccess(
      ["0.000", "0.480", "0.960", "1.440"].map { "h264-faststart-00.00.0\($0).png" })
    #expect(try result.lines.map(bench.number) == [0, 12, 24, 36])
    // The time in the name selects the same frame again.
    try bench.framegrab(clip, "--at", "0:00.480", "-o", "again.png").expectSuccess("again.png")
    #expect(try bench.number("again.png") == 12)
  }

  @Test func `a step counts from the keyframe`() throws {
    let bench = try Bench()
    for (step, number) in [("3", 15), ("-1", 11), ("1000", 49)] {
      try bench.framegrab(clip, "--at", "0.9s", "--snap", "previous-keyframe", "--step", step, "-o", "p.png", "-y")
        .expectSuccess("p.png")
      #expect(try bench.number("p.png") == number)
    }
  }

  @Test func `only a keyframe's own packets are decoded`() throws {
    let bench = try Bench()
    let report = try bench.framegrab(clip, "--at", "0.9s", "--snap", "previous-keyframe", "--json").objects().first
    #expect(report?["keyframe"] as? Bool == true && report?["asked"] as? String == "0.9s")
  }

  @Test func `invalid combinations are refused`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--at", "1s", "--snap", "keyframe").expectFailure(2, "previous-keyframe")
    try bench.framegrab(clip, "--info", "--snap", "next-keyframe").expectFailure(2, "--snap")
    try bench.framegrab(clip, "--at", "99s", "--snap", "previous-keyframe").expectFailure(4, "past the end")
  }
}
