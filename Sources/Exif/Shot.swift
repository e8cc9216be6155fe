public import Timeline

/// The metadata of how a video was shot: when, where and with what. Unknown values are `nil`.
public struct Shot: Hashable, Sendable {
  /// The local time of t = 0.
  public var date: CalendarTime?
  /// The place where it was shot.
  public var position: GeographicPosition?
  /// The uncertainty of the place in metres, above 0.
  public var horizontalError: Rational?
  /// The camera's manufacturer.
  public var make: String?
  /// The camera's model.
  public var model: String?
  /// The camera's own software.
  public var software: String?

  /// Makes a shot from what is known.
  public init(
    date: CalendarTime? = nil, position: GeographicPosition? = nil, horizontalError: Rational? = nil,
    make: String? = nil, model: String? = nil, software: String? = nil
  ) {
    self.date = date
    self.position = position
    self.horizontalError = horizontalError
    self.make = make
    self.model = model
    self.software = software
  }

  /// The first of several texts that is a date with a time of day, and not the zero of a clock that was never set.
  ///
  /// An earlier text that is only a year, a month or a day excludes every date outside of it: a video recorded in 2012
  /// was not recorded when its file was copied later.
  public static func date(in texts: [String]) -> (date: CalendarTime, text: String)? {
    var periods: [String] = []
    for text in texts {
      if isPeriod(text) { periods.append(text) }
      guard let date = CalendarTime(parsing: text), !date.isZeroOfAClock else { continue }
      if let day = date.day, periods.allSatisfy({ day.hasPrefix($0) }) { return (date, text) }
    }
    return nil
  }

  /// Whether a text is only a year, a month or a day (ISO 8601-1, 5.2.2).
  private static func isPeriod(_ text: String) -> Bool {
    var reader = DigitReader(text)
    guard let year = reader.number(digits: 4), year > 0 else { return false }
    for _ in 0..<2 {
      if reader.isAtEnd { return true }
      guard reader.consume(anyOf: "-") != nil, let part = reader.number(digits: 2), part > 0 else { return false }
    }
    return reader.isAtEnd
  }

  /// The first of several texts that is a place in the form of ISO 6709.
  public static func position(in texts: [String]) -> (position: GeographicPosition, text: String)? {
    for text in texts {
      if let position = GeographicPosition(parsing: text) { return (position, text) }
    }
    return nil
  }

  /// The first of several texts that is a length in metres above 0 and up to a million, in decimals.
  public static func length(in texts: [String]) -> Rational? {
    for text in texts {
      var reader = DigitReader(text)
      let digits = reader.digits()
      guard !digits.isEmpty, var value = DigitReader.value(digits).map({ Rational($0) }) else { continue }
      if reader.consume(anyOf: ".") != nil {
        guard let sum = reader.fraction().flatMap({ value.adding($0) }) else { continue }
        value = sum
      }
      if reader.isAtEnd, value > .zero, value <= Rational(1_000_000) { return value }
    }
    return nil
  }

  /// The first of several texts that can be a name, cleaned.
  ///
  /// Runs of spaces and of invisible characters become one space; invalid UTF-8 is dropped. A text that is then empty
  /// or longer than 255 bytes is not a name.
  public static func name(in texts: [String]) -> String? {
    texts.lazy.compactMap(cleaned).first
  }

  private static func cleaned(_ text: String) -> String? {
    var name = String.UnicodeScalarView()
    var needsSpace = false
    for scalar in text.unicodeScalars.prefix(4096) {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
        .unassigned:
        needsSpace = !name.isEmpty
      default:
        // The replacement character for bytes that were not UTF-8.
        if scalar == "\u{FFFD}" { continue }
        if properties.isDefaultIgnorableCodePoint { continue }
        if needsSpace { name.append(" ") }
        needsSpace = false
        name.append(scalar)
      }
    }
    let cleaned = String(name)
    return cleaned.isEmpty || cleaned.utf8.count > 255 ? nil : cleaned
  }
}
