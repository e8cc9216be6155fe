import Timeline

/// When a picture was taken, in the three tags that Exif has for it (Exif 2.32, 4.6.5, table 8, "Tags relating to date and time").
struct ExifDate: Hashable {
  /// `2024:02:29 12:30:05`.
  let text: String
  /// The digits of the fraction of a second: three where that is exact, else six; nil for a whole second.
  let fractionDigits: String?
  /// `+02:00`; nil when nobody knows.
  let offset: String?

  /// Rounds up to a microsecond, as all printed times are, so that the frame is on screen at the time that is read.
  ///
  /// `nil` for a date outside the years 1 to 9999.
  init?(_ date: CalendarTime) {
    guard var micros = date.fraction.multiplied(by: Rational(1_000_000))?.ceiling else { return nil }
    var seconds = date.seconds
    if micros == 1_000_000 {
      micros = 0
      seconds += 1
    }
    guard let fields = CalendarTime.fields(at: seconds) else { return nil }
    text =
      "\(padded(fields.year, 4)):\(padded(fields.month, 2)):\(padded(fields.day, 2)) "
      + "\(padded(fields.hour, 2)):\(padded(fields.minute, 2)):\(padded(fields.second, 2))"
    fractionDigits = micros == 0 ? nil : micros % 1000 == 0 ? padded(micros / 1000, 3) : padded(micros, 6)
    offset = date.offsetMinutes.map { minutes in
      let size = Int64(minutes.magnitude)
      return "\(minutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
    }
  }

  /// DateTimeOriginal, OffsetTimeOriginal and SubSecTimeOriginal.
  var fields: [TIFFField] {
    [TIFFField.text(0x9003, text)]
      + [(0x9011, offset), (0x9291, fractionDigits)].compactMap { tag, text in
        text.map { TIFFField.text(tag, $0) }
      }
  }
}

/// A number with zeros before it.
func padded(_ value: Int64, _ digits: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
