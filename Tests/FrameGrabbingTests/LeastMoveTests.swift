import Testing

@testable import FrameGrabbing

@Suite struct LeastMoveTests {
  @Test func `of both directions the nearer place is taken`() {
    for (hits, expected) in [([40.0...41, 57...58], 57.0), ([43...44, 60...61], 44)] {
      let search = LeastMove(origin: 50, bounds: 0...100, spacing: 1) { place in
        hits.contains { $0.contains(place) } ? 0 : -1
      }
      #expect(search.place() == expected)
    }
  }

  /// The aim is from 50.33 up to 50.37, between two places of the grid.
  @Test func `between two places the nearest with the fewest decimals is taken`() {
    for (origin, expected) in [(50.0, 50.33), (51, 50.36), (40, 50.33)] {
      let search = LeastMove(origin: origin, bounds: 0...100, spacing: 1) { place in
        place < 50.33 ? -1 : place < 50.37 ? 0 : 1
      }
      #expect(search.place() == expected)
    }
  }

  @Test func `what jumps over the aim, and what is out of bounds, is not found`() {
    #expect(LeastMove(origin: 50, bounds: 0...100, spacing: 1) { $0 < 60.5 ? -1 : 1 }.place() == nil)
    #expect(LeastMove(origin: 50, bounds: 0...100, spacing: 1) { $0 > 100 ? 0 : -1 }.place() == nil)
    #expect(LeastMove(origin: 50, bounds: 0...100, spacing: 0.1) { $0 >= 50.3 ? 0 : -1 }.place() == 50.3)
  }
}
