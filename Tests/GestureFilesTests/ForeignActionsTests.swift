import GestureFiles
import Scrubbing
import Testing

/// Arrays from other programs, limits, and the location of errors in events created from actions.
@Suite struct ForeignActionsTests {
  private func touches(_ name: String) throws -> [Touch] {
    try GestureFile(parsing: try Fixtures.bytes("gestures/\(name).json")).touches
  }

  @Test func `an array of Selenium is accepted unchanged`() throws {
    let touches = try touches("actions-of-selenium")
    // Moved there within 250 ms; down; a pause of 200 ms, also of the keys; 250 ms to the right, that is 14 events
    // before the end at 700 ms, since 15/60 s is the end; up.
    #expect(touches.count == 1 + 14 + 1 + 1)
    #expect(touches.map(\.timeInMicroseconds).prefix(3) == [250_000, 466_667, 483_333])
    #expect(touches.map(\.timeInMicroseconds).suffix(3) == [683_333, 700_000, 700_000])
    #expect(touches.first?.location == Point(x: 15, y: 15))
    #expect(touches.suffix(2).map(\.location) == [Point(x: 115, y: 15), Point(x: 115, y: 15)])
  }

  @Test func `an array of WebdriverIO for Appium is accepted unchanged`() throws {
    let touches = try touches("actions-of-webdriverio")
    // Down at once; a pause of 100 ms; a second of 60 events, the last one at its end; a jump; up.
    #expect(touches.count == 1 + 60 + 1 + 1)
    #expect(touches.map(\.timeInMicroseconds).prefix(2) == [0, 116_667])
    #expect(touches.suffix(3).map(\.timeInMicroseconds) == [1_100_000, 1_100_000, 1_100_000])
    #expect(touches.suffix(3).map(\.location?.x) == [211.5, 246, 246])
  }

  @Test func `a rate that is not a whole number, and a cancelled stroke`() throws {
    // Down at 40 ms, and 5 periods of 16.683 ms in 100 ms: 56.683, 73.367, 90.050, 106.733, 123.417.
    #expect(
      try touches("actions-at-59.94-hertz").map(\.timeInMicroseconds)
        == [40_000, 56_683, 73_367, 90_050, 106_733, 123_417, 140_000, 140_000, 140_000])
    // A pause of 500 ms, a move of 250 ms, the cancel, 400 + 100 ms, and 2 s at one event per second.
    let cancelled = try touches("actions-cancelled-stroke")
    #expect(
      cancelled.map(\.timeInMicroseconds)
        == [500_000, 750_000, 750_000, 1_250_000, 2_250_000, 3_250_000, 3_250_000])
    #expect(cancelled.map(\.phase) == [.began, .moved, .cancelled, .began, .moved, .moved, .ended])
  }

  @Test func `other properties of a pen or a mouse have no effect`() throws {
    let keys =
      #""width":9,"height":9,"pressure":0.5,"tangentialPressure":-1,"tiltX":1,"tiltY":2,"#
      + #""twist":359,"altitudeAngle":1.5,"azimuthAngle":6,"button":2,"#
    let plain = #"{"type":"pointerDown"},{"type":"pointerMove","x":9,"y":9,"duration":100},{"type":"pointerUp"}"#
    let full = plain.replacing("{", with: "{" + keys)
    #expect(try actions(full).events == actions(plain).events)
    let source = #"{"version":1,"actions":[{"type":"pointer","id":"pen","parameters":{"pointerType":"pen"},"actions":["#
    #expect(try GestureFile(parsing: Array((source + plain + "]}]}").utf8)).events == actions(plain).events)
  }

  @Test func `an error that is found later is reported at the action that created the event`() throws {
    // Events: 0 of the down, 1 to 3 of the move of 50 ms, 4 of the lift.
    let file = try actions(
      #"{"type":"pause"},{"type":"pointerDown"},{"type":"pointerMove","x":9,"y":9,"duration":50},{"type":"pointerUp"}"#,
      others: #"{"type":"none","actions":[]}"#)
    #expect(file.events.count == 5)
    let pointers = (0..<5).map { file.refusal(at: .event($0), reason: "no").pointer }
    #expect(pointers == [1, 2, 2, 2, 3].map { "/actions/1/actions/\($0)" })
    #expect(file.refusal(at: .event(5), reason: "no").pointer == "/actions")
    #expect(file.refusal(at: .event(-1), reason: "no").pointer == "/actions")
    #expect(file.refusal(at: .events, reason: "no").pointer == "/actions")
  }

  private func refusal(ofMoves list: String, rate: String? = nil) -> GestureFileError? {
    do throws(GestureFileError) {
      let rate = rate.map { "\"sampleRate\":\($0)," } ?? ""
      let text =
        "{\"version\":1,\(rate)\"actions\":[{\"type\":\"pointer\",\"actions\":[{\"type\":\"pointerDown\"},\(list)]}]}"
      return try GestureFile(parsing: Array(text.utf8)).unfinishedRefusal
    } catch {
      return error
    }
  }

  @Test(arguments: ["1e12", "1e15", "16666667000", "123456789012345678"])
  func `a move that makes more than a million touches exceeds a limit before they are created`(duration: String) {
    let move = "{\"type\":\"pointerMove\",\"x\":1,\"y\":1,\"duration\":\(duration)}"
    let error = refusal(ofMoves: move)
    #expect(error?.isLimit == true)
    #expect(error?.pointer == "/actions/0/actions/1")
    #expect(error?.reason.contains("1000000") == true)
  }

  @Test func `the limit counts the event at the end of a move`() {
    // 1 of the down, 999 999 before the end at 1000 a second, and the end itself: one more than a million.
    let error = refusal(ofMoves: #"{"type":"pointerMove","x":1,"y":1,"duration":1e6}"#, rate: "1000")
    #expect(error?.isLimit == true)
  }

  @Test func `touches of several moves count together`() {
    // 1 of the down; 600 s at 1 per second; then 999 410 s, which alone would be below the limit.
    let first = #"{"type":"pointerMove","x":1,"y":1,"duration":6e5}"#
    let second = #"{"type":"pointerMove","x":1,"y":1,"duration":9.9941e8}"#
    #expect(refusal(ofMoves: "\(first),\(second)", rate: "1")?.isLimit == true)
    #expect(refusal(ofMoves: "\(first),\(second)", rate: "1")?.pointer == "/actions/0/actions/2")
  }

  @Test func `durations that overflow are rejected`() {
    for duration in ["1e300", "1e-300", "1e19", "9300000000000000.123456789"] {
      for type in ["pause", "pointerMove"] {
        let place = type == "pause" ? "" : ",\"x\":1,\"y\":1"
        let error = refusal(ofMoves: "{\"type\":\"\(type)\",\"duration\":\(duration)\(place)},{\"type\":\"pointerUp\"}")
        #expect(error != nil, "\(type) of \(duration)")
        #expect(error?.pointer.hasPrefix("/actions/0/actions/") == true, "\(type) of \(duration)")
      }
    }
  }

  @Test func `durations and rates with the digits of a division are accepted`() throws {
    // 1000/60 ms in JavaScript; just above a period, so that one event comes before the end in the same microsecond.
    let move = #"{"type":"pointerMove","x":1,"y":0,"duration":16.666666666666668}"#
    let list = "{\"type\":\"pointerDown\"},\(move),\(move),{\"type\":\"pointerUp\"}"
    #expect(try actions(list).touches.map(\.timeInMicroseconds) == [0, 16_667, 16_667, 33_333, 33_333, 33_333])
    // A period of 1001/60 ms is longer than either move.
    #expect(try actions(list, rate: "59.94").touches.map(\.timeInMicroseconds) == [0, 16_667, 33_333, 33_333])
  }

  @Test func `the rate of an NTSC video in decimals is accepted at any time`() throws {
    // 60000/1001 a second: 16 683.33 µs, 33 366.67, 50 050, 66 733.33, 83 416.67 and 100 ms, after 5.583 s.
    let list =
      #"{"type":"pointerDown"},{"type":"pause","duration":5583},"#
      + #"{"type":"pointerMove","x":1001,"y":0,"duration":100.1},{"type":"pointerUp"}"#
    let touches = try actions(list, rate: "59.94005994005994").touches
    // 100.1 ms are six periods, and the rate truncated after 14 decimals is slightly low, so that the sixth is the end.
    #expect(
      touches.map(\.timeInMicroseconds) == [
        0, 5_599_683, 5_616_367, 5_633_050, 5_649_733, 5_666_417, 5_683_100, 5_683_100,
      ])
    for (number, touch) in touches.dropFirst().dropLast().enumerated() {
      let expected = 1001.0 / 6 * Double(number + 1)
      #expect(abs((touch.location?.x ?? .nan) - expected) < 1e-6)
    }
  }

  @Test func `a gesture of many touches is in order`() throws {
    // 30 s at 1000 per second.
    let move = #"{"type":"pointerMove","x":30000,"y":0,"duration":30000}"#
    let touches = try actions("{\"type\":\"pointerDown\"},\(move),{\"type\":\"pointerUp\"}", rate: "1000").touches
    #expect(touches.count == 30_002)
    #expect(
      touches.dropFirst().dropLast().enumerated().allSatisfy { number, touch in
        touch.timeInMicroseconds == Int64(1_000 * (number + 1))
          && abs((touch.location?.x ?? .nan) - Double(number + 1)) < 1e-6
      })
  }
}
