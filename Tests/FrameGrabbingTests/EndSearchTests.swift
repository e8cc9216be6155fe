import Testing
@testable import FrameGrabbing

struct EndSearchTests {
  /// Searches where the end is a function of the place, and a frame the whole part of it.
  private func place(
    _ aim: Int, from origin: Double = 0, in bounds: ClosedRange<Double> = -100...100,
    _ end: @escaping (Double) -> Double?
  ) -> Double? {
    EndSearch(origin: origin, bounds: bounds) { place in
      end(place).map { Int($0.rounded(.down)) }.map { $0 < aim ? -1 : $0 == aim ? 0 : 1 }
    }.nearestPlace()
  }

  @Test func `the place with the fewest decimals in the middle is taken`() {
    // Frame 7 is from 7 to 8: no whole number but its start; the middle has one decimal.
    #expect(place(7) { $0 } == 7.5)
    // From 14 to 16: the middle, 15.
    #expect(place(7) { $0 / 2 } == 15)
    // From 0.7 to 0.8.
    #expect(place(7) { $0 * 10 } == 0.75)
  }

  @Test func `a wide stretch is entered by eight points`() {
    // Everything from 20 on is frame 2: of 20 to 100 the first 16 points count. Everything below −10 is frame −2.
    #expect(place(2) { min($0 / 10, 2) } == 28)
    #expect(place(-2) { max($0 / 10, -2) } == -18)
  }

  @Test func `a value that falls and jumps is found as well`() {
    // Falling: frame 3 at −4 to −3, of which −3 belongs to it.
    let falling = place(3) { -$0 }
    #expect(falling.map { (-4 < $0) && ($0 <= -3) } == true)
    // Falling so fast that no half point hits: frame 3 is from −0.4 to −0.3.
    #expect(place(3) { -10 * $0 } == -0.35)
    // A peak of one point at 40, which neither bound shows.
    let peak = place(5, in: -100...100) { abs($0 - 40) < 0.6 ? 5 : 0 }
    #expect(peak.map { abs($0 - 40) < 0.6 } == true)
    // A jump over frame 5 has no place.
    #expect(place(5) { $0 < 10 ? 4 : 6 } == nil)
  }

  @Test func `places that cannot be played are passed over`() {
    #expect(place(30) { $0 < 20 ? nil : $0 } == 30.5)
    #expect(place(3) { _ in nil } == nil)
  }

  @Test func `the bounds belong to the places`() {
    #expect(place(9, in: 0...9.25) { $0 }.map { (9...9.25).contains($0) } == true)
    #expect(place(10, in: 0...9.25) { $0 } == nil)
    #expect(place(0, in: 0...0) { $0 } == 0)
  }
}
