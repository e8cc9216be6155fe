import Testing

@testable import Timeline

/// Tables of truncated files whose container declares the end of the whole video.
struct PromisedEndTests {
  /// Ten frames of 40 ms in ticks of a millisecond, from 0 to 0.4 s, of a video with a declared duration of two
  /// seconds.
  private func cutOff(
    promising end: Rational? = Rational(2), from start: Int64 = 0, origin: Rational = .zero,
    lost: Set<Int> = [], isComplete: Bool = true
  ) throws -> FrameTable {
    let frames = (0..<10).map { index in
      let tick = start + 40 * Int64(index)
      return FrameTable.Frame(
        timestamp: tick, tick: tick, ordinal: 0, duration: 40, isKeyframe: index == 0,
        isDecodable: !lost.contains(index))
    }
    return try #require(
      FrameTable(
        frames: frames, timeBase: base(1, 1000), origin: origin, averageRate: nil, timecodeStart: nil,
        isComplete: isComplete, promisedEnd: end))
  }

  private func resolve(_ text: String, _ video: FrameTable) throws -> FrameTable.Resolution {
    try video.resolve(TimeSpecification(parsing: text), bounds: .refuse)
  }

  @Test func `the end is the declared one, and the last frame keeps its own end`() throws {
    let video = try cutOff()
    #expect(try video.end == Rational(2) && video.lastFrameEnd == fraction(4, 10) && video.lacksEnd)
    #expect(try video.count == 10 && video.time(ofFrame: 9) == fraction(36, 100))
    let last = try #require(video.interval(ofFrame: 9))
    #expect(try last.start == fraction(36, 100) && last.end == fraction(4, 10))
    let before = try #require(video.interval(ofFrame: 8))
    #expect(try before.start == fraction(32, 100) && before.end == fraction(36, 100))
  }

  @Test func `moments that count from the end or in percent mean the whole video`() throws {
    let video = try cutOff()
    // 10 % of 2 s is 0.2 s, 5 · 40 ms; 17.5 % is 0.35 s, in frame 8, which starts at 0.32 s.
    #expect(try resolve("10%", video) == .init(index: 5, asked: fraction(2, 10)))
    #expect(try resolve("17.5%", video) == .init(index: 8, asked: fraction(35, 100)))
    #expect(try resolve("end-1.9s", video) == .init(index: 2, asked: fraction(1, 10)))
    #expect(try resolve("-1.96s", video) == .init(index: 1, asked: fraction(4, 100)))
    #expect(try resolve("end-2s", video) == .init(index: 0, asked: .zero))
    // After the frames that are present; the caller decides by the time whether that is an error.
    for (text, asked) in [("50%", Rational(1)), ("100%", Rational(2)), ("end", Rational(2)), ("end-1s", Rational(1))] {
      let found = try resolve(text, video)
      #expect(found.index == 9 && found.asked == asked, "\(text)")
    }
    #expect(throws: MomentError.self) { try resolve("end-2.001s", video) }
  }

  @Test func `times up to the declared end are in the video, later ones are not`() throws {
    let video = try cutOff()
    for text in ["0.39", "0.4", "1", "2"] { #expect(try resolve(text, video).index == 9, "\(text)") }
    let extent = MomentError.Extent(lastIndex: 9, lastTime: try fraction(36, 100), end: Rational(2))
    let late = try fraction(2001, 1000)
    #expect(throws: MomentError.pastEnd(asked: late, extent: extent)) { try resolve("2.001", video) }
    #expect(try video.time(of: .time(Rational(3)), bounds: .clamp) == Rational(2))
    #expect(try video.time(of: .end, bounds: .refuse) == Rational(2))
  }

  @Test func `indexes count the frames that are present`() throws {
    let video = try cutOff()
    #expect(try resolve("9f", video).index == 9 && resolve("0f", video).index == 0)
    #expect(throws: MomentError.noSuchFrame(index: 10, count: 10)) { try resolve("10f", video) }
    #expect(throws: MomentError.noSuchFrame(index: 49, count: 10)) { try resolve("49f", video) }
  }

  @Test func `the missing part begins where the last frame ends`() throws {
    let video = try cutOff()
    #expect(!video.isBehindLastFrame(tick: 0) && !video.isBehindLastFrame(tick: 399))
    #expect(video.isBehindLastFrame(tick: 400) && video.isBehindLastFrame(tick: 1999))
    #expect(!video.isBehindLastFrame(tick: .min) && video.isBehindLastFrame(tick: .max))
    // A last frame of 1001/30000 s ends after 33.37 ms.
    let short = try #require(
      FrameTable(
        frames: [.init(timestamp: 0, tick: 0, ordinal: 0, duration: 0, isKeyframe: true)], timeBase: base(1, 1000),
        origin: .zero, averageRate: fraction(30_000, 1001), timecodeStart: nil, isComplete: true,
        promisedEnd: Rational(1)))
    #expect(!short.isBehindLastFrame(tick: 33) && short.isBehindLastFrame(tick: 34))
    #expect(try short.lastFrameEnd == fraction(1001, 30_000))
  }

  @Test func `the declared end counts from t = 0, ticks do not`() throws {
    // The first frame is at 1 s of the file, t = 0 at 0.9 s: the last one ends at 1.4 − 0.9 s, the video at 2 s.
    let video = try cutOff(from: 1000, origin: fraction(9, 10))
    #expect(try video.end == Rational(2) && video.lastFrameEnd == fraction(5, 10))
    #expect(!video.isBehindLastFrame(tick: 1399) && video.isBehindLastFrame(tick: 1400))
    // 20 % is 0.4 s, which is 1300 ms of the file: frame 7 is on screen from 1280 on.
    #expect(try resolve("20%", video) == .init(index: 7, asked: fraction(4, 10)))
    #expect(try resolve("2", video).index == 9)
    #expect(throws: MomentError.self) { try resolve("2.01", video) }
    // The same in raw timestamps: the end is at 2900.
    #expect(try resolve("pts:2900", video).index == 9)
    #expect(throws: MomentError.self) { try resolve("pts:2901", video) }
  }

  @Test func `a declared end that is not after the last frame changes nothing`() throws {
    let whole = try cutOff(promising: nil)
    for promise in try [Rational.zero, fraction(1, 10), fraction(36, 100), fraction(4, 10), Rational(-5)] {
      let video = try cutOff(promising: promise)
      #expect(try video.end == fraction(4, 10) && video.lastFrameEnd == video.end && !video.lacksEnd)
      #expect(!video.isBehindLastFrame(tick: 400) && !video.isBehindLastFrame(tick: .max))
      for text in ["50%", "end", "end-0.1s", "0.4"] { #expect(try resolve(text, video) == resolve(text, whole)) }
      #expect(throws: MomentError.self) { try resolve("0.401", video) }
    }
    // The least difference after it counts.
    let least = try fraction(400_000_001, 1_000_000_000)
    #expect(try cutOff(promising: least).lacksEnd && cutOff(promising: least).end == least)
  }

  @Test func `a gesture moves over the whole video`() throws {
    let video = try cutOff()
    // An eighth of 2 s is 250 ms, in frame 6; a half is 1000 ms, after the last frame; 1 is the end.
    let found = try [0.125, 0.5, 1, 1.5].map { value in
      try #require(video.frameIndex(gestureFrom: .zero, to: Rational(2), value: value))
    }
    #expect(found.map(\.tick) == [250, 1000, 2000, 2000] && found.map(\.index) == [6, 9, 9, 9])
    #expect(found.map { video.isBehindLastFrame(tick: $0.tick) } == [false, true, true, true])
  }

  @Test func `declared ends at the limits of Int64 do not trap`() throws {
    for promise in try [Rational(.max), fraction(.max, .max - 1), fraction(1, .max), Rational(.min)] {
      let video = try cutOff(promising: promise, origin: fraction(1, 44_100))
      _ = try? resolve("50%", video)
      _ = try? resolve("end-1s", video)
      #expect(video.lacksEnd == (promise >= Rational(1)) && video.lastFrameEnd != nil)
      #expect(try resolve("0.1", video).index == 2)
    }
  }

  @Test func `the last decodable frame is the last one that is not known to be lost`() throws {
    #expect(try cutOff().lastDecodable == 9 && cutOff(lost: [2, 5]).lastDecodable == 9)
    #expect(try cutOff(lost: [8, 9]).lastDecodable == 7 && cutOff(lost: [3, 9]).lastDecodable == 8)
    #expect(try cutOff(lost: Set(1...9)).lastDecodable == 0 && cutOff(lost: Set(0...9)).lastDecodable == nil)
    // Lost frames keep their indexes and times.
    let video = try cutOff(promising: nil, lost: [8, 9])
    #expect(try video.count == 10 && video.end == fraction(4, 10) && resolve("0.33", video).index == 8)
    #expect(video.frames.map(\.isDecodable) == [Bool](repeating: true, count: 8) + [false, false])
    #expect(FrameTable.Frame(timestamp: 0, tick: 0, ordinal: 0, duration: 1, isKeyframe: true).isDecodable)
  }

  // Ticks of 1/10 000 s: the last frame starts at 0.0002 s and lasts 0.0001 s. Rounded up to a millisecond, its time
  // would be 0.001 s, which is in the missing part; four digits select it.
  @Test func `the time printed for the last frame selects it, and not the missing part after it`() throws {
    let frames = (0..<3).map {
      FrameTable.Frame(
        timestamp: Int64($0), tick: Int64($0), ordinal: 0, duration: 1, isKeyframe: $0 == 0, isDecodable: true)
    }
    func table(promising end: Rational?) throws -> FrameTable {
      try #require(
        FrameTable(
          frames: frames, timeBase: base(1, 10_000), origin: .zero, averageRate: nil, timecodeStart: nil,
          isComplete: true, promisedEnd: end))
    }
    #expect(try table(promising: Rational(2)).printedTime(ofFrame: 2) == "0.0002")
    #expect(try table(promising: nil).printedTime(ofFrame: 2) == "0.0002")
    #expect(try table(promising: Rational(2)).printedTime(ofFrame: 1) == "0.0001")
  }
}
