import TestSupport
import Testing

@testable import Timeline

struct RationalTests {
  @Test func `fractions are kept in lowest terms with the sign in the numerator`() throws {
    #expect(try fraction(2002, 60000).description == "1001/30000")
    #expect(try fraction(6, -4) == fraction(-3, 2))
    #expect(try fraction(0, -7) == .zero)
    #expect(try fraction(-9, 3).description == "-3")
    #expect(Rational(1, 0) == nil)
    #expect(Rational(0, 0) == nil)
  }

  @Test func `values at the ends of the range are kept or rejected but never wrap`() throws {
    #expect(Rational(.min).numerator == .min)
    #expect(Rational(.min).negated == nil)
    #expect(Rational(.min, -1) == nil)
    #expect(Rational(1, .min) == nil)
    // 2 / −2⁶³ = −1 / 2⁶², which fits.
    #expect(try fraction(2, .min) == fraction(-1, 1 << 62))
    #expect(Rational(.min, .min) == Rational(1))
    #expect(Rational(.max).adding(Rational(1)) == nil)
    #expect(Rational(.min).adding(Rational(.min)) == nil)
    #expect(Rational(.min).subtracting(Rational(.max)) == nil)
    #expect(Rational(.max).multiplied(by: Rational(2)) == nil)
    #expect(try Rational(.max).multiplied(by: fraction(1, .max)) == Rational(1))
    #expect(Rational(1).divided(by: .zero) == nil)
    #expect(try fraction(1, .max).adding(fraction(1, .max - 1)) == nil)
    #expect(Rational(.min).divided(by: Rational(.min)) == Rational(1))
  }

  @Test func `sums and products are exact`() throws {
    // 1/6 + 1/10 = 5/30 + 3/30 = 4/15
    #expect(try fraction(1, 6).adding(fraction(1, 10)) == fraction(4, 15))
    // 1/6 − 1/10 = 2/30
    #expect(try fraction(1, 6).subtracting(fraction(1, 10)) == fraction(1, 15))
    #expect(try fraction(-2, 3).multiplied(by: fraction(9, 4)) == fraction(-3, 2))
    #expect(try fraction(-2, 3).divided(by: fraction(-4, 9)) == fraction(3, 2))
    #expect(try fraction(3, 7).negated == fraction(-3, 7))
  }

  @Test func `floor and ceiling go down and up on both sides of zero`() throws {
    #expect(try fraction(7, 2).floor == 3)
    #expect(try fraction(7, 2).ceiling == 4)
    #expect(try fraction(-7, 2).floor == -4)
    #expect(try fraction(-7, 2).ceiling == -3)
    #expect(Rational(-5).floor == -5)
    #expect(Rational(-5).ceiling == -5)
    #expect(try fraction(.min, 3).floor == -3_074_457_345_618_258_603)
    #expect(try fraction(.max, 2).ceiling == 1 << 62)
  }

  @Test func `comparison detects the smallest difference`() throws {
    // n/(n+1) rises with n: (M−2)/(M−1) < (M−1)/M, which doubles cannot distinguish.
    let lower = try fraction(.max - 2, .max - 1)
    let upper = try fraction(.max - 1, .max)
    #expect(lower < upper)
    #expect(!(upper < lower))
    #expect(try fraction(-1, 2) < fraction(-1, 3))
    #expect(try fraction(.min, 1) < fraction(.min, 2))
  }

  @Test func `decimals are rounded up, also for negative numbers`() throws {
    // 1001/30000 = 0.0333666…
    let frame = try fraction(1001, 30000)
    #expect(frame.decimal(fractionDigits: 3) == "0.034")
    #expect(frame.decimal(fractionDigits: 4) == "0.0334")
    #expect(frame.decimal(fractionDigits: 0) == "1")
    #expect(try fraction(-1001, 30000).decimal(fractionDigits: 3) == "-0.033")
    #expect(try fraction(-1, 30000).decimal(fractionDigits: 3) == "0.000")
    #expect(try fraction(25, 2).decimal(fractionDigits: 3) == "12.500")
    #expect(try fraction(19_999, 2000).decimal(fractionDigits: 3) == "10.000")
    #expect(try fraction(1, 3).decimal(fractionDigits: -4) == "1")
    // Just below 2⁶³: the carry reaches the whole part.
    #expect(try fraction(.max, 2).decimal(fractionDigits: 0) == "4611686018427387904")
    #expect(Rational(.min).decimal(fractionDigits: 2) == "-9223372036854775808.00")
    // 1/(2⁶³−1) = 1.08…e-19
    #expect(try fraction(1, .max).decimal(fractionDigits: 21) == "0.000000000000000000109")
  }

  @Test func `decimals for messages`() throws {
    #expect(try fraction(30000, 1001).shortDecimal() == "29.97")
    #expect(try fraction(24000, 1001).shortDecimal() == "23.976")
    #expect(Rational(25).shortDecimal() == "25")
    #expect(try fraction(25, 2).shortDecimal() == "12.5")
    #expect(try fraction(30001, 10000).shortDecimal() == "3")
    #expect(try fraction(1, 3).exactDecimal(upTo: 9) == nil)
    #expect(try fraction(1, 8).exactDecimal(upTo: 2) == nil)
    #expect(try fraction(1, 8).exactDecimal(upTo: 3) == "0.125")
    #expect(try fraction(2, 3).decimal(fractionDigits: 3, roundingUp: false) == "0.666")
    #expect(try fraction(-2, 3).decimal(fractionDigits: 3, roundingUp: false) == "-0.667")
  }

  @Test func `arithmetic agrees with plain integers on small numbers`() throws {
    var generator = SeededNumbers(seed: 1)
    for _ in 0..<2000 {
      let (a, b, c, d) = (
        Int64.random(in: -50...50, using: &generator), Int64.random(in: 1...50, using: &generator),
        Int64.random(in: -50...50, using: &generator), Int64.random(in: 1...50, using: &generator)
      )
      let (left, right) = (try fraction(a, b), try fraction(c, d))
      // Over the common denominator b·d.
      #expect(try left.adding(right) == fraction(a * d + c * b, b * d))
      #expect(try left.subtracting(right) == fraction(a * d - c * b, b * d))
      #expect(try left.multiplied(by: right) == fraction(a * c, b * d))
      #expect((left < right) == (a * d < c * b))
      #expect((left == right) == (a * d == c * b))
      #expect(left.floor * b <= a && a < (left.floor + 1) * b)
      #expect((left.ceiling - 1) * b < a && a <= left.ceiling * b)
    }
  }
}
