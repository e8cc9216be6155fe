import Testing

@testable import Timeline

struct FrameTableTests {
  @Test func `a table needs frames, sorted by tick`() throws {
    let timeBase = try base(1, 25)
    func frame(_ tick: Int64) -> FrameTable.Frame {
      .init(timestamp: tick, tick: tick, ordinal: 0, duration: 1, isKeyframe: true)
    }
    func isAccepted(_ frames: [FrameTable.Frame]) -> Bool {
      FrameTable(
        frames: frames, timeBase: timeBase, origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true)
        != nil
    }
    #expect(!isAccepted([]))
    #expect(!isAccepted([frame(1), frame(0)]))
    #expect(isAccepted([frame(1), frame(1)]))
    #expect(isAccepted([frame(.min), frame(.max)]))
  }

  @Test func `times count from the origin`() throws {
    // AAC starting 1024 samples of 1/48000 s before the first frame: 5120/15360 − 1024/48000 = 1/3 − 8/375.
    let video = try table([5120, 5632], base: (1, 15360), duration: 512, origin: fraction(1024, 48000))
    #expect(try video.time(ofFrame: 0) == fraction(1, 3).subtracting(fraction(8, 375)))
    #expect(video.time(ofFrame: 2) == nil)
    #expect(video.time(ofFrame: -1) == nil)
  }

  @Test func `the last frame's duration: its packet's, the frame's before, 1 / rate, 1/25 s`() throws {
    #expect(try table([0, 40], base: (1, 1000), duration: 50).end == fraction(90, 1000))
    #expect(try table([0, 40, 70], base: (1, 1000)).end == fraction(100, 1000))
    #expect(try table([0], base: (1, 1000), rate: fraction(30000, 1001)).end == fraction(1001, 30000))
    #expect(try table([0], base: (1, 1000)).end == fraction(1, 25))
    #expect(try table([0], base: (1, 1000), duration: -7, rate: Rational(-3)).end == fraction(1, 25))
    // If the last two frames have the same time, no duration follows from them.
    #expect(try table([0, 40, 40], base: (1, 1000), rate: Rational(10)).end == fraction(140, 1000))
    #expect(try table([0, 40, 40], base: (1, 1000)).end == fraction(80, 1000))
  }

  @Test func `a frame is on screen until the next one starts`() throws {
    // The gap from 40 to 500 belongs to frame 1, the zero-length frame 2 is never seen.
    let video = try table([0, 40, 500, 500, 540], base: (1, 1000), duration: 40)
    let milliseconds = try (0..<5).map { index -> [Rational?] in
      let interval = try #require(video.interval(ofFrame: index))
      return [
        interval.start.multiplied(by: Rational(1000)), interval.end.multiplied(by: Rational(1000)),
      ]
    }
    #expect(
      milliseconds == [[0, 40], [40, 500], [500, 500], [500, 540], [540, 580]].map { $0.map { Rational($0) } })
    #expect(video.interval(ofFrame: 5) == nil)
    #expect(video.interval(ofFrame: -1) == nil)
  }

  @Test func `times that do not fit are nil, and look-ups stay exact`() throws {
    let video = try table([.min, 0, .max], base: (1, 90000), duration: .max, origin: fraction(1, 44100))
    #expect(video.time(ofFrame: 0) == nil)
    #expect(video.end == nil)
    #expect(try video.frameIndex(onScreenAt: Rational(1), bounds: .refuse) == 1)
    // (2⁶³−1)/90000 s is about 102 481 911 520 608.6 s.
    #expect(try video.frameIndex(onScreenAt: Rational(102_481_911_520_608), bounds: .refuse) == 1)
    #expect(try video.frameIndex(onScreenAt: Rational(102_481_911_520_609), bounds: .refuse) == 2)
    #expect(try video.resolve(.percent(Rational(100)), nearest: false, bounds: .refuse).index == 2)
    #expect(video.printedTime(ofFrame: 0) == nil)
    #expect(throws: MomentError.self) { try video.frameIndex(onScreenAt: Rational(.max), bounds: .refuse) }
  }

  @Test func `a constant rate is found in fine and in coarse ticks`() throws {
    func duration(_ ticks: [Int64], _ denominator: Int64, rate: Rational? = nil) throws -> Rational? {
      try table(ticks, base: (1, denominator), rate: rate).constantFrameDuration
    }
    let ntsc = try fraction(1001, 30000)
    #expect(try duration([0, 1001, 2002, 3003], 30000) == ntsc)
    #expect(try duration([0, 3003], 90000) == ntsc)
    // n·1001/30 milliseconds: 33.37, 66.73, 100.1, 133.47 and so on, rounded and truncated, also with a late first
    // frame.
    #expect(try duration((0..<300).map { ($0 * 1001 + 15) / 30 }, 1000) == ntsc)
    #expect(try duration((0..<300).map { $0 * 1001 / 30 }, 1000) == ntsc)
    #expect(try duration((0..<300).map { 83 + ($0 * 1001 + 15) / 30 }, 1000, rate: fraction(19001, 634)) == ntsc)
    #expect(try duration((0..<100).map { $0 * 40 }, 1000) == fraction(1, 25))
    // 30.30 frames per second: not a standard rate, but evenly spaced.
    #expect(try duration((0..<300).map { $0 * 33 }, 1000) == fraction(33, 1000))
    // One frame a second in ticks of a second is not 24 frames per second.
    #expect(try duration([0, 1], 1) == Rational(1))
    // The file declares 12.34 frames per second, in milliseconds.
    let odd = try fraction(617, 50)
    #expect(try duration((0..<50).map { $0 * 50000 / 617 }, 1000, rate: odd) == fraction(50, 617))
  }

  // Matroska says 16683333 ns for 1001/60000 s, and FFmpeg 19001/317 pictures a second; 60 are as near in milliseconds.
  @Test(arguments: [1, 2, 13, 25]) func `a rate that a container rounds is the standard one`(_ count: Int64) throws {
    let ticks = (0..<count).map { ($0 * 1001 + 30) / 60 }
    let rounded = try table(ticks, base: (1, 1000), rate: fraction(19001, 317))
    #expect(rounded.constantFrameDuration == Rational(1001, 60000))
    // A thousandth from a standard rate is no rounding.
    let other = try table([7], base: (1, 1000), rate: fraction(25_025, 1000))
    #expect(other.constantFrameDuration == Rational(1000, 25_025))
  }

  @Test func `a gap or a jitter of two ticks is not a constant rate`() throws {
    #expect(try table([0, 40, 120, 160], base: (1, 1000)).constantFrameDuration == nil)
    let jitter = (0..<100).map { (number: Int64) in number * 40 + (number == 50 ? 2 : 0) }
    #expect(try table(jitter, base: (1, 1000)).constantFrameDuration == nil)
    let slight = (0..<100).map { (number: Int64) in number * 40 + (number == 50 ? 1 : 0) }
    #expect(try table(slight, base: (1, 1000)).constantFrameDuration == fraction(1, 25))
    #expect(try table([0, 0, 0], base: (1, 1000)).constantFrameDuration == nil)
    #expect(try table([.min, 0, .max], base: (1, 1000)).constantFrameDuration == nil)
  }

  @Test func `the rate of a single frame is 1 / its duration`() throws {
    #expect(try table([7], base: (1, 1000), rate: Rational(24)).constantFrameDuration == fraction(1, 24))
    #expect(try table([7], base: (1, 1000)).constantFrameDuration == fraction(1, 25))
  }
}
