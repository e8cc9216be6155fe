/// Formats numbers: short, never with an exponent, independent of the locale.
enum NumberText {
  /// Magnitudes above this are not written in digits.
  static let greatest = 1e12

  /// Coordinates are clamped to this many pixels from the origin.
  static let farthestPixel = 1e6

  /// Appends a pixel coordinate with at most two decimals, no trailing zeros and no sign on zero.
  static func append(_ coordinate: Double, to bytes: inout [UInt8]) {
    var hundredths = hundredths(of: coordinate)
    if hundredths < 0 {
      bytes.append(UInt8(ascii: "-"))
      hundredths = -hundredths
    }
    append(whole: UInt64(hundredths / 100), to: &bytes)
    let fraction = hundredths % 100
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(fraction / 10))
    if fraction % 10 > 0 { bytes.append(UInt8(ascii: "0") + UInt8(fraction % 10)) }
  }

  /// The coordinate in whole hundredths of a pixel, half away from zero.
  static func hundredths(of coordinate: Double) -> Int {
    guard coordinate.isFinite else { return 0 }
    return Int((min(max(coordinate, -farthestPixel), farthestPixel) * 100).rounded())
  }

  /// A number for people, rounded half away from zero to `decimals` (0 to 6) places, without trailing zeros.
  static func label(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "0" }
    if value > greatest { return "over 1000000000000" }
    if value < -greatest { return "under −1000000000000" }
    var scale: UInt64 = 1
    let places = min(max(decimals, 0), 6)
    for _ in 0..<places { scale *= 10 }
    let scaled = UInt64((value.magnitude * Double(scale)).rounded())
    let text = decimal(scaled, scale: scale, places: places, keepsZeros: false)
    return value < 0 && scaled > 0 ? "−" + text : text
  }

  /// A whole number with a true minus sign.
  static func whole(_ number: Int64) -> String {
    number < 0 ? "−" + String(number.magnitude) : String(number)
  }

  /// Microseconds as seconds, with exactly `decimals` (0 to 6) places, truncated.
  static func seconds(_ microseconds: Int64, decimals: Int) -> String {
    let places = min(max(decimals, 0), 6)
    var dropped: UInt64 = 1
    var scale: UInt64 = 1_000_000
    for _ in 0..<(6 - places) {
      dropped *= 10
      scale /= 10
    }
    let kept = microseconds.magnitude / dropped
    let text = decimal(kept, scale: scale, places: places, keepsZeros: true)
    return microseconds < 0 && kept > 0 ? "−" + text : text
  }

  /// A count with its noun: 1 stroke, 2 strokes.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private static func decimal(_ number: UInt64, scale: UInt64, places: Int, keepsZeros: Bool) -> String {
    var bytes: [UInt8] = []
    append(whole: number / scale, to: &bytes)
    var fraction = number % scale
    var digits: [UInt8] = []
    for _ in 0..<places {
      digits.append(UInt8(ascii: "0") + UInt8(fraction % 10))
      fraction /= 10
    }
    if !keepsZeros, let first = digits.firstIndex(where: { $0 != UInt8(ascii: "0") }) {
      digits.removeFirst(first)
    } else if !keepsZeros {
      digits = []
    }
    if !digits.isEmpty {
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits.reversed())
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(whole: UInt64, to bytes: inout [UInt8]) {
    var divisor: UInt64 = 1
    while whole / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(whole / divisor % 10))
      divisor /= 10
    }
  }
}
