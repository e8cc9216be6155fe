public import Timeline

/// The metadata of a shot as Exif: a small TIFF file without a picture, which is the content of the PNG chunk eXIf.
///
/// It contains no current time, nothing about the program, and nothing that the PNG itself stores about the picture.
public struct ExifBlock: Hashable, Sendable {
  /// The block's bytes, in big-endian order, starting with `MM`.
  public let bytes: [UInt8]

  /// Makes the block for the picture at a time of the video in seconds from t = 0; `nil` when nothing is known.
  ///
  /// The date is the shot's plus the picture's time. Without a time there is no date, since it would be that of another
  /// picture.
  public init?(_ shot: Shot, time: Rational?) {
    var main = [(0x010F, shot.make), (0x0110, shot.model), (0x0131, shot.software)].compactMap { tag, name in
      name.map { TIFFField.text(tag, $0) }
    }
    let moment = time.flatMap { shot.date?.adding($0) }.flatMap { ExifDate($0) }
    let place = shot.position.flatMap { Self.fields(of: $0, error: shot.horizontalError) }
    guard !main.isEmpty || moment != nil || place != nil else { return nil }

    // Every Exif directory has to contain the version (Exif 2.32, 4.6.5), so every block has an Exif directory.
    let details = TIFFDirectory([.undefined(Tag.version, "0232")] + (moment?.fields ?? []))
    let start = 8
    let pointers = place == nil ? 1 : 2
    let mainSize = TIFFDirectory(main + (0..<pointers).map { _ in .long(0, 0) }).size
    let detailsPlace = start + mainSize
    let placePlace = detailsPlace + details.size
    main.append(.long(Tag.details, UInt32(truncatingIfNeeded: detailsPlace)))
    if place != nil { main.append(.long(Tag.place, UInt32(truncatingIfNeeded: placePlace))) }

    var bytes = Array("MM".utf8) + UInt16(42).bigEndianBytes + UInt32(8).bigEndianBytes
    bytes += TIFFDirectory(main).bytes(at: start)
    bytes += details.bytes(at: detailsPlace)
    if let place { bytes += TIFFDirectory(place).bytes(at: placePlace) }
    self.bytes = bytes
  }

  /// Tags of Exif 2.32, 4.6.3 and 4.6.5.
  private enum Tag {
    static let details: UInt16 = 0x8769
    static let place: UInt16 = 0x8825
    static let version: UInt16 = 0x9000
  }

  // MARK: The place

  /// The fields of a GPS directory (Exif 2.32, 4.6.6).
  private static func fields(of position: GeographicPosition, error: Rational?) -> [TIFFField]? {
    guard let latitude = angle(position.latitude), let longitude = angle(position.longitude) else { return nil }
    var fields: [TIFFField] = [
      .bytes(0x0000, [2, 3, 0, 0]),
      .text(0x0001, position.latitude < .zero ? "S" : "N"), .rationals(0x0002, latitude),
      .text(0x0003, position.longitude < .zero ? "W" : "E"), .rationals(0x0004, longitude),
    ]
    if let altitude = position.altitude, let height = altitude.magnitude.flatMap({ UnsignedFraction($0, steps: 1000) })
    {
      fields += [.bytes(0x0005, [altitude < .zero ? 1 : 0]), .rationals(0x0006, [height])]
    }
    if position.namesWGS84 { fields.append(.text(0x0012, "WGS-84")) }
    if let error = error.flatMap({ UnsignedFraction($0, steps: 1000) }) { fields.append(.rationals(0x001F, [error])) }
    return fields
  }

  /// Degrees, minutes and seconds: exactly, or to a ten-millionth of a second where that does not fit.
  private static func angle(_ degrees: Rational) -> [UnsignedFraction]? {
    let steps: Int64 = 10_000_000
    guard let exact = degrees.magnitude?.multiplied(by: Rational(3600)) else { return nil }
    let seconds =
      UInt32(exactly: exact.denominator).map { $0 <= UInt32.max / 60 } ?? false
      ? exact : exact.nearest(inSteps: steps).flatMap { Rational($0, steps) }
    guard let seconds else { return nil }
    let whole = seconds.floor
    guard let rest = seconds.subtracting(Rational(whole / 60 * 60)), let degrees = UInt32(exactly: whole / 3600),
      let minutes = UInt32(exactly: whole / 60 % 60), let last = UnsignedFraction(rest, steps: steps)
    else { return nil }
    return [UnsignedFraction(degrees), UnsignedFraction(minutes), last]
  }
}
