import Foundation
import TestSupport
import Testing

/// The same touches on several sliders.
@Suite struct CompareTests {
  /// The frame is 131 wide and the knob 31; the finger goes from 15.5 to 51.5 and 66.5. The clip has 50 frames in 2 s.
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    return bench
  }

  @Test func `a line for each slider`() throws {
    let bench = try bench()
    try bench.write(
      #"{"version":1,"control":{"model":"custom","name":"Half","speeds":[{"speed":0.5,"distance":0}]}}"#,
      to: "half.json")
    let result = try bench.framegrab(
      "v.mp4", "--gesture", "drag.json", "--compare", "uislider,scrubbing-slider,media3,bar,half.json", "--json")
    #expect(result.status == 0, "\(result.stderr)")
    let rows = try result.objects()
    #expect(rows.map { $0["slider"] as? String } == ["uislider", "scrubbing-slider", "media3", "bar", "Half"])
    // 51 of 100 points of travel; 51 of 131 of the track: 19.47 frames; 58 of 115 pixels: 1 008 ms; 66.5 of 131: 25.4;
    // half of 51 of 131: 9.7.
    #expect(rows.map { $0["frame"] as? Int } == [25, 19, 25, 25, 9])
    #expect(rows.allSatisfy { $0["gesture"] as? String == "drag.json" && $0["caught"] as? Bool == true })
    #expect(rows.allSatisfy { $0["lastChange"] as? Double == 0.15 && $0["settled"] as? Double == 0.15 })
    #expect(rows.allSatisfy { $0["reversals"] as? Int == 0 })
    // The lift of uislider and media3 sends, touch-down of media3 and bar.
    #expect(rows.map { $0["sends"] as? Int } == [3, 2, 4, 3, 2])
    // Requests at 0.1 and 0.15 s, seeks of 0.1 s: the first is shown at 0.2, superseded; then the second.
    #expect(rows[1]["shown"] as? Int == 2 && rows[1]["superseded"] as? Int == 1)
    let speeds = try #require(rows[4]["speeds"] as? [[String: Double]])
    #expect(speeds == [["speed": 0.5, "share": 1]])
  }

  @Test func `a slider that misses the touches says so`() throws {
    let bench = try bench()
    // The knob is at the left end, and the finger at 100.
    try bench.write(
      #"""
      {"version":1,"control":{"frame":{"width":131}},
       "touches":[{"t":0,"phase":"began","x":100,"y":15},{"t":1,"phase":"ended"}]}
      """#, to: "off.json")
    let result = try bench.framegrab("--gesture", "off.json", "--compare", "uislider,bar")
    #expect(result.status == 0)
    let rows = try result.objects()
    #expect(rows[0]["caught"] as? Bool == false && rows[0]["error"] as? String == "misses the knob")
    #expect(rows[1]["caught"] as? Bool == true && rows[1]["frame"] is NSNull)
    let missed = try bench.framegrab("--gesture", "off.json", "--compare", "uislider")
    #expect(missed.status == 2 && missed.stderr.contains("no slider catches the knob"))
    // Without a video media3 has no milliseconds.
    let all = try bench.framegrab("--gesture", "off.json", "--compare", "all").objects()
    #expect(all.count == 10)
    let media3 = try #require(all.first { $0["slider"] as? String == "media3" })
    #expect((media3["error"] as? String)?.contains("name one") == true)
    // It is not the touches that are at fault.
    let alone = try bench.framegrab("--gesture", "off.json", "--compare", "media3")
    #expect(alone.status == 2 && alone.stderr.contains("counts the milliseconds of a video: name one"))
    #expect(!alone.stderr.contains("knob"), "\(alone.stderr)")
  }

  @Test func `a gesture that cannot be read does not stop the others`() throws {
    let bench = try bench()
    try bench.write("{", to: "bad.json")
    let words = ["v.mp4", "--gestures", "bad.json", "drag.json", "none.json", "drag.json", "--compare", "bar"]
    let result = try bench.framegrab(words)
    #expect(result.status == 1 && result.complaints.count == 2, "\(result.stderr)")
    #expect(try result.objects().map { $0["gesture"] as? String } == ["drag.json", "drag.json"])
    // Alone, it is the error of the run.
    #expect(try bench.framegrab("v.mp4", "--gesture", "bad.json", "--compare", "bar").status == 2)
    #expect(try bench.framegrab("v.mp4", "--gesture", "none.json", "--compare", "bar").status == 3)
  }

  @Test func `several gestures are all words up to the next option`() throws {
    let bench = try bench()
    try bench.write(GestureCommandTests.drag(points: 75), to: "far.json")
    let result = try bench.framegrab(
      "v.mp4", "--gestures", "drag.json", "far.json", "--compare", "uislider,bar", "--json")
    let rows = try result.objects()
    #expect(rows.map { $0["gesture"] as? String } == ["drag.json", "drag.json", "far.json", "far.json"])
    #expect(rows.map { $0["frame"] as? Int } == [25, 25, 37, 34])  // (75 + 15.5)/131 · 50 = 34.5
    try bench.framegrab("v.mp4", "--gestures", "drag.json", "far.json", "--compare", "bar", "--plot", "p.svg")
      .expectFailure(2, "one gesture at a time")
  }

  @Test func `the drawing has every slider, and is no picture`() throws {
    let bench = try bench()
    let result = try bench.framegrab(
      "v.mp4", "--gesture", "drag.json", "--compare", "uislider,telegram", "--plot", "both.svg")
    result.expectSuccess("both.svg")
    let svg = String(decoding: try bench.bytes("both.svg"), as: UTF8.self)
    #expect(svg.contains(">25 · uislider<") && svg.contains(">19 · telegram<"))
    try bench.framegrab("v.mp4", "--gesture", "drag.json", "--compare", "all", "-o", "x.png").expectFailure(2, "-o")
    try bench.framegrab("v.mp4", "--gesture", "drag.json", "--compare", "uislder")
      .expectFailure(2, "'uislder' is no FILE.json")
    try bench.framegrab("v.mp4", "--compare", "all").expectFailure(2, "--compare plays a gesture")
    try bench.framegrab("v.mp4", "--at", "1", "--gestures", "drag.json").expectFailure(2, "--compare")
  }
}
