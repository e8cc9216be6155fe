import TestSupport
import Testing
@testable import Video

struct TimeSortingTests {
  /// The numbers sorted by the standard library, by time and then by number.
  private func check(_ times: [Int64]) {
    var numbers = Array(times.indices)
    numbers.sortByTime { times[$0] }
    #expect(numbers == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
  }

  @Test func `packets are sorted however far they are moved`() {
    check([])
    check([5])
    check([3, 1, 1, 2, 1])
    check([.max, .min, 0, .max, .min])
    // Moved as far as a codec may, at random, and in reverse order, which is too far for insertion sort.
    var numbers = SeededNumbers(seed: 2)
    check((0..<3000).map { Int64($0) + Int64(numbers.below(16)) })
    check((0..<3000).map { _ in Int64(numbers.below(500)) })
    check((0..<3000).map { Int64(-$0) })
  }
}
