import GestureFiles
import Scrubbing
import Testing

/// `actions`: one pointer's script, converted to touches.
@Suite struct ActionsTests {
  /// A pointer that is down at (0, 0) from the start, and that lifts after the given actions.
  private func held(_ list: String, rate: String? = nil, others: String...) throws -> [Touch] {
    let inner = list.isEmpty ? "" : ",\(list)"
    let source = "{\"type\":\"none\",\"actions\":[]}"
    return try actions(
      "{\"type\":\"pointerDown\"}\(inner),{\"type\":\"pointerUp\"}", rate: rate, others: others.first ?? source
    ).touches
  }

  private func move(_ x: Double, _ y: Double, _ duration: String) -> String {
    "{\"type\":\"pointerMove\",\"x\":\(x),\"y\":\(y),\"duration\":\(duration)}"
  }

  private func pause(_ duration: String) -> String { "{\"type\":\"pause\",\"duration\":\(duration)}" }

  private func expect(_ touches: [Touch], places: [(Double, Double)]) {
    #expect(touches.count == places.count)
    for (touch, place) in zip(touches, places) {
      let location = touch.location ?? Point(x: .nan, y: .nan)
      #expect(abs(location.x - place.0) <= 1e-9 * max(1, abs(place.0)), "\(location) for \(place)")
      #expect(abs(location.y - place.1) <= 1e-9 * max(1, abs(place.1)), "\(location) for \(place)")
    }
  }

  @Test func `a move makes an event every sixtieth of a second, and one at its end`() throws {
    // 1/60 s = 16 666.67 µs, 2/60 = 33 333.33, 3/60 = 50 000, 4/60 = 66 666.67, 5/60 = 83 333.33. 6/60 s is exactly the
    // end at 100 ms, so there is only one event.
    let touches = try held(move(60, -30, "100"))
    #expect(
      touches.map(\.timeInMicroseconds) == [0, 16_667, 33_333, 50_000, 66_667, 83_333, 100_000, 100_000])
    #expect(touches.map(\.phase) == [.began] + [Phase](repeating: .moved, count: 6) + [.ended])
    // A sixth of the distance per event; the lift is at the pointer's location.
    expect(touches, places: [(0, 0), (10, -5), (20, -10), (30, -15), (40, -20), (50, -25), (60, -30), (60, -30)])
  }

  @Test func `the last period of a move may be shorter`() throws {
    // 40 ms: 1/60 s and 2/60 s are before it, at 1/60 : 0.04 = 5/12 and 10/12 of the distance.
    let touches = try held(move(12, 24, "40"))
    #expect(touches.map(\.timeInMicroseconds) == [0, 16_667, 33_333, 40_000, 40_000])
    expect(touches, places: [(0, 0), (5, 10), (10, 20), (12, 24), (12, 24)])
  }

  @Test(arguments: ["0", "0.0", "-0", "10", "16.666"])
  func `a move that is no longer than a period makes one event`(duration: String) throws {
    let touches = try held(move(7, 8, duration))
    #expect(touches.map(\.phase) == [.began, .moved, .ended])
    expect(touches, places: [(0, 0), (7, 8), (7, 8)])
  }

  @Test func `a move without a duration makes one event at once`() throws {
    let touches = try held(#"{"type":"pointerMove","x":7,"y":8}"#)
    #expect(touches.map(\.timeInMicroseconds) == [0, 0, 0])
    expect(touches, places: [(0, 0), (7, 8), (7, 8)])
  }

  @Test func `a move to the pointer's own location makes its events as well`() throws {
    let touches = try held(move(0, 0, "50"))
    #expect(touches.map(\.timeInMicroseconds) == [0, 16_667, 33_333, 50_000, 50_000])
  }

  @Test(arguments: [
    // Once a second: 1 s and 2 s before the end at 2.5 s; and nothing before an end at 1 s.
    ("1", "2500", [1_000_000, 2_000_000, 2_500_000]), ("1", "1000", [1_000_000]),
    ("1.0", "1000.001", [1_000_000, 1_000_001]),
    // A thousand per second: 1 ms and 2 ms before the end at 3 ms; and nothing before an end at 0.5 ms.
    ("1000", "3", [1_000, 2_000, 3_000]), ("1e3", "0.5", [500]),
    // 1/59.94 s = 16 683.35 µs, 33 366.70, 50 050.05, 66 733.40.
    ("59.94", "60", [16_683, 33_367, 50_050, 60_000]), ("59.94", "50.05", [16_683, 33_367, 50_050]),
    // 50 / 999 s = 50.05005… ms comes after 50.05 ms and before 50.0501 ms, but all three are the same microsecond.
    ("59.94", "50.0501", [16_683, 33_367, 50_050, 50_050]),
    // Thirds: 333 333.33 µs, 666 666.67, 1 s, …, and 2 s is the end.
    ("3", "2000", [333_333, 666_667, 1_000_000, 1_333_333, 1_666_667, 2_000_000]),
    ("2.5", "1000", [400_000, 800_000, 1_000_000]),
  ])
  func `the sample rate determines the number of events`(rate: String, duration: String, times: [Int64]) throws {
    let touches = try held(move(100, 0, duration), rate: rate)
    #expect(touches.dropFirst().dropLast().map(\.timeInMicroseconds) == times)
    #expect(touches.last?.timeInMicroseconds == times.last)
  }

  @Test func `periods count from the start of each move`() throws {
    // The first goes from 7 ms to 27 ms: 7 + 16.667 = 23.667; the second from there to 47 ms: 27 + 16.667 = 43.667.
    let touches = try held("\(pause("7")),\(move(20, 0, "20")),\(move(20, 20, "20"))")
    #expect(touches.map(\.timeInMicroseconds) == [0, 23_667, 27_000, 43_667, 47_000, 47_000])
    // 1/60 : 0.02 = 5/6 of 20 points.
    expect(touches, places: [(0, 0), (20 * 5 / 6, 0), (20, 0), (20, 20 * 5 / 6), (20, 20), (20, 20)])
  }

  @Test func `times are rounded, halves away from zero, only after all durations have been added`() throws {
    // 0.5 µs, 1.5 µs and 1.6 µs.
    let touches = try held(
      "\(pause("0.0005")),\(move(1, 0, "0")),\(pause("0.001")),\(move(2, 0, "0")),\(pause("0.0001")),\(move(3, 0, "0"))"
    )
    #expect(touches.map(\.timeInMicroseconds) == [0, 1, 2, 2, 2])
    // Three times 0.4 µs are 1.2 µs and not three times 0.
    let tiny = [String](repeating: pause("0.0004"), count: 3).joined(separator: ",")
    #expect(try held(tiny).map(\.timeInMicroseconds) == [0, 1])
  }

  @Test func `a pause makes no event and takes its time`() throws {
    let touches = try held("\(pause("250")),{\"type\":\"pause\"},\(pause("0.5"))")
    #expect(touches.map(\.phase) == [.began, .ended])
    #expect(touches.map(\.timeInMicroseconds) == [0, 250_500])
  }

  @Test func `moves while the pointer is up change its location and take their time`() throws {
    let touches = try actions(
      """
      {"type":"pointerMove","x":40,"y":50,"duration":250},
      {"type":"pointerMove","x":-10,"y":5,"origin":"pointer","duration":10},
      {"type":"pointerDown"},{"type":"pointerUp"},
      {"type":"pointerMove","x":1,"y":2},{"type":"pointerDown"},{"type":"pointerUp"}
      """
    ).touches
    #expect(touches.map(\.phase) == [.began, .ended, .began, .ended])
    #expect(touches.map(\.timeInMicroseconds) == [260_000, 260_000, 260_000, 260_000])
    expect(touches, places: [(30, 55), (30, 55), (1, 2), (1, 2)])
  }

  @Test func `an origin is the viewport or the pointer's last location`() throws {
    // From the corner by (10, 20); to (30, 20); by (5, -20).
    let touches = try held(
      """
      {"type":"pointerMove","x":10,"y":20,"origin":"pointer"},{"type":"pointerMove","x":30,"y":20,"origin":"viewport"},
      {"type":"pointerMove","x":5,"y":-20,"origin":"pointer","duration":20}
      """)
    // 1/60 : 0.02 = 5/6 of the distance from (30, 20) to (35, 0).
    expect(touches, places: [(0, 0), (10, 20), (30, 20), (30 + 25.0 / 6, 20 - 100.0 / 6), (35, 0), (35, 0)])
  }

  @Test func `a tick lasts as long as its longest action`() throws {
    // Ticks: down with a pause of 5; a move of 20 with pauses of 30 and 10; a move of 20 with one of 0; the lift.
    let touches = try actions(
      "{\"type\":\"pointerDown\"},\(move(20, 0, "20")),\(move(40, 0, "20")),{\"type\":\"pointerUp\"}",
      others: "{\"type\":\"key\",\"id\":\"k\",\"actions\":[\(pause("5")),\(pause("30")),{\"type\":\"pause\"}]}",
      "{\"type\":\"none\",\"actions\":[\(pause("0")),\(pause("10"))]}"
    ).touches
    // The moves last 20 ms each, independent of the others: 5 + 16.667, 25; the next tick starts at 35: 51.667, 55.
    #expect(touches.map(\.timeInMicroseconds) == [0, 21_667, 25_000, 51_667, 55_000, 55_000])
  }

  @Test func `actions of others after the pointer's last action have no effect`() throws {
    let more = "{\"type\":\"wheel\",\"actions\":[\(pause("0")),\(pause("0")),\(pause("1e15")),\(pause("9"))]}"
    #expect(try held("", others: more).map(\.timeInMicroseconds) == [0, 0])
  }

  @Test func `only moves and pauses have a duration`() throws {
    let touches = try actions(
      """
      {"type":"pointerDown","duration":100},{"type":"pointerUp","duration":100},{"type":"pointerDown","duration":100},
      {"type":"pointerCancel","duration":100}
      """
    ).touches
    #expect(touches.map(\.timeInMicroseconds) == [0, 0, 0, 0])
    #expect(touches.map(\.phase) == [.began, .ended, .began, .cancelled])
  }

  @Test func `strokes may follow each other, and the ending of the last one counts`() throws {
    let down = #"{"type":"pointerDown"}"#
    #expect(try actions("\(down),{\"type\":\"pointerUp\"}").ending == .lifted)
    #expect(try actions("\(down),{\"type\":\"pointerCancel\"}").ending == .cancelled)
    let unfinished = try actions("\(down),{\"type\":\"pointerUp\"},\(down),\(pause("9"))")
    #expect(unfinished.ending == .unfinished)
    #expect(unfinished.unfinishedRefusal?.pointer == "/actions/0/actions/2")
    #expect(unfinished.unfinishedRefusal?.reason.contains("'pointerUp'") == true)
  }
}
