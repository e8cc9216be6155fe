import Foundation
import TestSupport
import Testing

/// Gestures that are corrected.
@Suite struct SolveTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    // The knob travels 100 points, so that p points end on frame p / 2: 51 on frame 25.
    try bench.write(GestureCommandTests.drag(points: 51, extra: #""video": "v.mp4","#), to: "drag.json")
    return bench
  }

  @Test func `the last touch is moved and nothing else changes`() throws {
    let bench = try bench()
    let result = try bench.framegrab("--gesture", "drag.json", "--solve", "37f")
    #expect(result.status == 0 && result.text == "drag-solved.json\n", "\(result.stderr)")
    // Frame 37 is from 74 to 76 points, so x from 89.5 to 91.5, where it was 66.5.
    #expect(result.stderr.contains("touch 2 moved by 23 points to the right: "))
    #expect(result.stderr.contains("ends on frame 37 and not on frame 25"))
    let before = String(decoding: try bench.bytes("drag.json"), as: UTF8.self)
    let after = String(decoding: try bench.bytes("drag-solved.json"), as: UTF8.self)
    #expect(after == before.replacing("66.5", with: "89.5"))
    try bench.framegrab("--gesture", "drag-solved.json", "-o", "p.png").expectSuccess("p.png")
    #expect(try bench.number("p.png") == 37)
  }

  @Test func `the gesture itself is replaced only with -y`() throws {
    let bench = try bench()
    let before = try bench.bytes("drag.json")
    try bench.framegrab("--gesture", "drag.json", "--solve", "10f", "-o", "drag.json").expectFailure(5, "drag.json")
    #expect(try bench.bytes("drag.json") == before)
    let replaced = try bench.framegrab("-q", "--gesture", "drag.json", "--solve", "10f", "-o", "drag.json", "-y")
    replaced.expectSuccess("drag.json")
    try bench.framegrab("--gesture", "drag.json", "-o", "p.png").expectSuccess("p.png")
    #expect(try bench.number("p.png") == 10)
  }

  @Test func `the result is beside the gesture, or where -o says`() throws {
    let bench = try bench()
    try bench.makeFolder("in")
    try bench.copy(.h264Faststart, to: "in/v.mp4")
    try bench.write(GestureCommandTests.drag(points: 51, extra: #""video": "v.mp4","#), to: "in/drag.json")
    try bench.framegrab("--gesture", "in/drag.json", "--solve", "30f", "-q").expectSuccess("in/drag-solved.json")
    try bench.framegrab("--gesture", "in/drag-solved.json", "-o", "p.png").expectSuccess("p.png")
    // Elsewhere the name of the video has another meaning, which is said.
    let elsewhere = try bench.framegrab("--gesture", "in/drag.json", "--solve", "30f", "-o", "moved.json")
    #expect(elsewhere.status == 0 && elsewhere.text == "moved.json\n")
    #expect(elsewhere.stderr.contains("'v.mp4', which is not at that place from here"))
    // From standard input to standard output.
    let piped = try bench.framegrab(["--gesture", "-", "--solve", "30f"], input: bench.bytes("drag.json"))
    let solved = try bench.bytes("in/drag-solved.json")
    #expect(piped.status == 0 && piped.stdout == solved)
  }

  @Test func `what cannot be solved is refused`() throws {
    let bench = try bench()
    // A place in the middle of a plain slider's drag does not matter.
    try bench.framegrab("--gesture", "drag.json", "--solve", "37f", "--solve-touch", "1")
      .expectFailure(4, "frame 37 is out of reach", "touch 1", "frame 25", "--solve-touch")
    try bench.framegrab("--gesture", "drag.json", "--solve", "37f", "--solve-touch", "9").expectFailure(2, "touch 9")
    try bench.framegrab("--gesture", "drag.json", "--solve", "37f", "--solve-touch", "3").expectFailure(2, "touch 3")
    try bench.framegrab("--gesture", "drag.json", "--solve", "50f").expectFailure(4, "v.mp4", "frame 49")
    try bench.framegrab("v.mp4", "--solve", "50f").expectFailure(2, "--gesture")
    try bench.framegrab(
      "v.mp4", "--gesture", Fixture.folder.appending(path: "gestures/actions.json").path, "--solve", "9f"
    )
    .expectFailure(2, "'actions'")
    #expect(bench.names == ["drag.json", "v.mp4"])
  }

  @Test func `a recording with returns and pulses ends on each frame asked for`() throws {
    let bench = try bench()
    let source = Fixture.folder.appending(path: "gestures/both-sides.json").path
    for frame in [3, 20, 44] {
      try bench.framegrab("v.mp4", "--gesture", source, "--solve", "\(frame)f", "-o", "s.json", "-y", "-q")
        .expectSuccess("s.json")
      try bench.framegrab("v.mp4", "--gesture", "s.json", "-o", "p.png", "-y").expectSuccess("p.png")
      #expect(try bench.number("p.png") == frame)
    }
  }
}
