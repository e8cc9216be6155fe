extension TimeSpecification {
  /// Reads a time: `12.5s`, `12.5`, `62500ms`, `100us`, `1m2.5s`, `1:02`, `00:01:02.500`, `1001/30000s`, `50%`, `375f`,
  /// `-3s`, `end-3s`, `start`, `end`, `pts:8704`, `00:01:02:15` or drop-frame `00:01:02;15`.
  ///
  /// Numbers are exact, in ASCII digits with a decimal point. Throws `TimeSyntaxError` for everything else; whether a
  /// timecode's frame exists at the video's frame rate is only checked when it is resolved.
  public init(parsing text: String) throws(TimeSyntaxError) {
    self = try TimeReader(TimeText(text, kind: "a time")).specification()
  }
}

/// A reader of time specifications.
struct TimeReader {
  let text: TimeText

  init(_ text: TimeText) { self.text = text }

  func specification() throws(TimeSyntaxError) -> TimeSpecification {
    try text.refuseForeignCharacters()
    if text.hasPrefix("start") {
      guard text.count == 5 else { throw text.error(5..<text.count, "nothing may follow 'start'") }
      return .start
    }
    if text.hasPrefix("end") {
      if text.count == 3 { return .end }
      guard text.hasPrefix("-", at: 3) else { throw text.error(3..<text.count, "only '-' and a time may follow 'end'") }
      return .beforeEnd(try duration(from: 4))
    }
    if text.hasPrefix("pts:") {
      return .ticks(try text.integer(4..<text.count))
    }
    let isNegative = text.hasPrefix("-")
    let start = isNegative ? 1 : 0
    // A percentage and a frame index are numbers with a sign; a time with a minus counts from the end.
    if text.hasPrefix("%", at: text.count - 1) {
      let (value, end, _) = try text.decimal(from: start)
      guard end == text.count - 1 else { throw unexpected(at: end) }
      guard let signed = isNegative ? value.negated : value else {
        throw text.error(0..<end, "the number has too many digits")
      }
      return .percent(signed)
    }
    if text.hasPrefix("f", at: text.count - 1), text.end(of: isDigit, from: start) == text.count - 1 {
      return .frame(try text.integer(0..<text.count - 1))
    }
    if isNegative { return .beforeEnd(try duration(from: 1)) }
    let colons = ColonReader(text)
    if colons.isTimecode(from: 0) { return .timecode(try colons.timecode()) }
    return .time(try duration(from: 0))
  }

  /// Reads the text from `start` to its end as seconds: with units, as a fraction, with colons, or as a plain number.
  private func duration(from start: Int) throws(TimeSyntaxError) -> Rational {
    let rest = text.bytes[start...]
    let colons = ColonReader(text)
    if colons.isTimecode(from: start) {
      throw text.error(0..<start, "a timecode cannot be counted from the end")
    }
    if rest.contains(UInt8(ascii: ":")) || rest.contains(UInt8(ascii: ";")) {
      return try colons.clock(from: start)
    }
    if let slash = rest.firstIndex(of: UInt8(ascii: "/")) { return try fraction(from: start, slash: slash) }
    return try units(from: start)
  }

  /// `1001/30000` or `1001/30000s`.
  private func fraction(from start: Int, slash: Int) throws(TimeSyntaxError) -> Rational {
    let end = text.hasPrefix("s", at: text.count - 1) ? text.count - 1 : text.count
    let above = try text.integer(start..<slash, allowsMinus: false)
    // If only 's' follows the slash, a number is missing; the range must not be reversed.
    let below = try text.integer(slash + 1..<max(end, slash + 1), allowsMinus: false)
    guard below != 0 else { throw text.error(slash + 1..<end, "division by zero") }
    guard let value = Rational(above, below) else {
      throw text.error(start..<end, "the number has too many digits")
    }
    return value
  }

  private static let unitNames = ["h", "m", "s", "ms", "us"]
  private static let unitSeconds: [Rational?] = [
    Rational(3600), Rational(60), Rational(1), Rational(1, 1000), Rational(1, 1_000_000),
  ]

  /// `1h2m3.5s`, `62500ms`, or a plain number of seconds.
  private func units(from start: Int) throws(TimeSyntaxError) -> Rational {
    var total = Rational.zero
    var offset = start
    var lastUnit = -1
    repeat {
      let numberStart = offset
      let (value, numberEnd, hasPoint) = try text.decimal(from: offset)
      if numberEnd == text.count, lastUnit < 0 { return value }
      let unitEnd = text.end(of: isLetter, from: numberEnd)
      let unit = numberEnd..<unitEnd
      guard !unit.isEmpty else {
        if numberEnd < text.count { throw unexpected(at: numberEnd) }
        throw text.error(numberStart..<numberEnd, "a unit is missing after it (h, m, s, ms, us)")
      }
      guard let rank = Self.unitNames.firstIndex(of: text.string(unit)), let seconds = Self.unitSeconds[rank] else {
        throw text.error(unit, "'\(text.string(unit))' is not a unit (h, m, s, ms, us)")
      }
      guard rank > lastUnit else {
        throw text.error(unit, "'\(Self.unitNames[rank])' cannot follow '\(Self.unitNames[lastUnit])'")
      }
      if hasPoint, unitEnd < text.count {
        throw text.error(numberStart..<numberEnd, "only the last number may have decimals")
      }
      guard let sum = value.multiplied(by: seconds).flatMap({ total.adding($0) }) else {
        throw text.error(numberStart..<numberEnd, "the number has too many digits")
      }
      total = sum
      lastUnit = rank
      offset = unitEnd
    } while offset < text.count
    return total
  }

  private func unexpected(at offset: Int) -> TimeSyntaxError {
    let range = offset..<offset + 1
    return text.error(range, "'\(text.string(range))' does not belong here")
  }
}
