import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    ("1e-05", "0.00001"), ("-1.25E-3", "-0.00125"), ("1.5e3", "1500"), ("12e0", "12"), ("0e9", "0"), ("1.20e1", "12"),
    ("5e18", "5000000000000000000"), ("25e-1", "2.5"),
    // Without an exponent, and with too many digits, as it was written.
    ("1.50", "1.50"), ("7", "7"), ("1e19", "1e19"), ("1e-19", "1e-19"),
    ("1234567890123456789e1", "1234567890123456789e1"),
  ])
  func `exponents are written out`(text: String, plain: String) throws {
    #expect(try number(text).plainText == plain)
  }

  private func number(_ text: String) throws -> JSONNumber {
    try #require(try root(of: text).number)
  }

  @Test(
    arguments: [
      // Half away from zero at the sixth digit; only the first dropped digit decides.
      ("0.0000005", 1), ("0.0000004999", 0), ("-0.0000005", -1), ("-0.0000004999999999999999999999", 0), ("1e-7", 0),
      ("5e-7", 1),
      ("49e-8", 0), ("50e-8", 1), ("1.5e0", 1_500_000), ("12345.6789015", 12_345_678_902),
      ("12345.6789014999999999", 12_345_678_901),
      ("0", 0), ("-0", 0), ("0.0", 0), ("0e5", 0), ("1", 1_000_000), ("1e0", 1_000_000), ("1E+2", 100_000_000),
      ("0.016", 16_000),
      ("0.1", 100_000), ("2.5e-6", 3), ("3.5e-6", 4), ("-2.5e-6", -3), ("0.0000015", 2), ("1.0000005", 1_000_001),
      ("0.9999995", 1_000_000),
      ("0.00000050000000000000000000000000000000000000000001", 1), ("100e-2", 1_000_000), ("0.00001e5", 1_000_000),
      // 2^63 − 1 and −2^63 microseconds are the last that fit.
      ("9223372036854.775807", 9_223_372_036_854_775_807), ("9223372036854.7758074", 9_223_372_036_854_775_807),
      ("-9223372036854.775808", -9_223_372_036_854_775_808), ("9223372036854775807e-6", 9_223_372_036_854_775_807),
      ("1e-999999999999999999999999", 0), ("0e999999999999999999999999", 0),
    ] as [(String, Int64)])
  func `seconds become whole microseconds from the decimal text`(text: String, microseconds: Int64) throws {
    #expect(try number(text).rounded(scaledByPowerOfTen: 6) == microseconds)
  }

  @Test(arguments: [
    "9223372036854.7758075", "9223372036854.775808", "-9223372036854.7758085", "1e13", "1e300", "-1e300",
    "99999999999999999999", "10000000000000",
  ])
  func `microseconds that do not fit are nil`(text: String) throws {
    #expect(try number(text).rounded(scaledByPowerOfTen: 6) == nil)
  }

  @Test func `digits may compensate for an exponent`() throws {
    let zeros = String(repeating: "0", count: 1_000)
    // 0.00…01 with 1 000 zeros after the point is 10^-1001; times 10^1000 it is 0.1, which is 100 000 microseconds.
    #expect(try number("0." + zeros + "1e1000").rounded(scaledByPowerOfTen: 6) == 100_000)
    #expect(try number("0." + zeros + "1e1000").double == 0.1)
    #expect(try number("1" + zeros + "e-1000").double == 1)
    #expect(try number("1" + zeros + "e-1000").rounded(scaledByPowerOfTen: 0) == 1)
  }

  @Test(arguments: [
    "0", "1", "-1", "0.1", "0.2", "0.3", "123.456", "1e22", "1e23", "8.5e22", "9007199254740993", "9007199254740992",
    "9007199254740993.0000000000000001",
    "2.2250738585072011e-308", "2.2250738585072014e-308", "5e-324", "4.9e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "1e-400",
    "1.7976931348623157e308", "179769313486231580793728971405301e276", "0.000001", "299792458",
    "1.00000000000000011102230246251565",
    "1.00000000000000011102230246251566", "7.2057594037927933e16", "123456789012345e-22", "123456789012345e22",
    "999999999999999e22",
  ])
  func `doubles are the nearest ones`(text: String) throws {
    // The reference is the C library's strtod, which rounds correctly.
    #expect(try number(text).double == strtod(text, nil))
    #expect(
      try number("-" + (text.hasPrefix("-") ? "0" : text)).double
        == strtod("-" + (text.hasPrefix("-") ? "0" : text), nil))
  }

  @Test func `digits far after the point decide a tie`() throws {
    // 1 + 2^-53 is half way between 1 and the next double: exactly there it rounds to even, slightly above it up.
    let half = "1.00000000000000011102230246251565404236316680908203125"
    #expect(try number(half).double == 1)
    #expect(try number(half + String(repeating: "0", count: 2_000)).double == 1)
    #expect(try number(half + String(repeating: "0", count: 2_000) + "1").double == 1.0.nextUp)
  }

  @Test func `minus zero keeps its sign`() throws {
    #expect(try number("-0").double.sign == .minus)
    #expect(try number("-0.0e3").double.sign == .minus)
    #expect(try number("-1e-400").double.sign == .minus)
  }

  @Test func `numbers keep their text`() throws {
    #expect(try number("-1.50E+03").text == "-1.50E+03")
    #expect(try number("-1.50E+03").double == -1500)
  }

  @Test func `random decimals agree with the C library`() throws {
    var generator = SeededNumbers(seed: 7)
    for _ in 0..<20_000 {
      let digits = String(
        (0...generator.below(25)).map { _ in Character(String(generator.below(10))) }.drop { $0 == "0" })
      let text =
        "\(generator.below(2) == 0 ? "-" : "")\(digits.isEmpty ? "0" : digits).\(generator.below(1_000_000))"
        + "e\(generator.below(620) - 320)"
      let expected = strtod(text, nil)
      guard expected.isFinite else {
        #expect(refusal(of: text) != nil, "\(text)")
        continue
      }
      #expect(try number(text).double == expected, "\(text)")
    }
  }
}
