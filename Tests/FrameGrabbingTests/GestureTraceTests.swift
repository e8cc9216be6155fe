import Foundation
import JSON
import Testing
import Timeline
@testable import FrameGrabbing

/// The trace: one line of JSON per event.
struct GestureTraceTests {
  private func lines(_ gesture: Gesture, in table: FrameTable?) throws -> [String] {
    let trace = try GestureTrace(gesture, in: table)
    var lines: [String] = []
    try trace.write { lines.append($0.description) }
    return lines
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// The keys of the outermost object in the order of the line.
  private func keys(_ line: String) -> [String] {
    let names = [
      "event", "t", "phase", "x", "y", "tracking", "speed", "value", "unadjusted", "time", "frame", "feedback", "sends",
      "held", "distance",
    ]
    return names.compactMap { name in line.range(of: "\"\(name)\":").map { (name, $0.lowerBound) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test func `each event is one object with all its keys`() throws {
    let found = try lines(drag(control(), (25, 15), (45, 15)), in: timeline(frames: 250))
    #expect(found.count == 3)
    for (number, line) in found.enumerated() {
      #expect(!line.contains("\n"))
      #expect(
        keys(line) == [
          "event", "t", "phase", "x", "y", "tracking", "speed", "value", "unadjusted", "time", "frame", "feedback",
          "sends",
        ])
      #expect(try object(line)["event"] as? Int == number)
    }
    let moved = try object(found[1])
    #expect(moved["phase"] as? String == "moved" && moved["tracking"] as? Bool == true)
    #expect(moved["x"] as? Double == 45 && moved["y"] as? Double == 15 && moved["t"] as? Double == 0.016)
    #expect(moved["value"] as? Double == 0.1 && moved["unadjusted"] as? Double == 0.1 && moved["speed"] as? Double == 1)
    #expect(moved["frame"] as? Int == 25 && moved["sends"] as? Int == 1 && (moved["feedback"] as? [String]) == [])
    // .1 of ten seconds.
    let time = try #require(moved["time"] as? [String: String])
    #expect(time["exact"] == "1" && time["decimal"] == "1.000000")
    // A lift without a location is at the finger's last one.
    let ended = try object(found[2])
    #expect(ended["x"] as? Double == 45 && ended["tracking"] as? Bool == false && ended["phase"] as? String == "ended")
  }

  @Test func `without a video there are no times and frames`() throws {
    let found = try lines(drag(control(), (25, 15), (45, 15)), in: nil)
    for line in found {
      let object = try object(line)
      #expect(object["time"] is NSNull && object["frame"] is NSNull)
    }
  }

  @Test func `pulses give their reasons`() throws {
    // Another zone and the low end in one event.
    let found = try lines(drag(control(#""value": "10%""#), (42, 15), (-100, -35)), in: nil)
    #expect(try object(found[1])["feedback"] as? [String] == ["speed", "min"])
  }

  @Test func `a correction is a separate line after its lift`() throws {
    // At .2 for 180 ms, then .05 further, and lifted.
    let text = """
      { "version": 1, "control": \(control(#""liftCorrection": true"#)), "touches": [
        { "t": 0, "phase": "began", "x": 25, "y": 15 }, { "t": 0.010, "phase": "moved", "x": 65, "y": 15 },
        { "t": 0.19, "phase": "moved", "x": 75, "y": 15 }, { "t": 0.200, "phase": "ended" } ] }
      """
    let found = try lines(gesture(text), in: timeline(frames: 250))
    #expect(found.count == 5)
    let (ended, corrected) = (try object(found[3]), try object(found[4]))
    // The lift's values are those before the correction.
    #expect(ended["phase"] as? String == "ended" && ended["frame"] as? Int == 62 && ended["event"] as? Int == 3)
    #expect(corrected["phase"] as? String == "corrected" && corrected["event"] as? Int == 3)
    #expect(corrected["held"] as? Int == 180_000 && corrected["sends"] as? Int == 1 && corrected["frame"] as? Int == 50)
    #expect(isClose(try #require(corrected["distance"] as? Double), 11))
    #expect(isClose(try #require(corrected["value"] as? Double), 0.2))
    #expect(
      keys(found[4]) == ["event", "t", "phase", "x", "y", "value", "time", "frame", "held", "distance", "sends"])
  }

  /// A number of the line, read by the C library.
  private func double(_ key: String, in line: String) -> Double? {
    guard let start = line.range(of: "\"\(key)\":")?.upperBound else { return nil }
    return Double(line[start...].prefix { $0 != "," && $0 != "}" })
  }

  @Test func `doubles read back exactly`() throws {
    // 1/3 of 200 points and more: values that decimals do not hold.
    let found = try lines(drag(control(), (25, 15), (25.1, 15), (58.4333333333, 15)), in: nil)
    let expected = (25.1 - 25) / 200
    #expect(double("value", in: found[1]) == expected)
    #expect(double("value", in: found[2]) == expected + (58.4333333333 - 25.1) / 200)
    #expect(double("x", in: found[2]) == 58.4333333333)
  }

  @Test func `the plain slider's unadjusted value is the one before clamping`() throws {
    // (400 - 5 - 25)/170.
    let found = try lines(drag(control(#""model": "uislider""#), (30, 15), (400, 15)), in: nil)
    let moved = try object(found[1])
    let unadjusted = try #require(moved["unadjusted"] as? Double)
    #expect(moved["value"] as? Double == 1 && isClose(unadjusted, 370.0 / 170))
  }

  @Test func `times of events keep their microseconds and their sign`() throws {
    let text = """
      { "version": 1, "touches": [{ "t": -0.5, "phase": "began", "x": 15, "y": 15 },
        { "t": 1.000001, "phase": "moved", "x": 16, "y": 15 }, { "t": 12.5, "phase": "ended" }] }
      """
    let found = try lines(gesture(text), in: nil)
    #expect(try found.map { try object($0)["t"] as? Double } == [-0.5, 1.000001, 12.5])
  }

  @Test(
    arguments: [
      (0, "0.000000"), (1, "0.000001"), (-1, "-0.000001"), (999_999, "0.999999"), (1_000_000, "1.000000"),
      (-12_345_678, "-12.345678"), (.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
    ] as [(Int64, String)])
  func `microseconds are seconds with six digits`(microseconds: Int64, text: String) {
    #expect(JSONText.seconds(ofMicroseconds: microseconds).description == text)
  }

  @Test func `a finger that is not on the knob is traced, and the gesture is refused`() throws {
    let trace = try GestureTrace(drag(control(), (100, 15), (120, 15)), in: nil)
    var found: [String] = []
    try trace.write { found.append($0.description) }
    #expect(trace.refusal?.error.description.contains("no touch ever catches the knob") == true)
    #expect(found.count == 3)
    for line in found { #expect(try object(line)["tracking"] as? Bool == false) }
  }
}
