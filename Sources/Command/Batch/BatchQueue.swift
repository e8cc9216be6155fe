/// The jobs that wait: one queue of videos, the most work first, from which every worker takes the next one.
struct BatchQueue {
  /// The videos that no worker has begun, the next one last.
  private var groups: [BatchPlan.Group]
  /// What each worker has of its video, the next job last.
  private var taken: [[Int32]]

  /// - Parameter slots: The number of workers.
  init(_ groups: [BatchPlan.Group], slots: Int) {
    // Of equal work, the first one first.
    let order = groups.indices.sorted { (groups[$0].weight, -$0) < (groups[$1].weight, -$1) }
    self.groups = order.map { groups[$0] }
    taken = Array(repeating: [], count: slots)
  }

  /// The next job for a worker; nil if there is none.
  mutating func next(for slot: Int) -> Int? {
    if taken[slot].isEmpty, let group = groups.popLast() { taken[slot] = group.jobs.reversed() }
    return taken[slot].popLast().map(Int.init)
  }

  /// Whether nothing waits.
  var isEmpty: Bool { groups.isEmpty && taken.allSatisfy(\.isEmpty) }
}
