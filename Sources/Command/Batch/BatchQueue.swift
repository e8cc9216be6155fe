import Files

/// The jobs that wait: one queue of videos, the most work first, from which every worker takes the next one.
///
/// It needs 4 bytes for each job and 12 for each video.
struct BatchQueue {
  /// What the order of the work depends on, of the text at a place.
  struct Entry {
    /// The text is no job, or nothing is to be done for it.
    static let nothing = Entry(video: 0, weight: -1)

    /// Half a hash of the video's name: two videos that share it go to one worker, one after another.
    fileprivate let video: UInt32
    /// How much work it is, in bytes; below 0 if it does not wait.
    fileprivate let weight: Float

    private init(video: UInt32, weight: Float) {
      (self.video, self.weight) = (video, weight)
    }

    init(video: Path, weight: Double) {
      self.init(video: UInt32(truncatingIfNeeded: video.hashValue), weight: Float(max(0, weight)))
    }
  }

  /// The jobs of one video, which go to one worker.
  private struct Group {
    /// Where they are among the places.
    let first: Int32
    var count: Int32
    /// How much work they are, in bytes.
    var weight: Float
  }

  /// The places of the jobs, by their videos, and of each video in their order.
  private let places: [Int32]
  /// The videos, the most work first.
  private let groups: [Group]
  private var nextGroup = 0
  /// What each worker has of its video, as parts of the places.
  private var taken: [Int: Range<Int>] = [:]

  /// - Parameter entries: by place.
  init(_ entries: [Entry]) {
    let places = entries.indices.lazy.filter { entries[$0].weight >= 0 }.map { Int32($0) }
      .sorted { (entries[Int($0)].video, $0) < (entries[Int($1)].video, $1) }
    var groups: [Group] = []
    var video: UInt32?
    for (index, place) in places.enumerated() {
      let entry = entries[Int(place)]
      if entry.video == video, !groups.isEmpty {
        groups[groups.count - 1].count += 1
        groups[groups.count - 1].weight += entry.weight
      } else {
        groups.append(Group(first: Int32(index), count: 1, weight: entry.weight))
        video = entry.video
      }
    }
    // Of equal work, the first one first.
    groups.sort { (-$0.weight, places[Int($0.first)]) < (-$1.weight, places[Int($1.first)]) }
    (self.places, self.groups) = (places, groups)
  }

  /// How many jobs there are, with those that were taken.
  var count: Int { places.count }
  /// How many videos there are.
  var videoCount: Int { groups.count }

  /// The next job for a worker, by its place; nil if there is none.
  mutating func next(for slot: Int) -> Int? {
    var rest = taken[slot] ?? 0..<0
    if rest.isEmpty {
      guard nextGroup < groups.count else { return nil }
      let group = groups[nextGroup]
      nextGroup += 1
      rest = Int(group.first)..<Int(group.first) + Int(group.count)
    }
    taken[slot] = rest.dropFirst()
    return Int(places[rest.lowerBound])
  }

  /// Whether nothing waits.
  var isEmpty: Bool { nextGroup == groups.count && taken.values.allSatisfy(\.isEmpty) }
}
