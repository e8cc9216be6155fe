import Bench
import Testing

@Suite struct CostTests {
  private func costs(_ cpu: [Double]) -> [Cost] {
    cpu.map { Cost(cpu: $0, wall: 2 * $0, memory: nil, bytes: 100) }
  }

  @Test func `the median is the middle number, or the mean of the two in the middle`() {
    #expect([3.0, 1, 2].median == 2)
    #expect([4.0, 1, 3, 2].median == 2.5)
    #expect([Double]().median == nil)
    #expect(costs([5, 1, 3]).median(of: .wall) == 6)
    #expect(costs([5, 1, 3]).median(of: .memory) == nil)
  }

  @Test func `ratios are computed within each round`() {
    // 1/2, 8/4, 9/3; the ratio of the medians, 8 and 3, would be 8/3.
    #expect(costs([1, 8, 9]).ratio(of: .cpu, to: costs([2, 4, 3])) == 2)
    #expect(costs([1]).ratio(of: .cpu, to: costs([0])) == nil)
    #expect(costs([]).ratio(of: .cpu, to: costs([1])) == nil)
  }
}
