import Testing

@testable import Plotting

struct NumberTextTests {
  private func coordinate(_ value: Double) -> String {
    var bytes: [UInt8] = []
    NumberText.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `coordinates have at most two decimals and no needless zeros`() {
    #expect(coordinate(0) == "0")
    #expect(coordinate(12) == "12")
    #expect(coordinate(12.5) == "12.5")
    #expect(coordinate(12.05) == "12.05")
    // 12.5 hundredths: half away from zero.
    #expect(coordinate(0.125) == "0.13")
    #expect(coordinate(-0.125) == "-0.13")
    #expect(coordinate(-0.004) == "0")
    #expect(coordinate(99.999) == "100")
  }

  @Test func `no coordinate is infinite or has an exponent`() {
    #expect(coordinate(1e300) == "1000000")
    #expect(coordinate(-1e300) == "-1000000")
    #expect(coordinate(.leastNonzeroMagnitude) == "0")
    #expect(coordinate(.infinity) == "0")
    #expect(coordinate(.nan) == "0")
  }

  @Test func `labels are rounded, trimmed and without exponents`() {
    #expect(NumberText.label(0.7343, decimals: 4) == "0.7343")
    #expect(NumberText.label(0.73, decimals: 4) == "0.73")
    #expect(NumberText.label(0.0625, decimals: 3) == "0.063")
    #expect(NumberText.label(-2.5, decimals: 0) == "−3")
    #expect(NumberText.label(-0.04, decimals: 1) == "0")
    #expect(NumberText.label(100, decimals: 2) == "100")
    #expect(NumberText.label(1e12, decimals: 6) == "1000000000000")
    #expect(NumberText.label(1e300, decimals: 6) == "over 1000000000000")
    #expect(NumberText.label(-1e300, decimals: 6) == "under −1000000000000")
    #expect(NumberText.label(.leastNonzeroMagnitude, decimals: 99) == "0")
  }

  @Test func `microseconds become seconds exactly`() {
    #expect(NumberText.seconds(1_234_567, decimals: 6) == "1.234567")
    #expect(NumberText.seconds(1_234_567, decimals: 3) == "1.234")
    #expect(NumberText.seconds(2_000_000, decimals: 1) == "2.0")
    #expect(NumberText.seconds(2_000_000, decimals: 0) == "2")
    #expect(NumberText.seconds(-50_000, decimals: 2) == "−0.05")
    #expect(NumberText.seconds(-1, decimals: 3) == "0.000")
    // 2^63 microseconds.
    #expect(NumberText.seconds(.min, decimals: 6) == "−9223372036854.775808")
  }

  @Test func `speeds of one ruler are fractions if all of them are, else decimals`() {
    func texts(_ speeds: [Double]) -> [String] { speeds.map(SpeedWords(speeds).text) }
    #expect(texts([2, 1, 0.5, 1.0 / 3, 0.25, 0.1, 0.01]) == ["2", "1", "½", "⅓", "¼", "1/10", "1/100"])
    #expect(texts([1, 0.3, 0.02]) == ["1", "0.3", "0.02"])
    #expect(texts([1, 0.5, 1.5]) == ["1", "0.5", "1.5"])
    // One in a hundred and one is no fraction that people say; a number near a fraction is none.
    #expect(texts([0.5, 1.0 / 101, 0.333]) == ["0.5", "0.009901", "0.333"])
    #expect(texts([1, 1e-300]) == ["1", "<0.000001"])
    // Between the entries of a curve.
    #expect(SpeedWords([1, 0.3]).text(0.293_315_2) == "0.293" && SpeedWords([1, 0.5]).text(0.75) == "0.75")
    #expect(texts([.nan, .infinity, -1, 0]) == ["0", "0", "−1", "0"])
  }

  @Test func `whole numbers and counts have no sign of their own`() {
    #expect(NumberText.whole(-12) == "−12" && NumberText.whole(.min) == "−9223372036854775808")
    #expect(NumberText.count(1, "stroke") == "1 stroke" && NumberText.count(0, "stroke") == "0 strokes")
  }
}
