import GestureFiles
import Scrubbing
import Testing
import Timeline
@testable import FrameGrabbing

/// Steps and adjustments between strokes, on ten seconds at 25 frames a second: frame n starts at n/25 s, a value V is
/// frame floor(250 V).
struct WithoutDraggingTests {
  private func play(_ elements: String, _ rest: String = "", in table: FrameTable? = nil) throws -> (
    events: [PlayedEvent], value: Double, frame: Int?
  ) {
    let text = #"{ "version": 1, "control": \#(control(rest)), "touches": [\#(elements)] }"#
    var rehearsal = try GestureRehearsal(gesture(text), in: try table ?? timeline(frames: 250))
    var events: [PlayedEvent] = []
    let value = try rehearsal.play { events.append($0) }
    return (events, value, rehearsal.frame(at: value)?.index)
  }

  @Test func `an adjustment is a twentieth of the range`() throws {
    let played = try play(
      #"{ "t": 0, "adjust": "increment" }, { "t": 1, "adjust": "increment" }, { "t": 2, "adjust": "decrement" }"#)
    #expect(zip(played.events.map(\.event.value), [0.05, 0.1, 0.05]).allSatisfy { isClose($0, $1) })
    #expect(played.events.map(\.name) == ["increment", "increment", "decrement"])
    #expect(played.events.map(\.event.sends) == [1, 1, 1])
    #expect(played.events.allSatisfy { $0.event.location == nil && !$0.event.isTracking && $0.event.feedback.isEmpty })
    // .05 of ten seconds is half a second: frame 12.
    #expect(played.frame == 12)
  }

  @Test func `adjustments stop at the ends`() throws {
    #expect(try play(#"{ "t": 0, "adjust": "decrement" }"#).value == 0)
    let played = try play(#"{ "t": 0, "adjust": "increment" }, { "t": 0, "adjust": "increment" }"#, #""value": "98%""#)
    #expect(played.value == 1 && played.frame == 249)
  }

  @Test func `every step reaches its frame, throughout the video`() throws {
    let elements = (0..<249).map { #"{ "t": \#($0), "step": 1 }"# }.joined(separator: ",")
    var rehearsal = try GestureRehearsal(
      gesture(#"{ "version": 1, "control": \#(control()), "touches": [\#(elements)] }"#), in: timeline(frames: 250))
    let lookup = rehearsal
    var frames: [Int?] = []
    _ = try rehearsal.play { frames.append(lookup.frame(at: $0.event.value)?.index) }
    #expect(frames == Array(1...249))
  }

  @Test func `steps back and steps of several frames`() throws {
    // 50 % is 5 s, frame 125; -3 at speed .5 is -1.5, half away from zero -2.
    #expect(try play(#"{ "t": 0, "step": -3, "speed": 0.5 }"#, #""value": "50%""#).frame == 123)
    #expect(try play(#"{ "t": 0, "step": 10 }"#, #""value": "50%""#).frame == 135)
    #expect(try play(#"{ "t": 0, "step": 0 }"#, #""value": "50%""#).frame == 125)
    #expect(try play(#"{ "t": 0, "step": 50, "speed": 0.29 }"#).frame == 15)
  }

  @Test func `steps stop at the slider's ends`() throws {
    #expect(try play(#"{ "t": 0, "step": 1000 }"#).frame == 249)
    #expect(try play(#"{ "t": 0, "step": -1 }"#).frame == 0)
    #expect(try play(#"{ "t": 0, "step": 999999999999999999 }, { "t": 1, "step": 1 }"#).frame == 249)
    // From 2 s to 4 s: frames 50 to 100.
    let stretch = #""range": { "from": "2s", "to": "4s" }"#
    #expect(try play(#"{ "t": 0, "step": 1000 }"#, stretch).frame == 100)
    #expect(try play(#"{ "t": 0, "step": 3 }, { "t": 1, "step": -1000 }"#, stretch).frame == 50)
    #expect(try play(#"{ "t": 0, "step": 7 }"#, stretch).frame == 57)
  }

  @Test func `a step back skips frames with the same start`() throws {
    // Frames 2 to 4 all start at tick 20: only the last of them is ever on screen.
    let ticks: [Int64] = [0, 10, 20, 20, 20, 30, 40]
    let frames = ticks.enumerated().map { number, tick in
      FrameTable.Frame(timestamp: tick, tick: tick, ordinal: 0, duration: 10, isKeyframe: number == 0)
    }
    let base = try #require(TimeBase(1, 10))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: nil, timecodeStart: nil,
        isComplete: true))
    var rehearsal = try GestureRehearsal(
      gesture(
        #"{ "version": 1, "touches": [{ "t": 0, "step": 5 }, { "t": 1, "step": -1 }, { "t": 2, "step": -1 }] }"#),
      in: table)
    let lookup = rehearsal
    var found: [Int?] = []
    _ = try rehearsal.play { found.append(lookup.frame(at: $0.event.value)?.index) }
    #expect(found == [5, 4, 1])
  }

  @Test func `strokes and steps follow each other`() throws {
    // 20 points are .1: frame 25; three further: 28; the knob is then at 25 + 170 · .112 = 44.04 and 20 points are 25
    // frames.
    let played = try play(
      """
      { "t": 0, "phase": "began", "x": 25, "y": 15 }, { "t": 0.1, "phase": "moved", "x": 45, "y": 15 },
      { "t": 0.2, "phase": "ended" }, { "t": 1, "step": 3 },
      { "t": 2, "phase": "began", "x": 44, "y": 15 }, { "t": 2.1, "phase": "moved", "x": 64, "y": 15 },
      { "t": 2.2, "phase": "ended" }
      """)
    #expect(played.frame == 53)
    #expect(played.events.map(\.number) == Array(0..<7))
  }

  @Test func `a step needs a video, an adjustment does not`() throws {
    let step = try gesture(#"{ "version": 1, "touches": [{ "t": 0, "adjust": "increment" }, { "t": 1, "step": 1 }] }"#)
    var rehearsal = try GestureRehearsal(step, in: nil)
    var count = 0
    let error = #expect(throws: GrabError.self) { try rehearsal.play { _ in count += 1 } }
    #expect(count == 1 && error?.description.contains("/touches/1: a step counts frames") == true)
  }
}
