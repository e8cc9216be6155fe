import GestureFiles
import Scrubbing
import Testing

/// `adjust` and `step`: changes of the value without a finger.
@Suite struct ChangeTests {
  private func frames(_ members: String) throws -> Int64? {
    guard case .step(let frames, let time) = try gesture(touches: "[{\"t\":1,\(members)}]").events.first,
      time == 1_000_000
    else { return nil }
    return frames
  }

  @Test(arguments: [
    (#""step":3"#, 3), (#""step":-3"#, -3), (#""step":0"#, 0), (#""step":2.0"#, 2), (#""step":1e3"#, 1_000),
    (#""step":250e-1"#, 25), (#""step":7,"speed":2"#, 14), (#""step":7,"speed":1"#, 7),
    // Halves are rounded away from zero: 1.5, -1.5, 0.5, -0.5, 2.5.
    (#""step":3,"speed":0.5"#, 2), (#""step":-3,"speed":0.5"#, -2), (#""step":1,"speed":0.5"#, 1),
    (#""step":-1,"speed":0.5"#, -1), (#""step":25,"speed":0.1"#, 3),
    // Just below a half: 0.4, and 0.499999999999999999, which is 0.5 as a double.
    (#""step":4,"speed":0.1"#, 0), (#""step":-4,"speed":0.1"#, 0), (#""step":1,"speed":0.499999999999999999"#, 0),
    // 0.29 · 50 = 14.5, 0.145 · 100 = 14.5 and 0.57 · 50 = 28.5 exactly; in doubles the first and the third are too
    // low.
    (#""step":50,"speed":0.29"#, 15), (#""speed":0.145,"step":-100"#, -15), (#""step":50,"speed":0.57"#, 29),
    (#""step":9223372036854775,"speed":1e3"#, 9_223_372_036_854_775_000),
  ])
  func `a step moves by its number times its speed`(members: String, expected: Int64) throws {
    #expect(try frames(members) == expected)
  }

  @Test func `adjustments move by a twentieth up or down`() throws {
    let events = try gesture(touches: #"[{"t":-1,"adjust":"increment"},{"adjust":"decrement","t":2.0000005}]"#).events
    #expect(
      events == [
        .adjust(.increment, timeInMicroseconds: -1_000_000), .adjust(.decrement, timeInMicroseconds: 2_000_001),
      ])
    #expect(GestureEvent.Adjustment.increment.change == 0.05 && GestureEvent.Adjustment.decrement.change == -0.05)
    #expect(events.map(\.name) == ["increment", "decrement"] && events.compactMap(\.touch).isEmpty)
  }

  @Test func `changes may come before, between and after strokes, also at the same time`() throws {
    let file = try gesture(
      touches: """
        [{"t":0,"step":1},{"t":0,"phase":"began","x":15,"y":15},{"t":1,"phase":"cancelled"},{"t":1,"adjust":"increment"},
        {"t":1,"phase":"began","x":9,"y":9},{"t":2,"phase":"ended"},{"t":2,"st\\u0065p":-2}]
        """)
    #expect(file.events.map(\.name) == ["step", "began", "cancelled", "increment", "began", "ended", "step"])
    #expect(file.events.map(\.timeInMicroseconds) == [0, 0, 1, 1, 1, 2, 2].map { $0 * 1_000_000 })
    #expect(file.touches.map(\.phase) == [.began, .cancelled, .began, .ended])
    #expect(file.events.compactMap(\.touch) == file.touches)
    #expect(file.ending == .lifted && file.unfinishedRefusal == nil)
    // Event numbers count changes too.
    #expect(file.refusal(at: .event(3), reason: "no").pointer == "/touches/3")
    #expect(file.refusal(at: .event(5), reason: "no").pointer == "/touches/5")
  }

  @Test func `a gesture may contain only changes, and its last stroke determines its ending`() throws {
    let steps = try gesture(touches: #"[{"t":0,"step":1},{"t":0,"step":-1}]"#)
    #expect(steps.touches.isEmpty && steps.events.count == 2)
    #expect(steps.ending == .lifted && steps.unfinishedRefusal == nil)
    let cancelled = try gesture(
      touches: #"[{"t":0,"phase":"began","x":15,"y":15},{"t":1,"phase":"cancelled"},{"t":2,"step":1}]"#)
    #expect(cancelled.ending == .cancelled)
    #expect(cancelled.unfinishedRefusal?.pointer == "/touches/1")
  }

  @Test func `a step that is too large is rejected and never traps`() {
    for members in [
      #""step":9223372036854775808"#, #""step":-9223372036854775808"#, #""step":1e19"#, #""step":1e300"#,
      #""step":9e18,"speed":2"#, #""step":1,"speed":1e300"#, #""step":1,"speed":1e-300"#, #""step":1e-1"#,
      #""step":9e18,"speed":1.000000000000000001"#,
    ] {
      let error = refusal(of: "{\"version\":1,\"touches\":[{\"t\":0,\(members)}]}")
      #expect(error?.pointer.hasPrefix("/touches/0/s") == true, "\(members): \(String(describing: error))")
    }
  }
}
