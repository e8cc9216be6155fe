import Testing

@testable import Timeline

struct TimeSpanTests {
  private func span(_ from: String?, _ to: String?) throws -> TimeSpan {
    TimeSpan(
      from: try from.map { try TimeSpecification(parsing: $0) }, to: try to.map { try TimeSpecification(parsing: $0) })
  }

  private func frames(
    _ from: String?, _ to: String?, in table: FrameTable, _ bounds: Bounds = .refuse
  ) throws -> Range<Int> {
    try table.frames(in: span(from, to), bounds: bounds)
  }

  @Test func `frames belong to the span that contains their start`() throws {
    // Ten frames of 1/25 s: 0, 0.04, …, 0.36, up to 0.4.
    let table = try steady(10, step: 1, base: (1, 25))
    #expect(try frames(nil, nil, in: table) == 0..<10)
    #expect(try frames("0.08", "0.2", in: table) == 2..<5)
    // The frame on screen at 0.09 started before.
    #expect(try frames("0.09", "0.2001", in: table) == 3..<6)
    #expect(try frames("2f", "5f", in: table) == 2..<5)
    #expect(try frames("50%", nil, in: table) == 5..<10)
    #expect(try frames("-0.08s", "end", in: table) == 8..<10)
    #expect(try frames(nil, "0.04", in: table) == 0..<1)
    #expect(try frames("0.09", "0.1", in: table).isEmpty)
  }

  @Test func `adjacent spans share no frame and skip none`() throws {
    let table = try table([0, 3, 3, 4, 9, 9, 12, 20], base: (1, 10), duration: 5)
    for tick in 1...24 {
      let cut = "\(tick)/10s"
      let (before, behind) = (try frames(nil, cut, in: table), try frames(cut, nil, in: table))
      #expect(before.lowerBound == 0 && before.upperBound == behind.lowerBound && behind.upperBound == 8, "\(cut)")
    }
  }

  @Test func `a span without a start includes the first frame, wherever that starts`() throws {
    // The first frame starts 2 s before t = 0.
    let early = try table([0, 1, 2, 3], base: (1, 1), duration: 1, origin: Rational(2))
    #expect(try frames(nil, "1s", in: early) == 0..<3)
    #expect(try frames("0s", "1s", in: early) == 2..<3)
  }

  @Test func `invalid spans`() throws {
    let table = try steady(10, step: 1, base: (1, 25))
    #expect(throws: MomentError.emptySpan(from: Rational(1, 5) ?? .zero, to: Rational(1, 10) ?? .zero)) {
      try frames("0.2", "0.1", in: table)
    }
    #expect(throws: MomentError.self) { try frames("0.2", "0.2", in: table) }
    #expect(throws: MomentError.self) { try frames("1s", nil, in: table) }
    // An end behind the video is the video's end, at 0.4 s; a start there is an error.
    #expect(try frames(nil, "1s", in: table) == 0..<10)
    #expect(try frames("0.2s", "99f", in: table) == 5..<10)
    #expect(try frames("0.2s", "00:00:09:00", in: table) == 5..<10)
    #expect(throws: MomentError.self) { try frames("1s", "2s", in: table) }
    #expect(try frames("0.2s", "1s", in: table, .clamp) == 5..<10)
  }

  @Test func `a table that does not reach the end of the span throws`() throws {
    let part = try steady(10, step: 1, base: (1, 25), isComplete: false)
    #expect(try frames("0.08", "0.2", in: part) == 2..<5)
    #expect(throws: MomentError.notReadThatFar) { try frames("0.08", "0.5", in: part) }
    #expect(throws: MomentError.notReadThatFar) { try frames("0.08", nil, in: part) }
    #expect(throws: MomentError.notReadThatFar) { try frames(nil, nil, in: part) }
  }

  @Test func `how much of the timeline is needed`() throws {
    #expect(try span(nil, "5s").lastTime == Rational(5) && span("1s", "5s").lastTime == Rational(5))
    for (from, to) in [(nil, nil), ("1s", nil), ("50%", "5s"), ("1s", "50%"), ("1s", "-1s"), (nil, "7f")] {
      #expect(try span(from, to).lastTime == nil)
    }
  }
}
