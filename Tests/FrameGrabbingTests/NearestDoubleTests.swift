import TestSupport
import Testing
import Timeline
@testable import FrameGrabbing

/// The double nearest to a fraction from 0 to 1, ties to even (IEEE 754, 4.3.1).
struct NearestDoubleTests {
  private func nearest(_ numerator: Int64, _ denominator: Int64) throws -> Double {
    try #require(Rational(numerator, denominator)).nearestDouble
  }

  @Test func `fractions that a double can represent are exact`() throws {
    #expect(try nearest(0, 1) == 0 && nearest(1, 1) == 1 && nearest(1, 2) == 0.5 && nearest(3, 8) == 0.375)
    #expect(try nearest(1, 1 << 62) == 0x1p-62)
    // 53 bits all set.
    #expect(try nearest((1 << 53) - 1, 1 << 53) == 0x1.fffffffffffffp-1)
  }

  @Test func `endless fractions are rounded once`() throws {
    // 1/3 is 0.010101… in binary: the bit after the 53 is 0. 1/10 and 2/3 from their binary expansions too.
    #expect(try nearest(1, 3) == 0x1.5555555555555p-2 && nearest(2, 3) == 0x1.5555555555555p-1)
    #expect(try nearest(1, 10) == 0x1.999999999999ap-4 && nearest(1, 5) == 0x1.999999999999ap-3)
    // 1/7 is 0.001001…: 0x1.2492492492492|4.
    #expect(try nearest(1, 7) == 0x1.2492492492492p-3)
  }

  @Test func `a tie goes to the even neighbour`() throws {
    // Doubles from 1/2 on are 2^-53 apart. 1/2 + 2^-54 is halfway between 1/2 (even) and 1/2 + 2^-53.
    #expect(try nearest((1 << 53) + 1, 1 << 54) == 0.5)
    // 1/2 + 3 · 2^-54 is halfway between 1/2 + 2^-53 (odd) and 1/2 + 2^-52.
    #expect(try nearest((1 << 53) + 3, 1 << 54) == 0.5 + 0x1p-52)
    // The last one before 1: 1 - 2^-54 is halfway between 1 - 2^-53 (odd) and 1.
    #expect(try nearest((1 << 54) - 1, 1 << 54) == 1)
  }

  @Test func `a value close to a tie is rounded to its own side`() throws {
    // 1/2 + 2^-54 ± 2^-62.
    #expect(try nearest((1 << 61) + (1 << 8) + 1, 1 << 62) == 0.5 + 0x1p-53)
    #expect(try nearest((1 << 61) + (1 << 8) - 1, 1 << 62) == 0.5)
    // 1/2 + 3 · 2^-54 ± 2^-62.
    #expect(try nearest((1 << 61) + (3 << 8) + 1, 1 << 62) == 0.5 + 0x1p-52)
    #expect(try nearest((1 << 61) + (3 << 8) - 1, 1 << 62) == 0.5 + 0x1p-53)
  }

  @Test func `the largest and the smallest fractions`() throws {
    // 1 / (2^63 - 1) is 2^-63 plus a 2^-63rd part of it; one minus that is nearest to 1.
    #expect(try nearest(1, .max) == 0x1p-63 && nearest(.max - 1, .max) == 1 && nearest(.max, .max) == 1)
    #expect(try nearest(-1, 2) == 0)
  }

  @Test func `fractions of numbers that doubles can represent equal the processor's division`() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<20_000 {
      let denominator = Int64(numbers.next() >> (11 + numbers.next() % 40)) + 1
      let numerator = Int64(numbers.next() >> 11) % (denominator + 1)
      // Both are at most 2^53, so the only rounding is that of the correctly rounded division.
      #expect(try nearest(numerator, denominator) == Double(numerator) / Double(denominator))
    }
  }

  @Test func `fractions of eighteen digits equal what the C library parses from the same digits`() throws {
    var numbers = SeededNumbers(seed: 77)
    for _ in 0..<5_000 {
      let digits = Int64(numbers.next() % 1_000_000_000_000_000_000)
      let text = String(digits)
      let padded = "0." + String(repeating: "0", count: 18 - text.count) + text
      #expect(try nearest(digits, 1_000_000_000_000_000_000) == Double(padded), "\(padded)")
    }
  }
}
