/// A number as it was written: its exact decimal text, and the double nearest to it.
public struct JSONNumber: Hashable, Sendable {
  /// Exponents are clamped here: no text has enough digits to compensate for a larger one.
  private static let exponentLimit = 1_000_000_000_000_000
  /// Of significant digits after these, it only matters for a double whether any is not 0.
  private static let decisiveDigitCount = 800

  private let literal: ArraySlice<UInt8>
  private let isNegative: Bool
  /// The index of the first digit that is not 0, counting digits only; equal to `digitCount` for zero.
  private let leadingZeroCount: Int
  private let digitCount: Int
  private let integerDigitCount: Int
  /// The power of ten of the last digit written.
  private let exponent: Int

  /// Makes a number from a literal that follows RFC 8259's grammar.
  init(literal: ArraySlice<UInt8>) {
    self.literal = literal
    var index = literal.startIndex
    isNegative = literal.first == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digits = 0
    var zeros = 0
    var integerDigits: Int?
    scan: while index < literal.endIndex {
      switch literal[index] {
      case UInt8(ascii: "0"):
        if zeros == digits { zeros += 1 }
        digits += 1
      case UInt8(ascii: "1")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "."): integerDigits = digits
      default: break scan
      }
      index += 1
    }
    leadingZeroCount = zeros
    digitCount = digits
    integerDigitCount = integerDigits ?? digits
    exponent = Self.exponent(in: literal[index...]) - (digits - (integerDigits ?? digits))
  }

  /// The number as it was written.
  public var text: String {
    String(decoding: literal, as: UTF8.self)
  }

  /// The number without an exponent, as programs write `1e-05` for 0.00001; as it was written if that has none, or would
  /// have too many digits.
  public var plainText: String {
    guard literal.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let (significand, power) = exactDecimal,
      (-18...18).contains(power)
    else { return text }
    let digits = String(significand.magnitude) + String(repeating: "0", count: max(0, power))
    let padded = String(repeating: "0", count: max(0, 1 - power - digits.utf8.count)) + digits
    return (significand < 0 ? "-" : "") + padded.dropLast(max(0, -power))
      + (power < 0 ? "." + padded.suffix(-power) : "")
  }

  /// The double nearest to the number, ties to even; infinite when it is too large for a double.
  public var double: Double {
    let significantCount = digitCount - leadingZeroCount
    guard significantCount > 0 else { return isNegative ? -0.0 : 0 }
    // Up to 15 digits and powers of ten up to 22 are exact doubles, so one operation rounds only once.
    if significantCount <= 15, abs(exponent) <= 22 {
      var integer: Int64 = 0
      for index in leadingZeroCount..<digitCount {
        integer = integer * 10 + Int64(digit(at: index))
      }
      let power = Self.powersOfTen[abs(exponent)]
      let magnitude = exponent < 0 ? Double(integer) / power : Double(integer) * power
      return isNegative ? -magnitude : magnitude
    }
    let magnitude = longMagnitude(significantCount: significantCount)
    return isNegative ? -magnitude : magnitude
  }

  /// The number times a power of ten, rounded half away from zero to a whole number; nil when it does not fit. It is
  /// computed from the decimal digits, not from a double.
  ///
  /// - Parameter power: 6 converts seconds to microseconds.
  public func rounded(scaledByPowerOfTen power: Int) -> Int64? {
    let significantCount = digitCount - leadingZeroCount
    guard significantCount > 0 else { return 0 }
    let scale = exponent + power
    // The number of digits before the point after scaling; an Int64 has at most 19.
    let wholeCount = significantCount + scale
    guard wholeCount >= 0 else { return 0 }
    guard wholeCount <= 19 else { return nil }
    var magnitude: UInt64 = 0
    for place in 0..<wholeCount {
      let digit = place < significantCount ? digit(at: leadingZeroCount + place) : 0
      magnitude = magnitude * 10 + UInt64(digit)
    }
    // Rounding half away from zero depends only on the first dropped digit.
    if wholeCount < significantCount, digit(at: leadingZeroCount + wholeCount) >= 5 {
      magnitude += 1
    }
    if isNegative {
      return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// The number as the smallest possible whole number times a power of ten; nil when it needs more than 18 digits.
  public var exactDecimal: (significand: Int64, exponent: Int)? {
    var end = digitCount
    while end > leadingZeroCount, digit(at: end - 1) == 0 { end -= 1 }
    guard end > leadingZeroCount else { return (0, 0) }
    guard end - leadingZeroCount <= 18 else { return nil }
    let magnitude = (leadingZeroCount..<end).reduce(Int64(0)) { $0 * 10 + Int64(digit(at: $1)) }
    return (isNegative ? -magnitude : magnitude, exponent + (digitCount - end))
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The value of an exponent part including its letter; 0 when there is none.
  private static func exponent(in part: ArraySlice<UInt8>) -> Int {
    var value = 0
    var isNegative = false
    for byte in part.dropFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = min(value * 10 + Int(byte - UInt8(ascii: "0")), exponentLimit)
      default: break
      }
    }
    return isNegative ? -value : value
  }

  /// The value of the digit at an index, not counting the point.
  private func digit(at index: Int) -> UInt8 {
    let sign = isNegative ? 1 : 0
    let point = index >= integerDigitCount ? 1 : 0
    return literal[literal.startIndex + sign + index + point] - UInt8(ascii: "0")
  }

  /// The magnitude by the library's correctly rounding conversion of a text of bounded length.
  private func longMagnitude(significantCount: Int) -> Double {
    let leadingPower = exponent + significantCount - 1
    if leadingPower > 310 { return .infinity }
    if leadingPower < -400 { return 0 }
    let keptCount = min(significantCount, Self.decisiveDigitCount)
    var text = (0..<keptCount).map { UInt8(ascii: "0") + digit(at: leadingZeroCount + $0) }
    var power = exponent + (significantCount - keptCount)
    if keptCount < significantCount {
      // If any dropped digit is not 0, append a 1, so that the value is above an exact tie.
      let hasRest = (keptCount..<significantCount).contains { digit(at: leadingZeroCount + $0) != 0 }
      text.append(UInt8(ascii: hasRest ? "1" : "0"))
      power -= 1
    }
    text.append(contentsOf: "e\(power)".utf8)
    return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
  }

  /// Numbers are equal when their texts are equal.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.literal == right.literal
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(literal)
  }
}
