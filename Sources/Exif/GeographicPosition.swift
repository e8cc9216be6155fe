public import Timeline

/// A place on the earth: latitude, longitude and, if known, the height.
public struct GeographicPosition: Hashable, Sendable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Rational
  /// Degrees east of the prime meridian, −180 to 180.
  public let longitude: Rational
  /// Metres above the reference surface; nil when not known, or when its magnitude is above a million.
  public let altitude: Rational?
  /// Whether the text says that it refers to WGS 84.
  public let namesWGS84: Bool

  /// Reads a place in the text form of ISO 6709 (annex H): `+48.8577+002.2950+035/`.
  ///
  /// Latitude and longitude may be degrees, degrees and minutes (`+4851.46`), or degrees, minutes and seconds
  /// (`+485127.72`), the last of them with decimals after a point or a comma; the number of digits decides which.
  /// Degrees without leading zeros are accepted where the result is unambiguous. The slash at the end may be missing,
  /// and what follows it is ignored. `nil` for any other text, for coordinates outside their range, and for a reference
  /// system other than WGS 84.
  public init?(parsing text: String) {
    var reader = DigitReader(text)
    while reader.consume(anyOf: " ") != nil {}
    guard let latitude = Self.angle(&reader, degreeDigits: 2), let longitude = Self.angle(&reader, degreeDigits: 3),
      Self.isWithin(latitude, 90), Self.isWithin(longitude, 180)
    else { return nil }
    var altitude: Rational?
    if let sign = reader.consume(anyOf: "+-") {
      guard let height = Self.decimal(reader.digits(), &reader) else { return nil }
      altitude = sign == "-" ? height.value.negated : height.value
    }
    var namesWGS84 = false
    if reader.consume(word: "CRS") {
      guard reader.consume(word: "WGS_84") || reader.consume(word: "EPSG:4326") else { return nil }
      namesWGS84 = true
    }
    while reader.consume(anyOf: " ") != nil {}
    guard reader.isAtEnd || reader.consume(anyOf: "/") != nil else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { Self.isWithin($0, 1_000_000) ? $0 : nil }
    self.namesWGS84 = namesWGS84
  }

  private static func isWithin(_ value: Rational, _ limit: Int64) -> Bool {
    value <= Rational(limit) && value >= Rational(-limit)
  }

  /// Reads one coordinate: a sign, digits, and decimals of the last of degrees, minutes and seconds.
  private static func angle(_ reader: inout DigitReader, degreeDigits: Int) -> Rational? {
    guard let sign = reader.consume(anyOf: "+-") else { return nil }
    let digits = reader.digits()
    let (front, last) = (digits.prefix(degreeDigits), digits.suffix(2))
    let degrees: Rational?
    switch digits.count {
    case 1...degreeDigits:
      degrees = decimal(digits, &reader)?.value
    case degreeDigits + 2:
      degrees = decimal(last, &reader).flatMap { sum(front, minutes: $0, seconds: (0, .zero)) }
    case degreeDigits + 4:
      let minutes = DigitReader.value(digits.dropFirst(degreeDigits).prefix(2)) ?? 0
      degrees = decimal(last, &reader).flatMap { sum(front, minutes: (minutes, Rational(minutes)), seconds: $0) }
    default: return nil
    }
    return sign == "-" ? degrees?.negated : degrees
  }

  /// The value of these digits and any decimals that follow, and its whole part.
  private static func decimal(
    _ digits: ArraySlice<UInt8>, _ reader: inout DigitReader
  ) -> (whole: Int64, value: Rational)? {
    guard !digits.isEmpty, let whole = DigitReader.value(digits) else { return nil }
    guard reader.consume(anyOf: ".,") != nil else { return (whole, Rational(whole)) }
    guard let fraction = reader.fraction(), let value = Rational(whole).adding(fraction) else { return nil }
    return (whole, value)
  }

  private static func sum(
    _ degrees: ArraySlice<UInt8>, minutes: (whole: Int64, value: Rational), seconds: (whole: Int64, value: Rational)
  ) -> Rational? {
    guard let degrees = DigitReader.value(degrees), minutes.whole < 60, seconds.whole < 60 else { return nil }
    // Twelve decimals of a second fit: all denominators divide 3600 · 10¹².
    let inMinutes = seconds.value.multiplied(by: sixtieth).flatMap { $0.adding(minutes.value) }
    return inMinutes?.multiplied(by: sixtieth).flatMap { $0.adding(Rational(degrees)) }
  }

  private static let sixtieth = Rational(1, 60) ?? .zero
}
