import TestSupport
import Testing

@testable import Timeline

struct FrameLookupTests {
  @Test func `at 29.97 a typed 0.033 is still before frame 1`() throws {
    let video = try steady(250, step: 1001, base: (1, 30000))
    func index(_ text: String) throws -> Int {
      try video.resolve(TimeSpecification(parsing: text), nearest: false, bounds: .refuse).index
    }
    #expect(try index("0.033") == 0)
    #expect(try index("0.0333666666666666666") == 0)
    #expect(try index("1001/30000s") == 1)
    #expect(try index("0.034") == 1)
    #expect(video.printedTime(ofFrame: 1) == "0.034")
  }

  @Test func `the frame on screen is the last one that has started`() throws {
    let video = try table([10, 20, 20, 20, 50], base: (1, 1000), duration: 10)
    func index(_ milliseconds: Int64) throws -> Int {
      try video.frameIndex(onScreenAt: fraction(milliseconds, 1000), bounds: .refuse)
    }
    // Before the first frame: the first. In the gap: the one before. Of equal starts: the last. At the end: the last.
    #expect(try [0, 9, 10, 19, 20, 49, 50, 60].map(index) == [0, 0, 0, 0, 3, 3, 4, 4])
    #expect(video.frameIndex(onScreenAtTick: .min) == 0)
    #expect(video.frameIndex(onScreenAtTick: .max) == 4)
  }

  @Test func `a time outside the video is an error that includes the end, unless clamped`() throws {
    let video = try steady(250, step: 1, base: (1, 25))
    let extent = try MomentError.Extent(lastIndex: 249, lastTime: fraction(249, 25), end: Rational(10))
    let late = try fraction(25, 2)
    #expect(throws: MomentError.pastEnd(asked: late, extent: extent)) {
      try video.frameIndex(onScreenAt: late, bounds: .refuse)
    }
    #expect(throws: MomentError.beforeStart(asked: Rational(-1), extent: extent)) {
      try video.frameIndex(nearestTo: Rational(-1), bounds: .refuse)
    }
    #expect(try video.frameIndex(onScreenAt: late, bounds: .clamp) == 249)
    #expect(try video.frameIndex(onScreenAt: Rational(-1), bounds: .clamp) == 0)
    #expect(try video.frameIndex(onScreenAt: Rational(.max), bounds: .clamp) == 249)
    #expect(try video.frameIndex(onScreenAt: Rational(.min), bounds: .clamp) == 0)
    // The least time after the end.
    #expect(throws: MomentError.self) {
      try video.frameIndex(onScreenAt: fraction(10_000_000_000_000_001, 1_000_000_000_000_000), bounds: .refuse)
    }
    #expect(try video.frameIndex(onScreenAt: Rational(10), bounds: .refuse) == 249)
  }

  @Test func `the nearest start wins, in a tie the earlier, of equal starts the last`() throws {
    let video = try table([10, 20, 20, 50], base: (1, 1000), duration: 10)
    func index(_ microseconds: Int64) throws -> Int {
      try video.frameIndex(nearestTo: fraction(microseconds, 1_000_000), bounds: .refuse)
    }
    #expect(try [0, 14_999, 15_000, 15_001, 34_999, 35_000, 35_001, 60_000].map(index) == [0, 0, 0, 2, 2, 2, 3, 3])
    let twins = try table([10, 10, 50], base: (1, 1000))
    #expect(try twins.frameIndex(nearestTo: .zero, bounds: .refuse) == 1)
    #expect(try twins.frameIndex(onScreenAt: .zero, bounds: .refuse) == 0)
  }

  @Test func `look-ups agree with a linear search`() throws {
    var generator = SeededNumbers(seed: 5)
    for _ in 0..<400 {
      let count = Int.random(in: 1...12, using: &generator)
      let ticks = (0..<count).map { _ in Int64.random(in: 0...20, using: &generator) }.sorted()
      let origin = Int64.random(in: -3...3, using: &generator)
      let video = try table(ticks, base: (1, 4), duration: 3, origin: fraction(origin, 4))
      for eighths in Int64(-12)...60 {
        let time = try fraction(eighths, 8)
        // Everything in eighths of a second: a tick is 2 of them.
        let starts = ticks.map { 2 * ($0 - origin) }
        let isOutside = eighths < 0 || eighths > starts[count - 1] + 6
        let onScreen = starts.lastIndex { $0 <= eighths } ?? 0
        let distance = starts.map { abs($0 - eighths) }.min() ?? 0
        let nearestStart = starts.first { abs($0 - eighths) == distance } ?? 0
        let nearest = starts.lastIndex(of: nearestStart) ?? 0
        #expect((try? video.frameIndex(onScreenAt: time, bounds: .refuse)) == (isOutside ? nil : onScreen))
        #expect((try? video.frameIndex(nearestTo: time, bounds: .refuse)) == (isOutside ? nil : nearest))
        let clamped = eighths < 0 ? 0 : isOutside ? count - 1 : onScreen
        #expect(try video.frameIndex(onScreenAt: time, bounds: .clamp) == clamped)
        if eighths % 2 == 0 {
          #expect(video.frameIndex(onScreenAtTick: eighths / 2 + origin) == onScreen)
        }
      }
    }
  }

  @Test func `printed times select their frame again`() throws {
    var generator = SeededNumbers(seed: 6)
    let bases: [(Int64, Int64)] = [
      (1, 1000), (1, 90000), (1001, 30000), (1, 10_000_000), (1, 48000), (1, 1_000_000_000),
    ]
    for (numerator, denominator) in bases {
      for origin in [Rational.zero, try fraction(-1024, 44100)] {
        var tick: Int64 = 0
        let ticks = (0..<200).map { _ in
          tick += Int64.random(in: 0...1, using: &generator) * Int64.random(in: 1...3000, using: &generator)
          return tick
        }
        let video = try table(ticks, base: (numerator, denominator), duration: 1, origin: origin)
        for index in ticks.indices {
          let text = try #require(video.printedTime(ofFrame: index))
          let found = try video.resolve(TimeSpecification(parsing: text), nearest: false, bounds: .refuse).index
          // A frame hidden by others with the same time resolves to the last of them.
          #expect(found == ticks.lastIndex(of: ticks[index]), "\(text)")
          #expect((text.split(separator: ".").last?.count ?? 0) >= 3)
        }
      }
    }
  }

  @Test func `a printed time has as many digits as needed and no more`() throws {
    // 1/3 µs and 2/3 µs: 0.001 and the shorter roundings are past the next frame.
    let fine = try table([0, 1, 2, 3], base: (1, 3_000_000), duration: 1)
    #expect(fine.printedTime(ofFrame: 0) == "0.000")
    // 0.333… µs rounded up at 6 digits is 1 µs, frame 3; at 7 digits 0.4 µs, still frame 1.
    #expect(fine.printedTime(ofFrame: 1) == "0.0000004")
    #expect(fine.printedTime(ofFrame: 2) == "0.0000007")
    // The end is at 4/3 µs, so 0.000001 is the exact start of frame 3.
    #expect(fine.printedTime(ofFrame: 3) == "0.000001")
    #expect(fine.printedTime(ofFrame: 4) == nil)
    #expect(fine.printedTime(ofFrame: -1) == nil)
  }

  @Test func `a gesture's value becomes a tick and its frame`() throws {
    let video = try table((0..<1000).map { $0 * 2560 }, base: (1, 15360), duration: 2560)
    let end = try #require(video.end)
    // 161.083333333 s is the sample at 2474240, number 2474240 / 2560 = 966.5, so frame 966.
    let found = try #require(video.frameIndex(gestureFrom: .zero, to: Rational(300), value: 161.083333333 / 300))
    #expect(found == (2_474_240, 966))
    #expect(try #require(video.frameIndex(gestureFrom: .zero, to: end, value: 0)) == (0, 0))
    // The end is at tick 2 560 000; a value past it counts as the end.
    #expect(try #require(video.frameIndex(gestureFrom: .zero, to: end, value: 1)) == (2_560_000, 999))
    #expect(try #require(video.frameIndex(gestureFrom: .zero, to: end, value: 1.5)) == (2_560_000, 999))
    #expect(try #require(video.frameIndex(gestureFrom: .zero, to: end, value: -0.25)).index == 0)
    #expect(video.frameIndex(gestureFrom: .zero, to: end, value: .nan) == nil)
    #expect(video.frameIndex(gestureFrom: .zero, to: end, value: 1e300) == nil)
  }

  @Test func `a gesture's time is rounded after the origin is added`() throws {
    // Origin 1/3 tick, value 1/4 tick: 7/12 rounds to 1, though 1/4 alone rounds to 0.
    let video = try table([0, 1, 2], base: (1, 1), duration: 1, origin: fraction(1, 3))
    #expect(try #require(video.frameIndex(gestureFrom: .zero, to: Rational(1), value: 0.25)) == (1, 1))
  }

  @Test func `an incomplete table answers only if the answer cannot change`() throws {
    let video = try steady(10, step: 1, base: (1, 25), isComplete: false)
    #expect(try video.frameIndex(onScreenAt: fraction(359, 1000), bounds: .refuse) == 8)
    for milliseconds in [360, 399, 400, 5000] as [Int64] {
      #expect(throws: MomentError.notReadThatFar) {
        try video.frameIndex(onScreenAt: fraction(milliseconds, 1000), bounds: .clamp)
      }
    }
    #expect(throws: MomentError.notReadThatFar) {
      try video.frameIndex(nearestTo: fraction(345, 1000), bounds: .refuse)
    }
    #expect(try video.frameIndex(nearestTo: fraction(330, 1000), bounds: .refuse) == 8)
    #expect(video.frameIndex(gestureFrom: .zero, to: Rational(1), value: 0.5) == nil)
    #expect(video.frameIndex(gestureFrom: .zero, to: Rational(1), value: 0.125)?.index == 3)
    #expect(throws: MomentError.beforeStart(asked: Rational(-1), extent: nil)) {
      try video.frameIndex(onScreenAt: Rational(-1), bounds: .refuse)
    }
  }
}
