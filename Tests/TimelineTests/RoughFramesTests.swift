import Testing
import Timeline

/// Frames that stand for those of a video while it is read.
struct RoughFramesTests {
  private func rough(_ end: Rational, _ rate: Rational, ticks: Int64 = 90_000) throws -> FrameTable? {
    RoughFrames.table(end: end, rate: rate, timeBase: try #require(TimeBase(1, ticks)))
  }

  @Test func `there are as many frames as the rate says, the last one cut by the end`() throws {
    // 10 s · 30000/1001 = 299.7 frames: 300 begin before the end, each of 1001/30000 s or 3003 ticks.
    let rate = try #require(Rational(30_000, 1001))
    let table = try #require(try rough(Rational(10), rate))
    #expect(table.count == 300 && table.isComplete && table.frames.allSatisfy(\.isKeyframe))
    #expect(table.frames[299].tick == 299 * 3003)
    #expect(RoughFrames.middle(ofFrame: 0, in: table) == Rational(1001, 60_000))
    // 2 s · 25 = 50 frames, the last one from 1.96 to 2 s.
    let whole = try #require(try rough(Rational(2), Rational(25)))
    #expect(whole.count == 50 && whole.end == Rational(2))
    #expect(RoughFrames.middle(ofFrame: 49, in: whole) == Rational(198, 100))
    #expect(RoughFrames.middle(ofFrame: 50, in: whole) == nil)
    // In milliseconds, frames of 1/30 s begin at 0, 33, 67, 100.
    #expect(try rough(Rational(1), Rational(30), ticks: 1000)?.frames.prefix(4).map(\.tick) == [0, 33, 67, 100])
  }

  @Test func `there are none for impossible videos`() throws {
    #expect(try rough(.zero, Rational(25)) == nil && rough(Rational(-1), Rational(25)) == nil)
    #expect(try rough(Rational(10), .zero) == nil)
    // A year at 1000 frames a second: 3.2 · 10^10.
    #expect(try rough(Rational(31_536_000), Rational(1000)) == nil)
    #expect(try rough(Rational(.max), Rational(.max)) == nil)
    #expect(try rough(Rational(1, 1000) ?? .zero, Rational(25))?.count == 1)
  }
}
