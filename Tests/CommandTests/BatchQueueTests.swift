import Testing

@testable import Command
@testable import Files

/// The order of the work, and the search for two jobs with one output.
@Suite struct BatchQueueTests {
  private func entry(_ video: Path, _ weight: Double) -> BatchQueue.Entry { .init(video: video, weight: weight) }

  @Test func `the most work comes first, and a worker keeps its video`() {
    var queue = BatchQueue([
      entry("small", 1), entry("large", 4), .nothing, entry("large", 5), entry("middle", 7), entry("small", 2),
    ])
    #expect(queue.count == 5 && queue.videoCount == 3)
    // 9 for "large", 7 for "middle", 3 for "small".
    #expect(queue.next(for: 0) == 1 && queue.next(for: 1) == 4)
    #expect(queue.next(for: 0) == 3 && queue.next(for: 0) == 0)
    #expect(!queue.isEmpty && queue.next(for: 1) == nil)
    #expect(queue.next(for: 0) == 5 && queue.isEmpty && queue.next(for: 0) == nil)
  }

  @Test func `of equal work, the first one comes first`() {
    var queue = BatchQueue((0..<100).map { entry(Path("video \($0)"), 3) })
    for place in 0..<100 { #expect(queue.next(for: 0) == place) }
    var none = BatchQueue([.nothing, .nothing])
    #expect(none.isEmpty && none.count == 0 && none.next(for: 0) == nil)
  }

  @Test func `work beyond all numbers is a number`() {
    var queue = BatchQueue([entry("a", 1), entry("b", 1e308), entry("b", 1e308), entry("c", 0)])
    #expect((0..<4).map { _ in queue.next(for: 0) } == [1, 2, 0, 3])
  }

  @Test func `every output is found again, among few others`() {
    var marks = OutputMarks()
    let count = 20_000
    func name(_ number: Int) -> Path { Path("folder/\(number).png") }
    for place in 0..<count where place % 3 != 0 {
      #expect(!marks.places(of: name(place)).contains(place))
      marks.insert(name(place), at: place)
    }
    var others = 0
    for place in 0..<count {
      let places = marks.places(of: name(place))
      #expect(places.contains(place) == (place % 3 != 0))
      others += places.count { $0 != place }
    }
    // Of 13 333 names in 2³² halves of a hash, 0.03 pairs are expected.
    #expect(others < 10)
  }
}
