import Timeline

/// The date of a picture in the three tags that Exif has for it (Exif 2.32, 4.6.5, table 8, "Tags relating to date and
/// time").
struct ExifDate: Hashable {
  /// `2024:02:29 12:30:05`.
  let text: String
  /// The digits of the fraction of a second: three where that is exact, else six; nil for a whole second.
  let fractionDigits: String?
  /// `+02:00`; nil when not known.
  let offset: String?

  /// Rounds up to a microsecond, like all printed times, so that the frame is on screen at the printed time.
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
      "\(fields.year.padded(to: 4)):\(fields.month.padded(to: 2)):\(fields.day.padded(to: 2)) "
      + "\(fields.hour.padded(to: 2)):\(fields.minute.padded(to: 2)):\(fields.second.padded(to: 2))"
    fractionDigits = micros == 0 ? nil : micros % 1000 == 0 ? (micros / 1000).padded(to: 3) : micros.padded(to: 6)
    offset = date.offsetMinutes.map { minutes in
      let size = Int64(minutes.magnitude)
      return "\(minutes < 0 ? "-" : "+")\((size / 60).padded(to: 2)):\((size % 60).padded(to: 2))"
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
