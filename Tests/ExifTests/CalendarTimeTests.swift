import Testing
import TestSupport
import Timeline
@testable import Exif

/// Dates as containers write them: parsing, and adding time in the Gregorian calendar.
@Suite struct CalendarTimeTests {
  private func text(_ date: CalendarTime?) -> String? { date.flatMap { ExifDate($0) }?.text }

  @Test(
    arguments: [
      ("2024-02-29T12:30:05Z", "2024:02:29 12:30:05", 0),
      ("2024-02-29T12:30:05.000000Z", "2024:02:29 12:30:05", 0),
      ("2024-02-29T12:30:05+0100", "2024:02:29 12:30:05", 60),
      ("2024-02-29T12:30:05-03:30", "2024:02:29 12:30:05", -210),
      ("2024-02-29T12:30:05+14", "2024:02:29 12:30:05", 840),
      ("2024-02-29 12:30:05", "2024:02:29 12:30:05", nil),
      ("2005:08:17 11:42:43", "2005:08:17 11:42:43", nil),
      ("2005/08/17 11:42:43 +0200", "2005:08:17 11:42:43", 120),
      ("0001-01-01T00:00:00", "0001:01:01 00:00:00", nil),
      ("9999-12-31T23:59:59Z", "9999:12:31 23:59:59", 0),
      // A leap second counts as the first second of the next minute.
      ("2016-12-31T23:59:60Z", "2017:01:01 00:00:00", 0),
    ] as [(String, String, Int?)])
  func `accepted forms`(_ form: String, _ fields: String, _ offset: Int?) throws {
    let date = try #require(CalendarTime(parsing: form))
    #expect(text(date) == fields && date.offsetMinutes == offset)
  }

  @Test(arguments: [
    "", "2024", "2024-02-29", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-00-01T00:00:00Z",
    "2024-13-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "0000-01-01T00:00:00Z", "0000:00:00 00:00:00",
    "12024-01-01T00:00:00Z", "2024-1-1T0:00:00", "2024-02/29T12:30:05", "2024-02-29T12:30:05.Z",
    "2024-02-29T12:30:05+24:00", "2024-02-29T12:30:05+01:60", "2024-02-29T12:30:05+1", "2024-02-29T12:30:05 UTC",
    "2024-02-29T12:30:05ZZ", "-2024-02-29T12:30:05", "٢٠٢٤-٠٢-٢٩T١٢:٣٠:٠٥", "\u{FFFD}\u{FFFD}",
    String(repeating: "9", count: 100_000),
  ])
  func `anything but a date with a time is nil`(form: String) {
    #expect(CalendarTime(parsing: form) == nil)
  }

  @Test(
    arguments: [
      // Across 28 February, in a leap year and in others, and across the end of a century and of a year.
      ("2024-02-28T23:59:59Z", 1, 1, "2024:02:29 00:00:00", nil),
      ("2023-02-28T23:59:59Z", 1, 1, "2023:03:01 00:00:00", nil),
      ("1900-02-28T23:59:59Z", 1, 1, "1900:03:01 00:00:00", nil),
      ("2000-02-28T23:59:59Z", 1, 1, "2000:02:29 00:00:00", nil),
      ("1999-12-31T23:59:59+01:00", 1, 1, "2000:01:01 00:00:00", nil),
      ("2024-01-01T00:00:00Z", 366 * 86_400, 1, "2025:01:01 00:00:00", nil),
      ("2024-01-01T00:00:00Z", -1, 2, "2023:12:31 23:59:59", "500"),
      // 1/25 s is 40 ms; 1/30 s is 33333.3 µs, rounded up.
      ("2024-01-01T00:00:00Z", 1, 25, "2024:01:01 00:00:00", "040"),
      ("2024-01-01T00:00:00Z", 1, 30, "2024:01:01 00:00:00", "033334"),
      ("2024-01-01T00:00:00.25Z", 1001, 1000, "2024:01:01 00:00:01", "251"),
      ("2024-01-01T00:00:00.75Z", 1, 4, "2024:01:01 00:00:01", nil),
      // Less than a microsecond before the next second.
      ("2024-12-31T23:59:59Z", 9_999_999, 10_000_000, "2025:01:01 00:00:00", nil),
    ] as [(String, Int64, Int64, String, String?)])
  func `a frame's time is added`(
    _ form: String, _ above: Int64, _ below: Int64, _ fields: String, _ digits: String?
  ) throws {
    let time = try #require(Rational(above, below))
    let later = try #require(CalendarTime(parsing: form)?.adding(time))
    let date = try #require(ExifDate(later))
    #expect(date.text == fields && date.fractionDigits == digits)
  }

  @Test func `there is no date outside the years 1 to 9999`() throws {
    let last = try #require(CalendarTime(parsing: "9999-12-31T23:59:59Z"))
    #expect(try ExifDate(#require(last.adding(Rational(1)))) == nil)
    #expect(last.adding(Rational(Int64.max)) == nil)
    #expect(try ExifDate(#require(last.adding(Rational(Int64.min)))) == nil)
    let first = try #require(CalendarTime(parsing: "0001-01-01T00:00:00Z"))
    #expect(try ExifDate(#require(first.adding(Rational(-1)))) == nil)
  }

  @Test func `offsets are written with sign, hours and minutes`() throws {
    for (form, offset) in [("Z", "+00:00"), ("+0530", "+05:30"), ("-03:30", "-03:30"), ("-00:15", "-00:15")] {
      #expect(try ExifDate(#require(CalendarTime(parsing: "2024-01-01T00:00:00" + form)))?.offset == offset)
    }
    #expect(try ExifDate(#require(CalendarTime(parsing: "2024-01-01T00:00:00")))?.offset == nil)
  }

  @Test func `a clock that was never set is recognised`() throws {
    for form in ["1904-01-01T00:00:00.000000Z", "1970-01-01T00:00:00Z", "1970-01-01 00:00:00"] {
      #expect(try #require(CalendarTime(parsing: form)).isZeroOfAClock, "\(form)")
    }
    for form in ["1904-01-01T00:00:01Z", "1970-01-01T00:00:00.1Z", "1970-01-01T00:00:00+01:00", "2000-01-01T00:00:00Z"]
    {
      #expect(try !#require(CalendarTime(parsing: form)).isZeroOfAClock, "\(form)")
    }
  }

  // A cycle of 400 years has 146 097 days; each day of it is the day after the one before.
  @Test func `days follow each other for 400 years`() throws {
    var previous: CalendarFields?
    var faults: [CalendarFields] = []
    for day in 0..<Int64(146_098) {
      guard let fields = CalendarTime.fields(at: -11_676_096_000 + day * 86_400) else { continue }
      if let previous {
        let isNextDay = (fields.year, fields.month, fields.day) == (previous.year, previous.month, previous.day + 1)
        let isNextMonth = (fields.year, fields.month, fields.day) == (previous.year, previous.month + 1, 1)
        let isNextYear = (fields.year, fields.month, fields.day) == (previous.year + 1, 1, 1) && previous.month == 12
        if !(isNextDay || (isNextMonth && previous.day >= 28) || (isNextYear && previous.day == 31)) {
          faults.append(fields)
        }
      }
      previous = fields
    }
    #expect(faults == [])
    // From 1600-01-01 on, 400 years later.
    #expect(previous == CalendarFields(year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0))
  }

  @Test func `random dates round-trip`() throws {
    var numbers = SeededNumbers(seed: 7)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    for _ in 0..<2000 {
      let year = String(10_000 + 1 + numbers.below(9999)).dropFirst()
      let day = ":\(two(1 + numbers.below(12))):\(two(1 + numbers.below(28)))"
      let time = " \(two(numbers.below(24))):\(two(numbers.below(60))):\(two(numbers.below(60)))"
      #expect(text(CalendarTime(parsing: year + day + time)) == year + day + time)
    }
  }

  @Test func `arbitrary bytes never trap`() {
    var numbers = SeededNumbers(seed: 11)
    let characters = Array("0123456789-:+.,/TZ CRSWGS_84\0\u{FFFD}é")
    for _ in 0..<20_000 {
      let text = String((0..<numbers.below(40)).map { _ in characters[numbers.below(characters.count)] })
      let date = CalendarTime(parsing: text)
      #expect(date == nil || text.count >= 19)
      _ = GeographicPosition(parsing: "+" + text)
      _ = Shot.length(in: [text])
    }
  }
}
