import TestSupport
import Testing

@testable import Timeline

struct TimeBaseTests {
  @Test func `a tick must be longer than 0`() {
    #expect(TimeBase(0, 1) == nil)
    #expect(TimeBase(-1, 25) == nil)
    #expect(TimeBase(1, 0) == nil)
    #expect(TimeBase(-1, -25) == TimeBase(1, 25))
  }

  @Test func `ticks become seconds exactly`() throws {
    #expect(try base(1, 15360).seconds(ofTicks: 2_474_240) == fraction(2_474_240, 15360))
    #expect(try base(1001, 30000).seconds(ofTicks: 1) == fraction(1001, 30000))
    #expect(try base(3, 1).seconds(ofTicks: .max) == nil)
  }

  @Test func `the last tick is the floor, on both sides of zero`() throws {
    let milliseconds = try base(1, 1000)
    #expect(try milliseconds.lastTick(atOrBefore: fraction(333_667, 10_000_000)) == 33)
    #expect(try milliseconds.lastTick(atOrBefore: fraction(33, 1000)) == 33)
    #expect(try milliseconds.lastTick(atOrBefore: fraction(-1, 10_000_000)) == -1)
    #expect(milliseconds.lastTick(atOrBefore: Rational(.max)) == nil)
    #expect(try base(1, 1).lastTick(atOrBefore: Rational(.min)) == .min)
    // (2⁶³−1) / ((2⁶³−1)/(2⁶³−2)) = 2⁶³−2, with products near 2¹²⁶ on the way.
    #expect(try base(.max, .max - 1).lastTick(atOrBefore: Rational(.max)) == .max - 1)
  }

  @Test func `the nearest tick rounds half away from zero`() throws {
    let seconds = try base(1, 1)
    for (numerator, tick) in [(1, 1), (-1, -1), (3, 2), (-3, -2), (2, 1), (0, 0)] as [(Int64, Int64)] {
      #expect(try seconds.nearestTick(to: fraction(numerator, 2)) == tick)
    }
    // The largest fraction below one half.
    #expect(try seconds.nearestTick(to: fraction((1 << 61) - 1, 1 << 62)) == 0)
    // (2⁶³−1)/2 = 2⁶² − 1/2, a tie.
    #expect(try seconds.nearestTick(to: fraction(.max, 2)) == 1 << 62)
    #expect(try base(1, 2).nearestTick(to: Rational(.max)) == nil)
    #expect(try base(1, .max).nearestTick(to: Rational(.max)) == nil)
  }

  @Test func `a player's time just before a sample finds the sample`() throws {
    // 161.083333333 · 15360 = 2474239.99999488, and the sample is at 2474240.
    let timeBase = try base(1, 15360)
    let range = Rational(300)
    #expect(timeBase.nearestTick(origin: .zero, from: .zero, to: range, fraction: 161.083333333 / 300) == 2_474_240)
    #expect(try timeBase.nearestTick(to: fraction(161_083_333_333, 1_000_000_000)) == 2_474_240)
    #expect(try timeBase.lastTick(atOrBefore: fraction(161_083_333_333, 1_000_000_000)) == 2_474_239)
  }

  @Test func `a double is converted without rounding`() throws {
    let seconds = try base(1, 1)
    // 1/2 is a tie and goes up; the doubles next to it are not ties.
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(1), fraction: 0.5) == 1)
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(1), fraction: 0.5.nextDown) == 0)
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(-1), fraction: 0.5) == -1)
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(-1), fraction: 0.5.nextDown) == 0)
    // 0.1 as a double is above one tenth, so 0.1·5 is above the tie at 1/2, which a rounded product would hit;
    // 0.7 as a double is below seven tenths, so 0.7·5 stays below the tie at 7/2.
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(5), fraction: 0.7) == 3)
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(5), fraction: 0.1) == 1)
    // A tie in the origin is broken by the smallest subnormal number, in either direction.
    let half = try fraction(1, 2)
    let least = Double.leastNonzeroMagnitude
    #expect(seconds.nearestTick(origin: half, from: .zero, to: Rational(-1), fraction: 0) == 1)
    #expect(seconds.nearestTick(origin: half, from: .zero, to: Rational(-1), fraction: least) == 0)
    #expect(try seconds.nearestTick(origin: fraction(-1, 2), from: .zero, to: Rational(1), fraction: least) == 0)
  }

  @Test func `results that are not a number of ticks are rejected`() throws {
    let seconds = try base(1, 1)
    for value in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
      #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(1), fraction: value) == nil)
    }
    // An empty range stays where it is, however large the fraction.
    let largest = Double.greatestFiniteMagnitude
    #expect(seconds.nearestTick(origin: .zero, from: Rational(7), to: Rational(7), fraction: largest) == 7)
    // The limits: −2⁶³ fits, 2⁶³ does not.
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(1), fraction: -0x1p63) == .min)
    #expect(seconds.nearestTick(origin: .zero, from: .zero, to: Rational(1), fraction: 0x1p63) == nil)
  }

  @Test func `nearest ticks agree with unlimited fractions`() throws {
    let references = try TickReference.all()
    #expect(references.count > 250)
    for reference in references {
      let timeBase = try base(reference.secondsPerTick.numerator, reference.secondsPerTick.denominator)
      let tick = timeBase.nearestTick(
        origin: reference.origin, from: reference.from, to: reference.to, fraction: reference.fraction)
      #expect(tick == reference.tick, "\(reference)")
    }
  }

  @Test func `nearest ticks agree with plain integers on small numbers`() throws {
    var generator = SeededNumbers(seed: 2)
    for _ in 0..<3000 {
      let (origin, from, to) = (
        Int64.random(in: -99...99, using: &generator), Int64.random(in: -99...99, using: &generator),
        Int64.random(in: -99...99, using: &generator)
      )
      let (perSecond, eighths) = (
        Int64.random(in: 1...12, using: &generator), Int64.random(in: -16...16, using: &generator)
      )
      // 8x = (8·(origin + from) + eighths·(to − from)) · perSecond; round(x) = (|8x| + 4) / 8 with its sign.
      let eight = (8 * (origin + from) + eighths * (to - from)) * perSecond
      let expected = (abs(eight) + 4) / 8 * eight.signum()
      let tick = try base(1, perSecond).nearestTick(
        origin: Rational(origin), from: Rational(from), to: Rational(to), fraction: Double(eighths) / 8)
      #expect(tick == expected)
    }
  }
}
