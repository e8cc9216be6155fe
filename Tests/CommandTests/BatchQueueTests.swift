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

  // MARK: The order of the lines

  @Test func `in order, the most work comes first among 500, and none is begun 1000 after the first without a result`()
  {
    // The last of all is the most work.
    var queue = BatchQueue((0..<2000).map { entry(Path("video \($0)"), Double($0)) }, isOrdered: true)
    // 499, 498, … of the first part, then 999, 998, … of the second one.
    #expect((0..<1000).map { _ in queue.next(for: 0) } == (0..<500).reversed() + (500..<1000).reversed())
    #expect(queue.next(for: 0) == nil && queue.next(for: 1) == nil && !queue.isEmpty)
    // When 500 jobs have ended, the third part may be begun, whose last job is 1499.
    #expect(queue.next(for: 0, front: 499) == nil && queue.next(for: 0, front: 500) == 1499)
    // Whatever comes as they come is begun in one order.
    var all = BatchQueue((0..<2000).map { entry(Path("video \($0)"), Double($0)) })
    #expect(all.next(for: 0) == 1999)
  }

  @Test func `only jobs that wait count for the window`() {
    // Of each three places one waits: the 1500th waiting job is at place 4500.
    var queue = BatchQueue((0..<6000).map { $0 % 3 == 0 ? entry("v", 1) : .nothing }, isOrdered: true)
    #expect((0..<1000).map { _ in queue.next(for: 0) } == (0..<1000).map { $0 * 3 })
    #expect(queue.next(for: 0) == nil && queue.next(for: 0, front: 1) == 3000)
    #expect(queue.contains(3) && !queue.contains(4) && !queue.contains(6000))
  }

  @Test func `lines wait for those of earlier jobs, and not for jobs that are not worked on`() {
    var lines = JobLines(isOrdered: true)
    func take(_ text: String, _ place: Int) -> String {
      String(decoding: lines.take(Array(text.utf8), of: place) { $0 != 1 }, as: UTF8.self)
    }
    #expect(take("c", 3) == "" && take("b", 2) == "" && take("a", 0) == "abc" && lines.front == 4)
    #expect(take("f", 6) == "" && take("e", 5) == "" && lines.takeRest() == Array("ef".utf8))
    var unordered = JobLines(isOrdered: false)
    #expect(unordered.take([3], of: 3) { _ in true } == [3] && unordered.takeRest().isEmpty)
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
