import Scrubbing
import TestSupport
import Testing

struct SpeedTableTests {
  private func speeds(_ table: SpeedTable, at distances: [Double]) -> [Double] {
    distances.map { table.entry(at: $0).speed }
  }

  @Test func `an interval includes its lower threshold but not its upper one`() {
    #expect(
      speeds(.scrubbingSlider, at: [-1e300, -1, 0, 49.999, 50, 99.999, 100, 149.999, 150, 151, 1e300])
        == [1, 1, 1, 1, 0.5, 0.5, 0.25, 0.25, 0.1, 0.1, 0.1])
    #expect(
      speeds(.frameGrabber, at: [0, 69.999, 70, 119.999, 120, 169.999, 170]) == [1, 1, 0.5, 0.5, 0.25, 0.25, 0.1])
  }

  @Test func `a table without entries is full speed`() throws {
    #expect(try SpeedTable([]).entries == [.init(speed: 1, distance: 0)])
    #expect(SpeedTable.fullSpeed.isFixed)
    #expect(!SpeedTable.frameGrabber.isFixed)
  }

  @Test func `entries are sorted by distance`() throws {
    let table = try SpeedTable([
      .init(speed: 0.1, distance: 80), .init(speed: 1, distance: 0), .init(speed: 0.5, distance: 40),
    ])
    #expect(table.entries.map(\.distance) == [0, 40, 80])
    #expect(speeds(table, at: [39, 40, 80]) == [1, 0.5, 0.1])
  }

  @Test func `of two entries at the same distance the later one wins`() throws {
    let table = try SpeedTable([
      .init(speed: 1, distance: 0), .init(speed: 0.5, distance: 50), .init(speed: 0.3, distance: 50),
      .init(speed: 0.1, distance: 100),
    ])
    #expect(table.entries.map(\.speed) == [1, 0.5, 0.3, 0.1])
    #expect(speeds(table, at: [49, 50, 99, 100]) == [1, 0.3, 0.3, 0.1])
    let atTheEnd = try SpeedTable([
      .init(speed: 1, distance: 0), .init(speed: 0.5, distance: 50), .init(speed: 0.3, distance: 50),
    ])
    #expect(speeds(atTheEnd, at: [50, 500]) == [0.3, 0.3])
  }

  @Test func `many entries at the same distance keep their order`() throws {
    let table = try SpeedTable((1...200).map { .init(speed: Double($0), distance: 7) })
    #expect(table.entries.map(\.speed) == (1...200).map(Double.init))
    // 6 counts as 7, the least distance, where the last of several entries applies.
    #expect(speeds(table, at: [6, 7]) == [200, 200])
    #expect(table.first.speed == 1)
  }

  @Test func `below a first distance above 0 the first entry applies`() throws {
    let table = try SpeedTable([.init(speed: 0.8, distance: 30), .init(speed: 0.2, distance: 60)])
    #expect(speeds(table, at: [-5, 0, 29, 30, 59, 60]) == [0.8, 0.8, 0.8, 0.8, 0.8, 0.2])
  }

  @Test func `the lookup agrees with the published interval rule on random tables`() throws {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<2_000 {
      let entries = (0..<random.below(7)).map { _ in
        SpeedTable.Entry(speed: Double(1 + random.below(9)), distance: Double(random.below(6)))
      }
      let table = try SpeedTable(entries)
      let sorted = table.entries
      let first = try #require(sorted.first)
      let last = try #require(sorted.last)
      for step in -2...14 {
        let distance = Double(step) / 2
        let limited = max(first.distance, min(last.distance, distance))
        let inForce = zip(sorted, sorted.dropFirst()).first { $0.distance <= limited && limited < $1.distance }
        #expect(table.entry(at: distance) == (inForce?.0 ?? last))
      }
    }
  }

  @Test func `numbers that are not finite and speeds that are not above 0 are rejected`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(
        fault { _ = try SpeedTable([.init(speed: bad, distance: 0)]) } == .notFinite("scrubbing speed"))
      #expect(
        fault { _ = try SpeedTable([.init(speed: 1, distance: bad)]) } == .notFinite("distance of a scrubbing speed"))
    }
    #expect(fault { _ = try SpeedTable([.init(speed: 0, distance: 0)]) } == .speedNotPositive(0))
    #expect(fault { _ = try SpeedTable([.init(speed: -1, distance: 0)]) } == .speedNotPositive(-1))
  }
}
