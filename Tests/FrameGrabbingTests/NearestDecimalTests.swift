import Testing
import Timeline
@testable import FrameGrabbing

@Suite struct NearestDecimalTests {
  @Test(
    arguments: [
      (1, 3, 4, "0.3333"), (2, 3, 4, "0.6667"), (-2, 3, 4, "-0.6667"), (5, 2, 0, "3"), (-5, 2, 0, "-2"), (7, 1, 3, "7"),
      (1, 8, 3, "0.125"), (1, 2000, 3, "0.001"), (1, 2001, 3, "0"), (-1, 10_000, 3, "0"), (999_999, 1_000_000, 3, "1"),
      (5, 100, 7, "0.05"), (-338_688, 10_000, 7, "-33.8688"),
    ] as [(Int64, Int64, Int, String)])
  func `decimals to the nearest`(above: Int64, below: Int64, digits: Int, text: String) throws {
    #expect(try seconds(above, below).nearestDecimal(upTo: digits) == text)
  }

  @Test func `a number too large for more digits is still printed`() {
    #expect(Rational(Int64.max).nearestDecimal(upTo: 7) == "9223372036854775807.0000000")
  }
}
