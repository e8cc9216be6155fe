import TestSupport
import Testing

@testable import Timeline

struct TimeSpecificationTests {
  private func parse(_ text: String) throws -> TimeSpecification { try TimeSpecification(parsing: text) }

  /// The error's range and reason, or nil when the text is valid.
  private func fault(_ text: String) -> TimeSyntaxError? {
    do throws(TimeSyntaxError) {
      _ = try TimeSpecification(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `seconds and smaller units`() throws {
    for text in ["12.5s", "12.5", "12500ms", "12500000us", "12s500ms", "0012.500000s", "12.5000000000000000000000000"] {
      #expect(try parse(text) == .time(fraction(25, 2)), "\(text)")
    }
    #expect(try parse("62500ms") == .time(fraction(125, 2)))
    #expect(try parse("100us") == .time(fraction(1, 10000)))
    #expect(try parse(".5") == .time(fraction(1, 2)))
    #expect(try parse("0") == .time(.zero))
  }

  @Test func `hours and minutes`() throws {
    #expect(try parse("1m2.5s") == .time(fraction(125, 2)))
    #expect(try parse("1h2m3s") == .time(Rational(3723)))
    #expect(try parse("1.5h") == .time(Rational(5400)))
    #expect(try parse("2h1ms") == .time(fraction(7_200_001, 1000)))
    #expect(try parse("90m") == .time(Rational(5400)))
  }

  @Test func `colons`() throws {
    #expect(try parse("1:02") == .time(Rational(62)))
    #expect(try parse("00:01:02.500") == .time(fraction(125, 2)))
    #expect(try parse("90:00") == .time(Rational(5400)))
    #expect(try parse("100:00:00") == .time(Rational(360_000)))
    #expect(try parse("1:2") == .time(Rational(62)))
  }

  @Test func `fractions`() throws {
    #expect(try parse("1001/30000s") == .time(fraction(1001, 30000)))
    #expect(try parse("1001/30000") == .time(fraction(1001, 30000)))
    #expect(try parse("0/5") == .time(.zero))
    #expect(try parse("-1/2s") == .beforeEnd(fraction(1, 2)))
  }

  @Test func `times before the end, percent, frames, ticks`() throws {
    for text in ["-62s", "-1m2s", "-1:02", "-62", "end-62s", "end-1:02", "end-62"] {
      #expect(try parse(text) == .beforeEnd(Rational(62)), "\(text)")
    }
    #expect(try parse("-0.5") == .beforeEnd(fraction(1, 2)))
    #expect(try parse("start") == .start)
    #expect(try parse("end") == .end)
    #expect(try parse("50%") == .percent(Rational(50)))
    #expect(try parse("33.3%") == .percent(fraction(333, 10)))
    #expect(try parse("-5%") == .percent(Rational(-5)))
    #expect(try parse("375f") == .frame(375))
    #expect(try parse("-1f") == .frame(-1))
    #expect(try parse("pts:8704") == .ticks(8704))
    #expect(try parse("pts:-512") == .ticks(-512))
    #expect(try parse("pts:-9223372036854775808") == .ticks(.min))
  }

  @Test func `timecodes`() throws {
    let plain = try #require(Timecode(hours: 0, minutes: 1, seconds: 2, frames: 15, isDropFrame: false))
    let drop = try #require(Timecode(hours: 0, minutes: 1, seconds: 2, frames: 15, isDropFrame: true))
    #expect(try parse("00:01:02:15") == .timecode(plain))
    #expect(try parse("0:1:2:15") == .timecode(plain))
    #expect(try parse("00:01:02;15") == .timecode(drop))
    #expect(try parse("00;01;02;15") == .timecode(drop))
    #expect(plain.description == "00:01:02:15")
    #expect(drop.description == "00:01:02;15")
  }

  @Test func `decimals of any length that fit are exact`() throws {
    // 2⁻⁶² in full: 62 digits after the point.
    let tiny = "0.00000000000000000021684043449710088680149056017398834228515625"
    #expect(try parse(tiny) == .time(fraction(1, 1 << 62)))
    // The double nearest to 0.1, in full: 3602879701896397 / 2⁵⁵.
    let tenth = "0.1000000000000000055511151231257827021181583404541015625"
    #expect(try parse(tenth) == .time(fraction(3_602_879_701_896_397, 1 << 55)))
    #expect(try parse("9223372036854775807") == .time(Rational(.max)))
    #expect(
      try parse(String(repeating: "0", count: 500) + "7." + String(repeating: "0", count: 500)) == .time(Rational(7)))
    for text in [
      "9223372036854775808", "0.3333333333333333333333", "99999999999999999999999999999999", "pts:9223372036854775808",
      "9223372036854775807m", "9223372036854775807:00", "9223372036854775807:00:00", "9223372036854775808/3",
      "1h" + tiny + "s",
      tiny + "us", String(repeating: "9", count: 5000), "0." + String(repeating: "3", count: 5000) + "s",
    ] {
      #expect(fault(text)?.reason.contains("too many digits") == true, "\(text)")
    }
  }

  private static let invalid: [(text: String, range: Range<Int>)] = [
    ("", 0..<0), ("12.5sec", 4..<7), ("12,5", 2..<3), ("1e3", 1..<2), ("1 s", 1..<2), (" 1", 0..<1), ("1s ", 2..<3),
    ("+3s", 0..<1), ("--3s", 1..<2), ("-", 1..<1), ("5.", 1..<2), ("5.s", 1..<2), (".", 0..<1), ("1.2.3", 3..<4),
    ("s", 0..<1), ("1m2", 2..<3), ("1m2m", 3..<4), ("1s2m", 3..<4), ("1.5m2s", 0..<3), ("1M", 1..<2), ("1m-2s", 2..<3),
    ("1:60", 2..<4), ("1:60:00", 2..<4), ("1:00:75.5", 5..<7), ("1:", 2..<2), (":5", 0..<0), ("1::5", 2..<2),
    ("1:002", 2..<5), ("1:02s", 4..<5), ("1:.5", 2..<4), ("1:-2", 2..<3), ("-1:-2:03", 3..<4), ("1:2:3:4:5", 0..<9),
    ("1/0", 2..<3), ("1/0s", 2..<3), ("/3", 0..<0), ("1/", 2..<2), ("1/s", 2..<2), ("1/-3", 2..<3), ("1/2/3", 3..<4),
    ("1.5/2", 1..<2), ("1/2ms", 3..<4), ("%", 0..<1), ("5%%", 1..<2), ("5%s", 1..<2), ("1/2%", 1..<2),
    ("f", 0..<0), ("-f", 0..<1), ("1.5f", 3..<4), ("375frames", 3..<9), ("+1f", 0..<1),
    ("99999999999999999999f", 0..<20),
    ("pts:", 4..<4), ("pts:-", 4..<5), ("pts:1.5", 5..<6), ("pts:0x10", 5..<6), ("PTS:1", 0..<1),
    ("end+3s", 3..<6), ("ends", 3..<4), ("end-", 4..<4), ("end-50%", 6..<7), ("end--3", 4..<5), ("start+1", 5..<7),
    ("END", 0..<1), ("inf", 0..<1), ("nan", 0..<1), ("1_000", 1..<2), ("0x10", 1..<2), ("１２", 0..<1), ("١s", 0..<1),
    ("12\u{301}s", 1..<2), ("−3s", 0..<1), ("5µs", 1..<2), ("👨‍👩‍👧1x", 0..<1), ("1\n", 1..<2), ("1\u{0}", 1..<2),
    ("1\r\n", 1..<2),
    ("24:00:00:00", 0..<2), ("00:60:00:00", 3..<5), ("00:00:60:00", 6..<8), ("00:00:00:1000", 9..<13),
    ("00:00:00:", 9..<9), ("00:00:00:0015", 9..<13), ("00;00:00:00", 5..<6), ("00:00;00:00", 5..<6),
    ("00;00;00:00", 8..<9),
    ("1;02", 0..<4), ("-00:00:00:01", 0..<1), ("end-00:00:00;01", 0..<4), ("00:00:00:0.5", 10..<11),
  ]

  @Test(arguments: invalid)
  func `an invalid time is rejected with the range of the error`(text: String, range: Range<Int>) throws {
    let error = try #require(fault(text), "'\(text)' was accepted")
    #expect(error.range == range, "\(error)")
    #expect(error.text == text)
    #expect(!error.reason.isEmpty)
  }

  @Test func `messages contain the text and the error`() {
    #expect(fault("12.5sec")?.description == "cannot read '12.5sec' as a time: 'sec' is not a unit (h, m, s, ms, us)")
    #expect(fault("1:75")?.description == "cannot read '1:75' as a time: seconds go from 0 to 59")
    #expect(fault("1s2h")?.reason == "'h' cannot follow 's'")
  }

  @Test func `what each kind of moment needs to know`() throws {
    let needs = try ["1s", "-1s", "50%", "end", "start", "3f", "-1f", "pts:1", "0:0:0:1"].map {
      let specification = try parse($0)
      return [specification.needsWholeTimeline, specification.needsFrameNumbers]
    }
    #expect(
      needs == [
        [false, false], [true, false], [true, false], [true, false], [false, false], [false, true], [true, true],
        [false, false], [false, true],
      ])
  }

  @Test func `no text makes the reader crash`() throws {
    var generator = SeededNumbers(seed: 8)
    let alphabet =
      Array("0123456789999:;./-+%fshmusptend,  e\u{301}٣−👍🏽\r\n") + [
        "pts:", "end-", "start", "9223372036854775807", "..",
      ]
    var accepted = 0
    for _ in 0..<40_000 {
      let length = Int.random(in: 0...12, using: &generator)
      let text = (0..<length).map { _ in "\(alphabet.randomElement(using: &generator) ?? "0")" }.joined()
      if let error = fault(text) {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count, "\(text)")
      } else {
        accepted += 1
        // A valid text also resolves or throws an error.
        let video = try steady(3, step: 1001, base: (1, 30000), start: label("23:59:59;29"))
        for bounds in [Bounds.refuse, .clamp] {
          _ = try? video.resolve(parse(text), nearest: true, bounds: bounds)
          _ = try? video.time(of: parse(text), bounds: bounds)
        }
      }
      _ = try? FrameSelection(parsing: text).indices(count: 10, bounds: .clamp).reduce(0, +)
    }
    #expect(accepted > 500)
  }

  @Test func `the text of a moment reads as the same moment`() throws {
    let texts = [
      "12.5s": "12.5s", "62500ms": "62.5s", "1/3": "1/3s", "1001/30000s": "1001/30000s", "-3s": "end-3s",
      "end-1/7": "end-1/7s", "25%": "25%", "-0.125%": "-0.125%", "33.3333333333%": "33.3333333333%",
      "375f": "375f", "-1f": "-1f", "start": "start", "end": "end", "pts:-8704": "pts:-8704",
      "00:01:02:15": "00:01:02:15", "00:01:02;15": "00:01:02;15", "0.0000001": "1/10000000s",
    ]
    for (typed, text) in texts {
      let moment = try parse(typed)
      #expect(moment.text == text)
      #expect(try parse(text) == moment)
    }
    // 1/2^62 of a hundred has 62 decimals.
    let tiny = TimeSpecification.percent(try #require(Rational(1, 1 << 62)))
    #expect(try parse(try #require(tiny.text)) == tiny)
    // What no text says: a third has no last decimal, and a minus counts from the end.
    #expect(TimeSpecification.percent(try #require(Rational(1, 3))).text == nil)
    #expect(TimeSpecification.time(Rational(-1)).text == nil)
    #expect(TimeSpecification.beforeEnd(Rational(-1)).text == nil)
  }
}
