import Foundation
import TestSupport
import Testing

/// The output of --trace.
@Suite struct TraceTests {
  private let clip = Fixture.h264Faststart.path
  private let keys: Set = [
    "event", "t", "phase", "x", "y", "tracking", "speed", "value", "unadjusted", "time", "frame", "feedback", "sends",
    "stretches",
  ]

  @Test func `without a video times and frames are null`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 50), to: "drag.json")
    let result = try bench.framegrab("--gesture", "drag.json", "--trace")
    #expect(result.status == 0)
    #expect(result.stderr == "")
    let objects = try result.objects()
    #expect(objects.count == 4)
    for object in objects {
      #expect(Set(object.keys) == keys)
      #expect(object["time"] is NSNull && object["frame"] is NSNull)
      #expect(object["speed"] as? Double == 1)
    }
    #expect(objects.map { $0["event"] as? Int } == [0, 1, 2, 3])
    #expect(objects.map { $0["phase"] as? String } == ["began", "moved", "moved", "ended"])
    #expect(objects.map { $0["t"] as? Double } == [0, 0.1, 0.15, 0.2])
    // The knob travels 100 points; the lift is at the location of the last move.
    #expect(objects.map { $0["x"] as? Double } == [15.5, 50.5, 65.5, 65.5])
    #expect(objects.map { $0["value"] as? Double } == [0, 0.35, 0.5, 0.5])
    #expect(objects.map { $0["tracking"] as? Bool } == [true, true, true, false])
    #expect(bench.names == ["drag.json"])
  }

  @Test func `with a video each value has its moment and nothing is written`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    let objects = try bench.framegrab(clip, "--gesture", "drag.json", "--trace").objects()
    // 0, 36 and 51 points of 100 are 0, 0.72 and 1.02 s of 2 s.
    #expect(objects.map { $0["frame"] as? Int } == [0, 18, 25, 25])
    let times = objects.map { ($0["time"] as? [String: String])?["exact"] }
    #expect(times.last == "51/50")
    #expect(bench.names == ["drag.json"])
  }

  // The speeds and pulses of the article's table: 0.5 from 50 points above the middle on.
  @Test func `speeds are reported`() throws {
    let bench = try Bench()
    let text = GestureCommandTests.drag(points: 51).replacing("uislider", with: "scrubbing-slider").replacing(
      "\"x\": 66.5, \"y\": 15 }", with: "\"x\": 66.5, \"y\": -85 }")
    try bench.write(text, to: "drag.json")
    let objects = try bench.framegrab("--gesture", "drag.json", "--trace").objects()
    // 100.5 points above the middle, at 15.5, a quarter; on lifting the speed is 1 again.
    #expect(objects.map { $0["speed"] as? Double } == [1, 1, 0.25, 1])
    #expect(objects.allSatisfy { ($0["feedback"] as? [String]) != nil })
  }

  @Test func `seconds have no meaning without a video`() throws {
    let bench = try Bench()
    let text = GestureCommandTests.drag(points: 51).replacing("\"uislider\"", with: "\"uislider\", \"value\": \"1s\"")
    try bench.write(text, to: "drag.json")
    try bench.framegrab("--gesture", "drag.json", "--trace").expectFailure(
      2, "framegrab: drag.json:2:", "/control/value")
    let percent = text.replacing("\"1s\"", with: "\"0%\"")
    try bench.write(percent, to: "drag.json")
    #expect(try bench.framegrab("--gesture", "drag.json", "--trace").status == 0)
  }

  @Test func `a correction on lifting has a separate line`() throws {
    let bench = try Bench()
    // Held at 50 points for 0.3 s, then 4 points further on lifting.
    let touches = """
      { "t": 0, "phase": "began", "x": 15.5, "y": 15 }, { "t": 0.1, "phase": "moved", "x": 65.5, "y": 15 },
      { "t": 0.4, "phase": "moved", "x": 69.5, "y": 15 }, { "t": 0.41, "phase": "ended" }
      """
    let control = """
      "model": "scrubbing-slider", "liftCorrection": true, "frame": { "x": 0, "y": 0, "width": 131, "height": 31 }
      """
    try bench.write("{ \"version\": 1, \"control\": { \(control) }, \"touches\": [ \(touches) ] }", to: "drag.json")
    let objects = try bench.framegrab("--gesture", "drag.json", "--trace").objects()
    try #require(objects.count == 5)
    #expect(objects[4]["phase"] as? String == "corrected")
    #expect(objects[4]["event"] as? Int == 3)
    #expect(Set(["value", "held", "distance", "sends"]).isSubset(of: Set(objects[4].keys)))
    #expect(objects[4]["value"] as? Double == objects[1]["value"] as? Double)
  }

  @Test func `a trace accepts no other moments`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    try bench.framegrab("--gesture", "drag.json", "--trace", "--at", "0").expectFailure(2, "--trace")
  }
}
