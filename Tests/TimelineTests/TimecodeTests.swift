import Testing

@testable import Timeline

struct TimecodeTests {
  private func fault(_ text: String, _ video: FrameTable) throws -> MomentError? {
    let timecode = try label(text)
    do throws(MomentError) {
      _ = try video.resolve(.timecode(timecode), nearest: false, bounds: .refuse)
      return nil
    } catch {
      return error
    }
  }

  @Test func `fields that are invalid at every rate are rejected`() {
    #expect(Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0, isDropFrame: false) == nil)
    #expect(Timecode(hours: 0, minutes: -1, seconds: 0, frames: 0, isDropFrame: false) == nil)
    #expect(Timecode(hours: 0, minutes: 0, seconds: 60, frames: 0, isDropFrame: false) == nil)
    #expect(Timecode(hours: 0, minutes: 0, seconds: 0, frames: 1000, isDropFrame: false) == nil)
    #expect(Timecode(hours: 23, minutes: 59, seconds: 59, frames: 999, isDropFrame: false) != nil)
  }

  @Test func `known drop-frame counts`() throws {
    let ntsc = try fraction(30000, 1001)
    // 60 s · 30 = 1800 labels fill the first minute; the next label is ;02.
    #expect(try label("00:00:59;29").frameCount(rate: ntsc) == 1799)
    #expect(try label("00:01:00;02").frameCount(rate: ntsc) == 1800)
    // Ten minutes have 18000 − 9·2 = 17982 frames, an hour 107892, a day 2589408.
    #expect(try label("00:10:00;00").frameCount(rate: ntsc) == 17982)
    #expect(try label("01:00:00;00").frameCount(rate: ntsc) == 107_892)
    #expect(try label("23:59:59;29").frameCount(rate: ntsc) == 2_589_407)
    #expect(try label("00:01:00;04").frameCount(rate: fraction(60000, 1001)) == 3600)
    #expect(try label("01:00:00:00").frameCount(rate: ntsc) == 108_000)
    #expect(try label("01:00:00:00").frameCount(rate: fraction(24000, 1001)) == 86_400)
  }

  @Test func `every label of a drop-frame day in order`() throws {
    let rate = try fraction(30000, 1001)
    var count: Int64 = 0
    var wrong = 0
    for minute in 0..<1440 {
      for second in 0..<60 {
        // SMPTE ST 12-1: labels 0 and 1 are missing in second 0 of every minute that is not a multiple of ten.
        for frame in (second == 0 && minute % 10 != 0 ? 2 : 0)..<30 {
          let expected = Timecode(
            hours: minute / 60, minutes: minute % 60, seconds: second, frames: frame, isDropFrame: true)
          let made = try Timecode(frameCount: count, rate: rate, dropFrame: true)
          if made != expected { wrong += 1 }
          if try made.frameCount(rate: rate) != count { wrong += 1 }
          count += 1
        }
      }
    }
    #expect(wrong == 0)
    #expect(count == 2_589_408)
    #expect(try Timecode(frameCount: count, rate: rate, dropFrame: true) == label("00:00:00;00"))
    #expect(try Timecode(frameCount: -1, rate: rate, dropFrame: true) == label("23:59:59;29"))
  }

  @Test func `labels at other rates round-trip`() throws {
    let cases: [(Rational, Bool)] = try [
      (fraction(60000, 1001), true), (fraction(24000, 1001), false), (Rational(25), false), (fraction(25, 2), false),
      (Rational(1000), false), (Rational(1), false),
    ]
    for (rate, isDropFrame) in cases {
      var wrong = 0
      for count in stride(from: Int64(0), to: 5_000_000, by: 997) {
        let made = try Timecode(frameCount: count, rate: rate, dropFrame: isDropFrame)
        let perDay = try Timecode(frameCount: -1, rate: rate, dropFrame: isDropFrame).frameCount(rate: rate) + 1
        if try made.frameCount(rate: rate) != count % perDay { wrong += 1 }
      }
      #expect(wrong == 0, "\(rate)")
    }
    // 12.5 rounds up to 13 labels a second.
    #expect(try Timecode(frameCount: 13, rate: fraction(25, 2), dropFrame: false) == label("00:00:01:00"))
    #expect(try Timecode(frameCount: .min, rate: Rational(25), dropFrame: false).isDropFrame == false)
  }

  @Test func `errors name the labels that do not exist`() throws {
    let ntsc = try fraction(30000, 1001)
    for text in ["00:01:00;00", "00:01:00;01", "23:59:00;01"] {
      let timecode = try label(text)
      #expect(throws: MomentError.droppedTimecode(timecode, rate: ntsc)) { try timecode.frameCount(rate: ntsc) }
    }
    #expect(try label("00:20:00;00").frameCount(rate: ntsc) == 35964)
    let sixty = try fraction(60000, 1001)
    let third = try label("00:01:00;03")
    #expect(throws: MomentError.droppedTimecode(third, rate: sixty)) { try third.frameCount(rate: sixty) }
    let late = try label("00:00:00:25")
    #expect(throws: MomentError.noSuchTimecode(late, rate: Rational(25))) { try late.frameCount(rate: Rational(25)) }
    for rate in try [Rational(30), Rational(25), fraction(24000, 1001), fraction(120000, 1001)] {
      #expect(throws: MomentError.noDropFrame(third, rate: rate)) { try third.frameCount(rate: rate) }
    }
    for rate in try [.zero, Rational(-25), fraction(1, 3), Rational(1001), Rational(.max), Rational(.min)] {
      #expect(throws: MomentError.noTimecodeRate(rate)) { try late.frameCount(rate: rate) }
      #expect(throws: MomentError.noTimecodeRate(rate)) { try Timecode(frameCount: 1, rate: rate, dropFrame: false) }
    }
  }

  @Test func `an error can be located in the text that was typed`() throws {
    let video = try steady(5000, step: 1, base: (1, 25))
    let error = try #require(try fault("00:01:02:99", video)?.syntaxError(in: "00:01:02:99"))
    #expect(
      error.description
        == "cannot read '00:01:02:99' as a time: there is no frame 99 at 25 frames per second")
    #expect(error.range == 9..<11)
    let drop = try #require(try fault("00:01:02;05", video)?.syntaxError(in: "00:01:02;05"))
    #expect(drop.range == 8..<9)
    #expect(drop.reason == "drop-frame timecode needs 29.97 or 59.94 frames per second, not 25")
    #expect(try fault("00:01:02;05", video) == .noDropFrame(label("00:01:02;05"), rate: Rational(25)))
    #expect(MomentError.variableFrameRate.syntaxError(in: "00:01:02:15") == nil)
    #expect(try fault("00:01:02:99", video)?.syntaxError(in: "") == nil)
  }

  @Test func `labels count from the file's start timecode`() throws {
    let video = try steady(250, step: 1, base: (1, 25), start: label("10:00:00:00"))
    func index(_ text: String, _ bounds: Bounds = .refuse) throws -> Int {
      try video.resolve(.timecode(label(text)), nearest: false, bounds: bounds).index
    }
    #expect(try index("10:00:00:00") == 0)
    #expect(try index("10:00:09:24") == 249)
    let (first, last) = (try label("10:00:00:00"), try label("10:00:09:24"))
    for text in ["09:59:59:24", "10:00:10:00", "00:00:01:00"] {
      #expect(try fault(text, video) == .timecodeOutside(label(text), first: first, last: last))
    }
    #expect(try index("09:59:59:24", .clamp) == 0)
    #expect(try index("10:00:10:00", .clamp) == 249)
    #expect(video.timecode(ofFrame: 249) == last)
    #expect(video.timecode(ofFrame: 250) == nil)
  }

  @Test func `labels continue after midnight only inside the video`() throws {
    let video = try steady(100, step: 1001, base: (1, 30000), start: label("23:59:59;00"))
    // 30 frames are left of the day.
    #expect(try video.resolve(.timecode(label("00:00:00;00")), nearest: false, bounds: .refuse).index == 30)
    #expect(try video.resolve(.timecode(label("00:00:02;09")), nearest: false, bounds: .refuse).index == 99)
    #expect(try fault("00:00:02;10", video) != nil)
    #expect(try fault("23:59:58;29", video) != nil)
    #expect(try video.timecode(ofFrame: 30) == label("00:00:00;00"))
  }

  @Test func `a timecode must use the video's kind of counting`() throws {
    let dropping = try steady(3000, step: 1001, base: (1, 30000), start: label("00:00:00;00"))
    #expect(try dropping.resolve(.timecode(label("00:01:00;02")), nearest: false, bounds: .refuse).index == 1800)
    #expect(try fault("00:01:00:02", dropping) == .otherCounting(label("00:01:00:02"), start: label("00:00:00;00")))
    let plain = try steady(3000, step: 1001, base: (1, 30000), start: label("00:00:00:00"))
    #expect(try fault("00:01:00;02", plain) != nil)
    // Without a start timecode, both kinds of counting begin at midnight.
    let free = try steady(3000, step: 1001, base: (1, 30000))
    #expect(try free.resolve(.timecode(label("00:01:00;02")), nearest: false, bounds: .refuse).index == 1800)
    #expect(try free.resolve(.timecode(label("00:01:00:02")), nearest: false, bounds: .refuse).index == 1802)
    #expect(try free.timecode(ofFrame: 1800) == label("00:01:00:00"))
  }

  @Test func `a variable frame rate has no timecode`() throws {
    let video = try table([0, 40, 50, 200], base: (1, 1000), rate: Rational(25))
    #expect(try fault("00:00:00:01", video) == .variableFrameRate)
    #expect(video.timecode(ofFrame: 1) == nil)
    // A drop-frame start timecode is invalid at 25 frames per second.
    let impossible = try steady(10, step: 1, base: (1, 25), start: label("01:00:00;00"))
    #expect(try fault("01:00:00:01", impossible) == .noDropFrame(label("01:00:00;00"), rate: Rational(25)))
    #expect(impossible.timecode(ofFrame: 0) == nil)
  }
}
