import GestureFiles
import Testing
import Timeline
@testable import FrameGrabbing

/// From a slider's value to a frame: time = from + value · (to - from), exact; ticks, half away from zero; the frame on
/// screen then.
struct ValueToFrameTests {
  private func rehearsal(_ table: FrameTable, _ rest: String = "") throws -> GestureRehearsal {
    try GestureRehearsal(drag(control(rest), (25, 15)), in: table)
  }

  @Test func `the far end is the last frame and the near end the first`() throws {
    let rehearsal = try rehearsal(timeline(frames: 250))
    #expect(rehearsal.frame(at: 1)?.index == 249 && rehearsal.frame(at: 0)?.index == 0)
    #expect(rehearsal.frame(at: 1)?.tick == 128_000)
    #expect(rehearsal.frame(at: 1.0.nextDown)?.index == 249)
  }

  @Test func `half a tick goes up`() throws {
    // Ticks of a second: 3 frames of 1 s. Value 1/2 is 1.5 s.
    let rehearsal = try rehearsal(timeline(frames: 3, ticksPerFrame: 1, ticksPerSecond: 1))
    #expect(rehearsal.frame(at: 0.5)?.tick == 2 && rehearsal.frame(at: 0.5)?.index == 2)
    #expect(rehearsal.frame(at: 0.5.nextDown)?.tick == 1 && rehearsal.frame(at: 0.5.nextDown)?.index == 1)
    // 1/6 is 0.5 s; as a double it is less (0x1.5555555555555p-3) and so is the time.
    #expect(rehearsal.frame(at: 1.0 / 6)?.tick == 0 && rehearsal.frame(at: (1.0 / 6).nextUp)?.tick == 1)
  }

  @Test func `half a tick below zero goes down`() throws {
    // The first frame is at tick -3, which is t = 0: 1.5 s is tick -1.5, away from zero -2.
    let table = try timeline(frames: 3, ticksPerFrame: 1, ticksPerSecond: 1, origin: seconds(-3), firstTick: -3)
    let rehearsal = try rehearsal(table)
    #expect(rehearsal.frame(at: 0.5)?.tick == -2 && rehearsal.frame(at: 0.5)?.index == 1)
    #expect(rehearsal.time(ofTick: -2) == Rational(1))
  }

  @Test func `a frame's own start is not missed by rounding`() throws {
    // 2 474 240 ticks of 1/15360 s: 161.083333… s, which no double holds. As a share of 10 000 frames of 512 ticks
    // (5 120 000) it is 0.48325.
    let table = try timeline(frames: 10_000, ticksPerFrame: 512, ticksPerSecond: 15_360)
    let rehearsal = try rehearsal(table)
    #expect(rehearsal.frame(at: 0.48325)?.tick == 2_474_240)
    // 2 474 240 / 512 = 4832.5 frames: in the middle of frame 4832.
    #expect(rehearsal.frame(at: 0.48325)?.index == 4832)
    for index in stride(from: 0, to: 10_000, by: 7) {
      let start = rehearsal.frame(at: Double(index) / 10_000)
      #expect(start?.index == index && start?.tick == Int64(512 * index))
    }
  }

  @Test func `a clock that does not start at tick 0`() throws {
    // Sound starts 1000 ticks before the first picture; the video is 5000 and 1000 ticks long.
    let table = try timeline(frames: 5, ticksPerFrame: 1000, ticksPerSecond: 1000, origin: seconds(4), firstTick: 5000)
    let rehearsal = try rehearsal(table)
    #expect(table.end == Rational(6))
    // 0 and all before the first picture is frame 0; 1/2 is 3 s: tick 7000.
    #expect(rehearsal.frame(at: 0)?.index == 0 && rehearsal.frame(at: 0)?.tick == 4000)
    #expect(rehearsal.frame(at: 0.5)?.tick == 7000 && rehearsal.frame(at: 0.5)?.index == 2)
    #expect(rehearsal.frame(at: 1)?.index == 4)
  }

  @Test func `without a video there is no frame`() throws {
    let rehearsal = try GestureRehearsal(drag(control(), (25, 15)), in: nil)
    #expect(rehearsal.frame(at: 0.5) == nil && rehearsal.time(ofTick: 5) == nil)
  }

  // MARK: Range and value

  @Test func `a range in times, percent and frames`() throws {
    // Ten seconds: 2 s to 5 s, 3 s to 8 s (2 s before the end), frame 25 (1 s) to frame 100 (4 s), and ticks.
    for (from, to, low, high) in [
      ("2s", "50%", 2.0, 5.0), ("30%", "end-2s", 3, 8), ("25f", "100f", 1, 4), ("pts:25600", "end", 2, 10),
      ("start", "-9s", 0, 1), ("0", "100%", 0, 10), ("00:00:01:00", "00:00:02", 1, 2),
    ] {
      let rehearsal = try rehearsal(timeline(frames: 250), #""range": { "from": "\#(from)", "to": "\#(to)" }"#)
      #expect(rehearsal.frame(at: 0)?.index == Int(25 * low), "\(from)")
      #expect(rehearsal.frame(at: 1)?.index == min(249, Int(25 * high)), "\(to)")
      #expect(rehearsal.frame(at: 0.5)?.index == Int(25 * (low + high) / 2), "\(from) \(to)")
    }
  }

  private func value(_ rest: String, in table: FrameTable?) throws -> Double {
    try drag(control(rest), (25, 15)).placement(in: table).value
  }

  @Test func `a value in times, percent and frames is its share of the range, rounded once`() throws {
    let table = try timeline(frames: 250)
    #expect(try value(#""value": "25%""#, in: table) == 0.25 && value(#""value": "1s""#, in: table) == 0.1)
    #expect(try value(#""value": "50f""#, in: table) == 0.2 && value(#""value": "end-1s""#, in: table) == 0.9)
    // (4 - 2)/(5 - 2).
    #expect(try value(#""range": { "from": "2s", "to": "50%" }, "value": "100f""#, in: table) == 2.0 / 3)
    // 1/3 s of 10 s: 1/30, rounded once.
    #expect(try value(#""value": "1/3s""#, in: table) == 1.0 / 30)
    #expect(try value("", in: table) == 0 && value(#""range": { "from": "2s" }, "value": "2s""#, in: table) == 0)
    #expect(try value(#""range": { "from": "2s" }, "value": "100%""#, in: table) == 1)
  }

  @Test func `without a video only percentages, the start and the end have a meaning`() throws {
    #expect(try value(#""value": "25%""#, in: nil) == 0.25 && value(#""value": "end""#, in: nil) == 1)
    #expect(try value(#""range": { "from": "20%", "to": "60%" }, "value": "50%""#, in: nil) == 0.75)
    for time in ["2s", "50f", "end-1s", "pts:7", "00:00:01:00"] {
      let error = #expect(throws: GrabError.self) { try value(#""value": "\#(time)""#, in: nil) }
      #expect(error?.description.contains("without a video") == true, "\(time)")
    }
  }

  @Test func `a video of one frame`() throws {
    let rehearsal = try rehearsal(timeline(frames: 1))
    #expect(rehearsal.frame(at: 0)?.index == 0 && rehearsal.frame(at: 1)?.index == 0)
  }

  // MARK: Errors, with lines and columns

  /// A gesture whose control is on line 3, so that positions can be counted.
  private func refusal(_ control: String, in table: FrameTable?) throws -> (String, GrabError.Fault)? {
    let text = """
      {
        "version": 1,
        "control": { \(control) },
        "touches": [{ "t": 0, "phase": "began", "x": 15, "y": 15 }, { "t": 1, "phase": "ended" }]
      }
      """
    let gesture = try gesture(text)
    let error = #expect(throws: GrabError.self) { try GestureRehearsal(gesture, in: table) }
    return error.map { ($0.description, $0.fault) }
  }

  @Test func `a value outside the video is refused with its position`() throws {
    let table = try timeline(frames: 250)
    // `  "control": { ` is 15 characters long, so what follows starts in column 16.
    for (control, column, pointer, words) in [
      // `"value": ` is 9 long.
      (#""value": "20s""#, 25, "/control/value", "past the end"),
      (#""value": "500f""#, 25, "/control/value", "no frame 500"),
      // `"range": ` is 9 long and `{ "from": ` 10 more.
      (#""range": { "from": "20s" }"#, 35, "/control/range/from", "past the end"),
      (#""range": { "to": "11s" }"#, 33, "/control/range/to", "past the end"),
      (#""range": { "from": "6s", "to": "50%" }"#, 25, "/control/range", "reversed"),
      (#""range": { "from": "5s", "to": "50%" }"#, 25, "/control/range", "empty"),
      (#""range": { "from": "125f", "to": "50%" }"#, 25, "/control/range", "empty"),
      // `"range": { "to": "50%" }, "value": ` is 35 long.
      (#""range": { "to": "50%" }, "value": "6s""#, 51, "/control/value", "outside"),
      (#""range": { "from": "2s" }, "value": "10%""#, 52, "/control/value", "outside"),
    ] {
      let (text, fault) = try #require(try refusal(control, in: table))
      #expect(text.hasPrefix("drag.json:3:\(column): \(pointer): "), "\(text)")
      #expect(text.contains(words), "\(text)")
      guard case .gesture(let error) = fault else {
        Issue.record("\(text) is not the gesture's fault")
        continue
      }
      #expect(error.line == 3 && error.column == column && !error.isLimit)
    }
  }

  @Test func `without a video, a time that needs one is refused with its position`() throws {
    let (text, _) = try #require(try refusal(#""range": { "to": "5s" }"#, in: nil))
    #expect(text.hasPrefix("drag.json:3:33: /control/range/to: "))
  }

  @Test func `an unfinished gesture is refused unless that is allowed`() throws {
    let unfinished = #"{ "version": 1, "touches": [{ "t": 0, "phase": "began", "x": 15, "y": 15 }] }"#
    let cancelled =
      #"{ "version": 1, "touches": [{ "t": 0, "phase": "began", "x": 15, "y": 15 }, { "t": 1, "phase": "cancelled" }] }"#
    for text in [unfinished, cancelled] {
      #expect(throws: GrabError.self) { try gesture(text) }
      var rehearsal = try GestureRehearsal(gesture(text, allowsUnfinished: true), in: timeline(frames: 250))
      #expect(try rehearsal.play { _ in } == 0)
    }
  }
}
