import Foundation
import TestSupport
import Testing

/// The tables that people get on a terminal, where scripts get JSON.
@Suite(.enabled(if: hasTerminal)) struct TableTests {
  private let clip = Fixture.h264Faststart.path

  /// The cells of each line.
  private func cells(_ result: RunResult) -> [[String]] {
    result.lines.map { $0.split(separator: " ").map(String.init) }
  }

  // The track is 100 points long, so that at full speed a point is a hundredth; the line is at y 15.
  private static let drag = """
    { "version": 1,
      "control": { "frame": { "width": 131, "height": 30 }, "track": { "x": 0, "width": 100 },
        "thumb": { "width": 30, "height": 30 }, "value": "25%" },
      "touches": [
        { "t": 0, "phase": "began", "x": 32, "y": 15 }, { "t": 0.0166, "phase": "moved", "x": 57, "y": 15 },
        { "t": 0.03325, "phase": "moved", "x": 57, "y": -40 }, { "t": 0.05, "phase": "moved", "x": 82, "y": -40 },
        { "t": 0.1, "phase": "ended" } ] }
    """

  @Test func `a trace is a table`() throws {
    let bench = try Bench()
    try bench.write(Self.drag, to: "drag.json")
    try bench.copy(.h264Faststart, to: "v.mp4")
    let result = try bench.watch("framegrab v.mp4 --gesture drag.json --trace")
    #expect(result.status == 0)
    // A quarter more at full speed, then 55 points up, where the speed is a half: an eighth more. The clip lasts 2 s,
    // so that the values are 0.5, 1 and 1.25 s: frames 12, 25 and 31.
    #expect(
      cells(result).dropLast().map { Array($0.prefix(6)) } == [
        ["t", "phase", "zone", "speed", "value", "frame"],
        ["0.000", "began", "0-50", "1", "0.25", "12"], ["0.0166", "moved", "0-50", "1", "0.5", "25"],
        ["0.03325", "moved", "50-100", "0.5", "0.5", "25"], ["0.050", "moved", "50-100", "0.5", "0.625", "31"],
        ["0.100", "ended", "0-50", "1", "0.625", "31"],
      ])
    // Where a stretch ends, its sum stands behind the columns.
    let width = result.lines[0].count
    #expect(
      result.lines.dropLast().map { $0.dropFirst(width) } == [
        "", "", "  +25.0 points ÷ 100 × 50 frames = +12.5 frames", "", "",
        "  +25.0 points × ½ ÷ 100 × 50 frames = +6.3 frames",
      ])
    #expect(result.lines.last == "12 → 31: +12.5 at 1×, +6.3 at ½×")
  }

  @Test func `elsewhere, and with --json, a trace is JSON`() throws {
    let bench = try Bench()
    try bench.write(Self.drag, to: "drag.json")
    let piped = try bench.framegrab("--gesture", "drag.json", "--trace")
    #expect(try piped.objects().count == 5)
    #expect(try bench.framegrab("--gesture", "drag.json", "--trace", "--json").stdout == piped.stdout)
    #expect(try bench.watch("framegrab --gesture drag.json --trace --json").stdout == piped.stdout)
  }

  @Test func `without a video there are no frames, and without speeds no zones`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 50), to: "drag.json")
    let rows = cells(try bench.watch("framegrab --gesture drag.json --trace")).dropFirst().dropLast()
    #expect(
      rows.map { $0.dropFirst(2).prefix(4).joined(separator: " ") } == [
        "- 1 0 -", "- 1 0.35 -", "- 1 0.5 -", "- 1 0.5 -",
      ])
  }

  @Test func `the slowest zone is open, and a correction has its own line`() throws {
    let bench = try Bench()
    let touches = """
      { "t": 0, "phase": "began", "x": 15.5, "y": 15 }, { "t": 0.1, "phase": "moved", "x": 65.5, "y": 15 },
      { "t": 0.4, "phase": "moved", "x": 65.5, "y": -200 }, { "t": 0.7, "phase": "moved", "x": 67.5, "y": -200 },
      { "t": 0.71, "phase": "ended" }
      """
    let control = #""liftCorrection": true, "frame": { "x": 0, "y": 0, "width": 131, "height": 31 }"#
    try bench.write("{ \"version\": 1, \"control\": { \(control) }, \"touches\": [ \(touches) ] }", to: "drag.json")
    let rows = cells(try bench.watch("framegrab --gesture drag.json --trace"))
    #expect(rows[3].prefix(4) == ["0.400", "moved", "150+", "0.1"])
    // 50 of 131 points.
    #expect(rows[6].prefix(4) == ["0.710", "corrected", "0.381679", "-"])
    // 2 points at a tenth of 131 were taken back.
    #expect(rows[6].dropFirst(4).joined(separator: " ") == "-0.2 % corrected")
  }

  @Test func `the touch that a grab would refuse is marked`() throws {
    let bench = try Bench()
    for refused in RefusedShowTests.all {
      try bench.write(refused.text, to: "drag.json")
      let result = try bench.watch("framegrab --gesture drag.json --trace")
      #expect(result.status == 2)
      let marked = result.lines.indices.filter { result.lines[$0].hasSuffix("<- " + refused.words) }
      // After the heading.
      #expect(marked == [refused.touch + 1], "\(result.text)")
      #expect(result.lines.last?.contains(refused.reason) == true)
    }
  }

  @Test func `a replay is a table with its summary`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 50), to: "drag.json")
    try bench.copy(.h264Faststart, to: "v.mp4")
    // Requested: 17 at 0.1 s (35 points are 0.7 s), 25 at 0.15 s and again on the lift; a seek takes 0.08 s.
    let command = "framegrab v.mp4 --gesture drag.json --replay --simulate 80"
    let result = try bench.watch(command)
    #expect(result.status == 0)
    let lines: [String] = result.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines == [
        "asked issued shown target frame", "0.100 0.100 0.180 17 17 superseded", "0.150 0.180 0.260 25 25",
        "chase, seeks of 0.080 s: 3 requests, 2 seeks, 2 frames shown; at most 0.080 s without a new picture; "
          + "settled after 0.060 s",
      ])
    #expect(try bench.watch(command + " --json").stdout == bench.shell(command).stdout)
    #expect(try bench.shell(command).objects().count == 3)
  }
}
