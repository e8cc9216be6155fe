import Testing

@testable import Timeline

struct TimeSeriesTests {
  // MARK: Moments

  @Test func `evenly spaced moments start at the first and stop before the end`() throws {
    // 0, 1/3, 2/3 and not 1.
    let thirds = try #require(TimeSeries(every: try fraction(1, 3), from: .zero, before: Rational(1)))
    #expect(thirds.count == 3 && thirds.time(0) == .zero && thirds.time(2) == Rational(2, 3))
    // 1/2, 5/6, 7/6, 3/2 and no more before 3/2 + 1/100.
    let later = try #require(
      TimeSeries(every: try fraction(1, 3), from: try fraction(1, 2), before: try fraction(151, 100)))
    #expect(later.count == 4 && later.time(3) == Rational(3, 2))
    // The 216000th of 1001/30000 s is exactly at 216000 · 1001/30000 = 7207.2 s.
    let frames = try #require(TimeSeries(every: try fraction(1001, 30_000), from: .zero, before: Rational(10_000)))
    #expect(frames.time(216_000) == Rational(72_072, 10))
  }

  @Test func `there is no series without a step or without a duration`() throws {
    #expect(TimeSeries(every: .zero, from: .zero, before: Rational(1)) == nil)
    #expect(TimeSeries(every: Rational(-1), from: .zero, before: Rational(1)) == nil)
    #expect(TimeSeries(every: Rational(1), from: Rational(1), before: Rational(1)) == nil)
    #expect(TimeSeries(middlesOf: 0, from: .zero, to: Rational(1)) == nil)
    #expect(TimeSeries(middlesOf: -3, from: .zero, to: Rational(1)) == nil)
    #expect(TimeSeries(middlesOf: 3, from: Rational(2), to: Rational(1)) == nil)
  }

  @Test func `the count is limited to Int64.max`() throws {
    // 2 · 10^9 s in steps of 10^-18 s.
    let step = try #require(Rational(1, 1_000_000_000_000_000_000))
    let series = try #require(TimeSeries(every: step, from: .zero, before: Rational(2_000_000_000)))
    #expect(series.count == .max)
  }

  @Test func `the middles of equal parts`() throws {
    // Of 2 s in 4 parts: 1/4, 3/4, 5/4, 7/4.
    let four = try #require(TimeSeries(middlesOf: 4, from: .zero, to: Rational(2)))
    #expect(four.count == 4 && (0..<4).map { four.time($0) } == [1, 3, 5, 7].map { Rational($0, 4) })
    // Of 1 s to 2 s in 3 parts: 7/6, 9/6, 11/6.
    let three = try #require(TimeSeries(middlesOf: 3, from: Rational(1), to: Rational(2)))
    #expect((0..<3).map { three.time($0) } == [7, 9, 11].map { Rational($0, 6) })
    // Half of a part of 1 s is 1 / (2 · (2^63 − 1)), which does not fit.
    #expect(TimeSeries(middlesOf: .max, from: .zero, to: Rational(1)) == nil)
  }

  @Test func `the text of a moment can be parsed again`() throws {
    let series = try #require(TimeSeries(every: try fraction(1, 3), from: try fraction(1, 2), before: Rational(9)))
    for number: Int64 in [0, 1, 3, 20] {
      let read = try TimeSpecification(parsing: series.text(number))
      #expect(read == .time(try #require(series.time(number))), "\(series.text(number))")
    }
    #expect(series.text(0) == "0.5s" && series.text(1) == "5/6s")
  }

  // MARK: Frames

  @Test func `moments before t = 0 take no time`() throws {
    // 400 million of them, all of the first frame, and 0 and 1 s.
    let video = try table([-90_000, 0, 25], base: (1, 25))
    let step = try fraction(1, 1)
    let series = try #require(TimeSeries(every: step, from: Rational(-400_000_000), before: Rational(2)))
    let found = try video.frames(of: series)
    #expect(found.indices == [0, 1, 2] && found.numbers == [0, 400_000_000, 400_000_001])
  }

  @Test func `a video that ends before t = 0 has no moments`() throws {
    let video = try table([-100, -75], base: (1, 25))
    #expect(try video.time(of: .end, bounds: .clamp) == .zero && video.time(of: .start, bounds: .clamp) == .zero)
    #expect(throws: MomentError.emptySpan(from: .zero, to: .zero)) {
      try video.times(of: TimeSpan(from: .start, to: .end), bounds: .clamp)
    }
  }

  /// The first moment of each frame, found by looking up every moment.
  private func oneByOne(
    _ series: TimeSeries, in table: FrameTable, nearest: Bool
  ) throws -> (numbers: [Int64], indices: [Int]) {
    var found: (numbers: [Int64], indices: [Int]) = ([], [])
    for number in 0..<series.count {
      let time = try #require(series.time(number))
      let index =
        nearest
        ? try table.frameIndex(nearestTo: time, bounds: .clamp) : try table.frameIndex(onScreenAt: time, bounds: .clamp)
      if index != found.indices.last {
        found.numbers.append(number)
        found.indices.append(index)
      }
    }
    return found
  }

  @Test(arguments: [false, true])
  func `the frames are those found by looking up every moment`(nearest: Bool) throws {
    var seed: UInt64 = 1
    func below(_ bound: Int64) -> Int64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(seed >> 33) % bound
    }
    for _ in 0..<300 {
      // Frames that last 0 to 6 ticks, of which several may start together, and a random origin.
      var tick = below(5)
      let ticks = (0..<(2 + below(20))).map { _ in
        tick += below(7)
        return tick
      }
      let origin = try fraction(below(8), 7)
      let table = try table(ticks, base: (1, 1 + below(9)), duration: 1, origin: origin)
      guard let end = table.end, end > .zero else { continue }
      let from = try fraction(below(9), 1 + below(9))
      guard from < end else { continue }
      let step = try fraction(1 + below(20), 1 + below(30))
      for series in [
        TimeSeries(every: step, from: from, before: end), TimeSeries(middlesOf: 1 + below(40), from: from, to: end),
      ] {
        let series = try #require(series)
        let found = try table.frames(of: series, nearest: nearest)
        let expected = try oneByOne(series, in: table, nearest: nearest)
        #expect(found.numbers == expected.numbers && found.indices == expected.indices, "\(ticks) \(series)")
      }
    }
  }

  @Test func `a step much shorter than a frame yields each frame once`() throws {
    // A thousand frames of 1 s; in steps of 10^-15 s frame k is first met at its start, moment k · 10^15.
    let table = try steady(1000, step: 1, base: (1, 1))
    let step = try #require(Rational(1, 1_000_000_000_000_000))
    let series = try #require(TimeSeries(every: step, from: .zero, before: Rational(1000)))
    let found = try table.frames(of: series)
    #expect(found.indices == Array(0..<1000))
    #expect(found.numbers == (0..<1000).map { $0 * 1_000_000_000_000_000 })
  }

  @Test func `a table that does not reach that far throws`() throws {
    let table = try steady(10, step: 1, base: (1, 1), isComplete: false)
    let series = try #require(TimeSeries(every: Rational(1), from: .zero, before: Rational(20)))
    #expect(throws: MomentError.notReadThatFar) { try table.frames(of: series) }
    let short = try #require(TimeSeries(every: Rational(1), from: .zero, before: Rational(5)))
    #expect(try table.frames(of: short).indices == [0, 1, 2, 3, 4])
  }

  @Test func `a moment that does not fit is reported`() throws {
    let table = try steady(10, step: 1, base: (1, 1))
    // 1/3 + k / (2^63 − 25) has a denominator beyond 64 bits from k = 1 on.
    let step = try #require(Rational(1, .max - 24))
    let series = try #require(TimeSeries(every: step, from: try fraction(1, 3), before: Rational(10)))
    #expect(throws: MomentError.tooFine) { try table.frames(of: series) }
  }

  @Test func `parts have middles and borders`() throws {
    // 0.5 to 2.75 in steps of 1: [0.5, 1.5), [1.5, 2.5), and what is left, [2.5, 2.75).
    let series = try #require(
      TimeSeries(middlesOfEach: Rational(1), from: try fraction(1, 2), before: try fraction(11, 4)))
    #expect(series.count == 3)
    let middles = try [Rational(1), Rational(2), fraction(21, 8)]
    #expect((0..<3).map { series.time($0) } == middles)
    let borders = try [fraction(1, 2), fraction(3, 2), fraction(5, 2), fraction(11, 4)]
    #expect((0...3).map { series.border($0) } == borders)
    // Parts that fill the span: the last middle is as the others are.
    let whole = try #require(
      TimeSeries(middlesOfEach: try fraction(1001, 300), from: .zero, before: try fraction(1001, 100)))
    #expect(try whole.count == 3 && whole.time(2) == fraction(5 * 1001, 600))
    // One part, longer than the span.
    let one = try #require(TimeSeries(middlesOfEach: Rational(10), from: .zero, before: Rational(3)))
    #expect(try one.count == 1 && one.time(0) == fraction(3, 2) && one.border(1) == Rational(3))
    let parts = try #require(TimeSeries(middlesOf: 3, from: Rational(1), to: Rational(2)))
    let thirds = try [Rational(1), fraction(4, 3), fraction(5, 3), Rational(2)]
    #expect((0...3).map { parts.border($0) } == thirds)
    #expect(TimeSeries(middlesOfEach: .zero, from: .zero, before: Rational(1)) == nil)
  }
}
