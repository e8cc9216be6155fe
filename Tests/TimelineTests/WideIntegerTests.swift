import TestSupport
import Testing

@testable import Timeline

struct WideIntegerTests {
  private func wide(_ value: Int128) -> WideInteger {
    let magnitude = value.magnitude
    return WideInteger(
      words: [UInt64(truncatingIfNeeded: magnitude), UInt64(truncatingIfNeeded: magnitude >> 64)],
      isNegative: value < 0)
  }

  @Test func `zero has one representation`() {
    #expect(WideInteger(0) == -WideInteger(0))
    #expect(!(-WideInteger(0)).isNegative)
    #expect(WideInteger(5) - WideInteger(5) == WideInteger(0))
    #expect(WideInteger(0).bitWidth == 0)
    #expect((WideInteger(0) * WideInteger(-7)).isZero)
  }

  @Test func `it agrees with 128-bit integers`() {
    var generator = SeededNumbers(seed: 3)
    for _ in 0..<3000 {
      let shift = Int128.random(in: 0...60, using: &generator)
      let a = Int128.random(in: -(1 << 62)...(1 << 62), using: &generator) >> shift
      let b = Int128.random(in: -(1 << 62)...(1 << 62), using: &generator)
      #expect(wide(a) + wide(b) == wide(a + b))
      #expect(wide(a) - wide(b) == wide(a - b))
      #expect(wide(a) * wide(b) == wide(a * b))
      #expect((wide(a) < wide(b)) == (a < b))
    }
  }

  @Test func `division inverts multiplication`() throws {
    var generator = SeededNumbers(seed: 4)
    for _ in 0..<500 {
      let count = Int.random(in: 1...20, using: &generator)
      let divisor = WideInteger(
        words: (0..<count).map { _ in UInt64.random(in: 1...(.max), using: &generator) }, isNegative: false)
      let quotient = UInt64.random(in: 0...(.max), using: &generator) >> UInt64.random(in: 0...63, using: &generator)
      let rest = divisor - WideInteger(1)
      let dividend = divisor * WideInteger(magnitude: quotient) + rest
      let result = try #require(dividend.dividingMagnitude(by: divisor))
      #expect(result.quotient == quotient)
      #expect(result.remainder == rest)
    }
  }

  @Test func `a quotient of more than 64 bits is rejected`() {
    for shift in [64, 65, 200, 1000] {
      for divisor in [WideInteger(3), WideInteger(3).shiftedLeft(by: 300)] {
        #expect(divisor.shiftedLeft(by: shift).dividingMagnitude(by: divisor) == nil)
      }
    }
    let divisor = WideInteger(3).shiftedLeft(by: 300)
    #expect(divisor.shiftedLeft(by: 63).dividingMagnitude(by: divisor)?.quotient == 1 << 63)
    #expect(divisor.dividingMagnitude(by: WideInteger(0)) == nil)
  }

  @Test func `doubles of every magnitude are converted exactly`() throws {
    func exact(_ value: Double) throws -> WideRational { try #require(WideRational(exactly: value)) }
    // 2⁻¹⁰⁷⁴ · 2¹⁰²² · 2⁵² = 1, and the least normal number is 2⁻¹⁰²².
    #expect(try exact(.leastNonzeroMagnitude) * exact(0x1p1022) * exact(0x1p52) == WideRational(1))
    #expect(try exact(.leastNormalMagnitude) * exact(0x1p1022) == WideRational(1))
    #expect(try exact(-3 * .leastNonzeroMagnitude) * exact(0x1p1022) * exact(0x1p52) == WideRational(-3))
    // The greatest one is (2⁵³ − 1) · 2⁹⁷¹.
    #expect(try exact(.greatestFiniteMagnitude) == exact(0x1p971) * WideRational((1 << 53) - 1))
    #expect(try exact(-0.0) == WideRational(0))
    #expect(try exact(0.1) == WideRational(fraction(3_602_879_701_896_397, 1 << 55)))
    #expect(WideRational(exactly: .nan) == nil)
  }
}
