import Testing

@testable import Timeline

struct ResolutionTests {
  private func index(_ text: String, _ video: FrameTable, _ bounds: Bounds = .refuse) throws -> Int {
    try video.resolve(TimeSpecification(parsing: text), nearest: false, bounds: bounds).index
  }

  private func fault(_ text: String, _ video: FrameTable, _ bounds: Bounds = .refuse) -> MomentError? {
    do throws(MomentError) {
      guard let specification = try? TimeSpecification(parsing: text) else { return nil }
      _ = try video.resolve(specification, nearest: false, bounds: bounds)
      return nil
    } catch {
      return error
    }
  }

  @Test func `each kind of moment names its frame`() throws {
    // 250 frames at 25: frame n is on screen from n/25 s, the end is at 10 s.
    let video = try steady(250, step: 512, base: (1, 12800))
    #expect(try index("start", video) == 0)
    #expect(try index("end", video) == 249)
    #expect(try index("5", video) == 125)
    #expect(try index("-3s", video) == 175)
    #expect(try index("end-10s", video) == 0)
    #expect(try index("-0", video) == 249)
    #expect(try index("50%", video) == 125)
    #expect(try index("0%", video) == 0)
    #expect(try index("100%", video) == 249)
    // 99.9 % of 10 s is 9.99 s, 33.33333 % is 3.333333 s.
    #expect(try index("99.9%", video) == 249)
    #expect(try index("33.33333%", video) == 83)
    #expect(try index("200f", video) == 200)
    #expect(try index("-1f", video) == 249)
    #expect(try index("-250f", video) == 0)
    #expect(try index("pts:512", video) == 1)
    #expect(try index("pts:511", video) == 0)
    #expect(try index("00:00:04:03", video) == 103)
  }

  @Test func `the requested time is reported exactly`() throws {
    let video = try steady(10, step: 1001, base: (1, 30000))
    func asked(_ text: String) throws -> Rational? {
      try video.resolve(TimeSpecification(parsing: text), nearest: false, bounds: .refuse).asked
    }
    // The end is at 10010/30000 s.
    #expect(try asked("0.25") == fraction(1, 4))
    #expect(try asked("-1001/30000s") == fraction(9009, 30000))
    #expect(try asked("50%") == fraction(5005, 30000))
    #expect(try asked("end") == fraction(10010, 30000))
    #expect(try asked("start") == .zero)
    #expect(try asked("pts:1000") == fraction(1000, 30000))
    #expect(try asked("3f") == nil)
  }

  @Test func `a percentage whose time does not fit is still looked up exactly`() throws {
    // End = 3·(2⁶¹−1)/2⁶² s; p/100 of it has a denominator near 2⁶²·10¹⁵.
    let video = try table([0, (1 << 61) - 1, 2 * ((1 << 61) - 1)], base: (1, 1 << 62), duration: (1 << 61) - 1)
    let third = try fraction(333_333_333_333_333, 10_000_000_000_000)
    let beyond = try fraction(333_333_333_333_334, 10_000_000_000_000)
    #expect(try video.resolve(.percent(third), nearest: false, bounds: .refuse) == .init(index: 0, asked: nil))
    #expect(try video.resolve(.percent(beyond), nearest: false, bounds: .refuse) == .init(index: 1, asked: nil))
    #expect(throws: MomentError.outOfRange) { try video.time(of: .percent(third), bounds: .refuse) }
  }

  @Test func `outside the video`() throws {
    let video = try steady(250, step: 1, base: (1, 25))
    for text in ["10.0000001", "100.1%", "pts:251", "00:00:10:00", "250f", "9223372036854775807f", "1000000h"] {
      #expect(fault(text, video) != nil, "\(text)")
      #expect(try index(text, video, .clamp) == 249, "\(text)")
    }
    for text in ["-10.1s", "-1%", "pts:-1", "-251f", "end-11s"] {
      #expect(fault(text, video) != nil, "\(text)")
      #expect(try index(text, video, .clamp) == 0, "\(text)")
    }
    #expect(fault("250f", video) == .noSuchFrame(index: 250, count: 250))
    #expect(fault("-251f", video) == .noSuchFrame(index: -251, count: 250))
    #expect(
      try video.resolve(.frame(.min), nearest: false, bounds: .clamp).index == 0)
  }

  @Test func `messages say where the video ends`() throws {
    let video = try steady(250, step: 1, base: (1, 25))
    #expect(
      fault("12.5", video)?.description
        == "12.5 s is past the end: the last frame is 249, on screen from 9.960 s to 10 s")
    #expect(
      fault("-12s", video)?.description
        == "-2 s is before the start: the last frame is 249, on screen from 9.960 s to 10 s")
    #expect(fault("300f", video)?.description == "there is no frame 300: the video ends after frame 249")
    #expect(
      fault("-300f", video)?.description
        == "there is no frame -300 from the end: the video has 250 frames, the last is 249")
    // 7·1001/30000 = 0.23356666…: the start of the last frame, 0.2002, is rounded up and the end down.
    let short = try steady(7, step: 1001, base: (1, 30000))
    #expect(
      fault("1", short)?.description == "1 s is past the end: the last frame is 6, on screen from 0.201 s to 0.233566 s"
    )
    #expect(fault("0.233566", short) == nil)
  }

  @Test func `nearest compares starts`() throws {
    let video = try steady(10, step: 1, base: (1, 25))
    func nearest(_ text: String) throws -> Int {
      try video.resolve(TimeSpecification(parsing: text), nearest: true, bounds: .refuse).index
    }
    #expect(try nearest("0.06") == 1)
    #expect(try nearest("0.0600001") == 2)
    #expect(try nearest("15%") == 1)
    #expect(try nearest("15.0001%") == 2)
    #expect(try nearest("3f") == 3)
  }

  @Test func `times of moments`() throws {
    let video = try steady(250, step: 1, base: (1, 25))
    func time(_ text: String, _ bounds: Bounds = .refuse) throws -> Rational {
      try video.time(of: TimeSpecification(parsing: text), bounds: bounds)
    }
    #expect(try time("25%") == fraction(5, 2))
    #expect(try time("end") == Rational(10))
    #expect(try time("10f") == fraction(2, 5))
    #expect(try time("00:00:01:01") == fraction(26, 25))
    #expect(try time("12.5", .clamp) == Rational(10))
    #expect(try time("-20s", .clamp) == .zero)
    #expect(throws: MomentError.self) { try time("12.5") }
  }

  @Test func `an incomplete table has no end`() throws {
    let video = try steady(10, step: 1, base: (1, 25), isComplete: false)
    for text in ["end", "-1s", "50%", "10f", "-1f", "00:00:00:10", "0.36"] {
      for bounds in [Bounds.refuse, .clamp] { #expect(fault(text, video, bounds) == .notReadThatFar, "\(text)") }
    }
    #expect(try index("9f", video) == 9)
    #expect(try index("00:00:00:09", video) == 9)
    #expect(throws: MomentError.notReadThatFar) {
      try video.indices(of: FrameSelection(parsing: "3..10"), bounds: .clamp)
    }
    #expect(try Array(video.indices(of: FrameSelection(parsing: "3..9:3"), bounds: .refuse)) == [3, 6, 9])
  }
}

struct TimestampTests {
  private func jumping() throws -> FrameTable {
    // Raw timestamps jump back from 1080 to 1040; the timeline continues at 120.
    let raw: [(Int64, Int64)] = [(1000, 0), (1040, 40), (1080, 80), (1040, 120), (1060, 160), (3000, 200)]
    return try #require(
      FrameTable(
        frames: raw.map { .init(timestamp: $0, tick: $1, ordinal: 0, duration: 40, isKeyframe: true) },
        timeBase: base(1, 1000), origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true))
  }

  @Test func `a raw timestamp finds its frame, the last of several equal ones`() throws {
    let video = try table([-512, 0, 512, 512, 1024], base: (1, 12800), duration: 512, origin: fraction(-512, 12800))
    func index(_ ticks: Int64) throws -> Int {
      try video.resolve(.ticks(ticks), nearest: false, bounds: .refuse).index
    }
    #expect(try [-512, -1, 0, 511, 512, 1023, 1024, 1536].map(index) == [0, 0, 1, 1, 3, 3, 4, 4])
    #expect(throws: MomentError.self) { try index(1537) }
    #expect(throws: MomentError.self) { try index(-513) }
    #expect(throws: MomentError.self) { try index(.max) }
    #expect(try video.resolve(.ticks(.max), nearest: false, bounds: .clamp).index == 4)
  }

  @Test func `a constant offset is subtracted`() throws {
    let video = try #require(
      FrameTable(
        frames: (0..<3).map { .init(timestamp: 100 + $0, tick: $0, ordinal: 0, duration: 1, isKeyframe: true) },
        timeBase: base(1, 25), origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true))
    #expect(try video.resolve(.ticks(101), nearest: false, bounds: .refuse) == .init(index: 1, asked: fraction(1, 25)))
  }

  @Test func `where timestamps jump, each reported one finds a frame of that timestamp`() throws {
    let video = try jumping()
    func index(_ ticks: Int64, nearest: Bool = false) throws -> Int {
      try video.resolve(.ticks(ticks), nearest: nearest, bounds: .refuse).index
    }
    // 1040 occurs twice: the earliest run counts. For 1070, 1060 is the greatest below it.
    #expect(
      try [1000, 1040, 1080, 1060, 1050, 1070, 1500, 3000, 3040].map { try index($0) } == [0, 1, 2, 4, 1, 4, 2, 5, 5])
    #expect(try index(1071, nearest: true) == 2)
    #expect(try index(1070, nearest: true) == 4)
    #expect(throws: MomentError.self) { try index(3041) }
    #expect(throws: MomentError.self) { try index(999) }
    #expect(throws: MomentError.self) { try index(.min) }
    #expect(try video.resolve(.ticks(.min), nearest: false, bounds: .clamp).index == 0)
    #expect(try video.resolve(.ticks(.max), nearest: true, bounds: .clamp).index == 5)
  }

  @Test func `times are not affected by a jump`() throws {
    let video = try jumping()
    #expect(try video.frameIndex(onScreenAt: fraction(125, 1000), bounds: .refuse) == 3)
    #expect(try video.end == fraction(240, 1000))
  }
}
