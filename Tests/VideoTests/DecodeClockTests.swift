import Testing
@testable import Video

/// Where a clock starts anew: after a fall of more than a second, or at a keyframe that falls to the beginning.
@Suite struct DecodeClockTests {
  /// The packets at which the clock starts anew; those in `starts` are keyframes. A second has 100 ticks.
  /// - Parameter delay: how much later than decoded the pictures are shown; nil if that is not known.
  private func news(_ decodes: [Int64?], starts: Set<Int>, delay: Int64? = nil) -> [Int] {
    var clock = DecodeClock()
    return decodes.indices.filter {
      clock.startsAnew(
        at: decodes[$0], shown: decodes[$0].flatMap { decode in delay.map { decode + $0 } },
        isStart: starts.contains($0), jump: (back: 100, forward: 1000))
    }
  }

  private let ten: [Int64] = Array(stride(from: 50, to: 90, by: 4))

  @Test func `a short piece is followed by another`() {
    #expect(news(ten + ten, starts: [0, 10]) == [10])
    #expect(news(ten + [40, 44], starts: [0, 10]) == [10])
    #expect(news(ten + ten + ten, starts: [0, 10, 20]) == [10, 20])
    // Timestamps may be missing.
    #expect(news(ten + [nil] + ten, starts: [0, 11]) == [11])
  }

  @Test func `a stray timestamp is not`() {
    // No keyframe; not as early as the beginning; too few packets before it; the same time twice.
    #expect(news(ten + ten, starts: [0]) == [])
    #expect(news(ten + [54, 58], starts: [0, 10]) == [])
    #expect(news(Array(ten.prefix(7)) + ten, starts: [0, 7]) == [])
    #expect(news(Array(repeating: 50, count: 20), starts: Set(0..<20)) == [])
  }

  // Ten timestamps from 50 to 86, each 4 after the last: 70 is four pictures back, 74 only three.
  @Test func `a keyframe that is shown before an earlier picture begins anew`() {
    #expect(news(ten + [70, 74], starts: [0, 10], delay: 8) == [10])
    #expect(news(ten + [74, 78], starts: [0, 10], delay: 8) == [])
    #expect(news(ten + [70, 74], starts: [0], delay: 8) == [])
    #expect(news(Array(ten.prefix(7)) + [54], starts: [0, 7], delay: 8) == [])
    // In the second stretch as in the first.
    #expect(news(ten + ten + [70], starts: [0, 10, 20], delay: 0) == [10, 20])
    // The first keyframe is shown as late as 86: later than any before.
    var clock = DecodeClock()
    let shown = ten.indices.map { clock.startsAnew(at: ten[$0], shown: 50, isStart: false, jump: (100, 1000)) }
    #expect(!shown.contains(true))
    let isNew = clock.startsAnew(at: 70, shown: 51, isStart: true, jump: (100, 1000))
    #expect(!isNew)
  }

  // A raw stream: its decode timestamps are made up, and fall one packet late, by 36 of 100.
  @Test func `a keyframe that is shown before all others begins anew`() {
    func news(_ shown: [Int64], starts: Set<Int>) -> [Int] {
      var clock = DecodeClock()
      let decodes = ten + [90] + ten
      return shown.indices.filter {
        clock.startsAnew(at: decodes[$0], shown: shown[$0], isStart: starts.contains($0), jump: (100, 1000))
      }
    }
    let next: [Int64] = [50, 54, 58]
    #expect(news(ten + next, starts: [0, 10]) == [10])
    #expect(news(ten + next, starts: [0]) == [])
    #expect(news(ten + [51, 54], starts: [0, 10]) == [])
    #expect(news(Array(repeating: 50, count: 14), starts: [0, 10]) == [])
  }

  @Test func `a second back or ten forward is anew anywhere`() {
    #expect(news([500, 504, 404, 403], starts: []) == [])
    #expect(news([500, 504, 403], starts: []) == [2])
    #expect(news([0, 1000, 2001], starts: []) == [2])
    #expect(news([.max, .min, .max], starts: []) == [1, 2])
  }
}
