public import Timeline

/// A local date and time of day, with a fraction of a second and the offset from UTC, if known.
///
/// Dates are those of the Gregorian calendar, also before it was introduced (ISO 8601-1, 4.2.1).
public struct CalendarTime: Hashable, Sendable {
  /// Whole seconds of local time since 1970-01-01 00:00:00 local time; leap seconds are not counted.
  let seconds: Int64
  /// The remaining fraction of a second, at least 0 and less than 1.
  let fraction: Rational
  /// The offset of local time from UTC in minutes, positive if ahead; nil when not known.
  public let offsetMinutes: Int?

  private init(seconds: Int64, fraction: Rational, offsetMinutes: Int?) {
    self.seconds = seconds
    self.fraction = fraction
    self.offsetMinutes = offsetMinutes
  }

  /// Reads a date with its time of day: `2024-02-29T12:30:05.25+02:00`.
  ///
  /// The date's parts may be joined by `-`, `:` or `/`, the time may follow a `T` or a space, and the offset may be
  /// `Z`, `+02:00`, `+0200`, `+02` or missing. `nil` for anything else: a date without a time, an invalid date, a year
  /// outside 1 to 9999, an offset of a day or more.
  public init?(parsing text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), let joint = reader.consume(anyOf: "-:/"),
      let month = reader.number(digits: 2), reader.consume(anyOf: joint) != nil,
      let day = reader.number(digits: 2), reader.consume(anyOf: "Tt ") != nil,
      let hour = reader.number(digits: 2), reader.consume(anyOf: ":") != nil,
      let minute = reader.number(digits: 2), reader.consume(anyOf: ":") != nil,
      let second = reader.number(digits: 2)
    else { return nil }
    var fraction = Rational.zero
    if reader.consume(anyOf: ".,") != nil {
      guard let read = reader.fraction() else { return nil }
      fraction = read
    }
    _ = reader.consume(anyOf: " ")
    guard let offset = Self.offset(&reader), reader.isAtEnd else { return nil }
    // A leap second (60) counts as the first second of the next minute.
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(ofMonth: month, year: year), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    self.fraction = fraction
    offsetMinutes = if case .minutes(let minutes) = offset { minutes } else { nil }
  }

  /// The offset from UTC, if the text has one.
  private enum Offset {
    case unsaid
    case minutes(Int)
  }

  private static func offset(_ reader: inout DigitReader) -> Offset? {
    if reader.isAtEnd { return .unsaid }
    if reader.consume(anyOf: "Zz") != nil { return .minutes(0) }
    guard let sign = reader.consume(anyOf: "+-"), let hours = reader.number(digits: 2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if !reader.isAtEnd {
      _ = reader.consume(anyOf: ":")
      guard let read = reader.number(digits: 2), read < 60 else { return nil }
      minutes = read
    }
    let total = Int(hours * 60 + minutes)
    return .minutes(sign == "-" ? -total : total)
  }

  /// The local time `time` seconds later; `nil` when it does not fit.
  public func adding(_ time: Rational) -> CalendarTime? {
    guard let sum = fraction.adding(time), let rest = sum.subtracting(Rational(sum.floor)) else { return nil }
    let (whole, overflow) = seconds.addingReportingOverflow(sum.floor)
    return overflow ? nil : CalendarTime(seconds: whole, fraction: rest, offsetMinutes: offsetMinutes)
  }

  /// Whether it is the zero of a clock that was never set: the first second of 1904, the epoch of QuickTime and MP4
  /// (ISO 14496-12, 8.2.2.3), or that of 1970.
  public var isZeroOfAClock: Bool {
    (seconds == 0 || seconds == -2_082_844_800) && fraction == .zero && (offsetMinutes ?? 0) == 0
  }

  /// The day as `2024-02-29`; `nil` outside the years 1 to 9999.
  var day: String? {
    Self.fields(at: seconds).map { "\($0.year.padded(to: 4))-\($0.month.padded(to: 2))-\($0.day.padded(to: 2))" }
  }

  // MARK: The calendar

  private static func days(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Days from 0001-01-01 to the first of January of a year from 1 on.
  private static func daysBefore(year: Int64) -> Int64 {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static let daysBefore1970 = daysBefore(year: 1970)

  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let months = (1..<month).reduce(0) { $0 + days(ofMonth: $1, year: year) }
    return daysBefore(year: year) - daysBefore1970 + months + day - 1
  }

  /// The calendar's fields at a number of seconds, or `nil` outside the years 1 to 9999.
  static func fields(at seconds: Int64) -> CalendarFields? {
    // In this range no sum can overflow.
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    let (rest, days) = (seconds.floorRemainder(86_400), seconds.floorQuotient(86_400) + daysBefore1970)
    // A year has at least 365 days, so this is the year or one shortly after it.
    var year = min(days / 365 + 1, 9999)
    while daysBefore(year: year) > days { year -= 1 }
    var day = days - daysBefore(year: year)
    var month: Int64 = 1
    while day >= Self.days(ofMonth: month, year: year) {
      day -= Self.days(ofMonth: month, year: year)
      month += 1
    }
    return CalendarFields(
      year: year, month: month, day: day + 1, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
  }
}

/// The fields of a date and a time of day.
struct CalendarFields: Hashable {
  let year: Int64
  let month: Int64
  let day: Int64
  let hour: Int64
  let minute: Int64
  let second: Int64
}

extension Int64 {
  fileprivate func floorQuotient(_ divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  fileprivate func floorRemainder(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
