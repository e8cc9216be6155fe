import Files
import Timeline

/// The waiting jobs: one queue of videos, those with the most work first, from which each worker takes the next.
///
/// If results are printed in the order of the jobs, this order holds only within parts of the jobs, and no job starts
/// far ahead of the first one without a result, whose line all later ones wait for. It takes 8 bytes for each job and
/// 12 for each video.
struct BatchQueue {
  /// What a job's place in the order of work depends on.
  struct Entry {
    /// A text without a job to be done.
    static let nothing = Entry(video: 0, weight: -1)

    /// 32 bits of the hash of the video's name: videos that share them go to one worker, one after the other.
    fileprivate let video: UInt32
    /// The amount of work, in bytes; below 0 for no job.
    fileprivate let weight: Float

    private init(video: UInt32, weight: Float) {
      (self.video, self.weight) = (video, weight)
    }

    init(video: Path, weight: Double) {
      self.init(video: UInt32(truncatingIfNeeded: video.hashValue), weight: Float(max(0, weight)))
    }
  }

  /// With ordered results, how many jobs a job may be ahead of the first one without a result.
  static let window = 1000
  /// Jobs are ordered by work within half a window, so that one long job does not hold up the other half.
  private static let part = window / 2

  /// The jobs of one video, which go to one worker.
  private struct Group {
    /// Where they start in `numbers`.
    let first: Int32
    var count: Int32
    /// How much work they are, in bytes.
    var weight: Float
  }

  /// The places of the jobs' texts, in ascending order.
  private let places: [Int32]
  /// Indexes into `places`: sorted by part, then by video, then in the order of the jobs.
  private let numbers: [Int32]
  /// The videos: part by part, in each those with the most work first.
  private let groups: [Group]
  private let isOrdered: Bool
  private var nextGroup = 0
  /// The range of `numbers` that each worker still has to do of its video.
  private var taken: [Int: Range<Int>] = [:]

  /// How many videos there are, counted only as far as it matters for the number of workers.
  let videoCount: Int

  /// - Parameters:
  ///   - entries: one for each text, by its place.
  ///   - isOrdered: Whether lines come in the order of the jobs.
  init(_ entries: [Entry], isOrdered: Bool = false) {
    let places = Array(entries.indices.lazy.filter { entries[$0].weight >= 0 }.map { Int32($0) })
    let part = isOrdered ? Int32(Self.part) : .max
    func video(_ number: Int32) -> UInt32 { entries[Int(places[Int(number)])].video }
    let numbers = places.indices.map { Int32($0) }.sorted { ($0 / part, video($0), $0) < ($1 / part, video($1), $1) }
    var groups: [Group] = []
    for (index, number) in numbers.enumerated() {
      let weight = entries[Int(places[Int(number)])].weight
      if index > 0, numbers[index - 1] / part == number / part, video(numbers[index - 1]) == video(number) {
        groups[groups.count - 1].count += 1
        groups[groups.count - 1].weight += weight
      } else {
        groups.append(Group(first: Int32(index), count: 1, weight: weight))
      }
    }
    // Of videos with equal work, the first one comes first.
    groups.sort { one, other in
      let (first, second) = (numbers[Int(one.first)], numbers[Int(other.first)])
      return (first / part, -one.weight, first) < (second / part, -other.weight, second)
    }
    (self.places, self.numbers, self.groups, self.isOrdered) = (places, numbers, groups, isOrdered)
    videoCount = Set(groups.prefix(Self.window).map { video(numbers[Int($0.first)]) }).count
  }

  /// The number of jobs, including those that were taken.
  var count: Int { numbers.count }

  /// The next job for a worker, by its place; nil if there is none, or none that may be begun.
  ///
  /// - Parameter front: The place of the first job without a result.
  mutating func next(for slot: Int, front: Int = 0) -> Int? {
    var rest = taken[slot] ?? 0..<0
    let isFirst = rest.isEmpty
    if isFirst {
      guard nextGroup < groups.count else { return nil }
      let group = groups[nextGroup]
      rest = Int(group.first)..<Int(group.first) + Int(group.count)
    }
    let number = Int(numbers[rest.lowerBound])
    if isOrdered, number >= places.partitioningIndex(where: { $0 >= front }) + Self.window { return nil }
    if isFirst { nextGroup += 1 }
    taken[slot] = rest.dropFirst()
    return Int(places[number])
  }

  /// Whether the job at a place is one of them.
  func contains(_ place: Int) -> Bool {
    let number = places.partitioningIndex(where: { $0 >= place })
    return number < places.count && places[number] == place
  }

  /// Whether nothing waits.
  var isEmpty: Bool { nextGroup == groups.count && taken.values.allSatisfy(\.isEmpty) }
}

/// The output of jobs, passed on at once, or in the order of the jobs: each as soon as all before it are printed.
struct JobLines {
  /// If more bytes than this wait, no new jobs start.
  private static let mostBytes = 64 << 20

  private let isOrdered: Bool
  /// The lines that wait for those of an earlier job, by the places of their jobs.
  private var held: [Int: [UInt8]] = [:]
  private var byteCount = 0
  /// The place of the first job that has not ended.
  private(set) var front = 0

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  /// Whether so much waits that no new jobs should start.
  var isFull: Bool { byteCount > Self.mostBytes }

  /// Adds the lines of a job; returns the lines that can be printed now.
  ///
  /// - Parameter isAwaited: Whether the job at a place is still to be run.
  mutating func take(_ lines: [UInt8], of place: Int, isAwaited: (Int) -> Bool) -> [UInt8] {
    guard isOrdered else { return lines }
    held[place] = lines
    byteCount += lines.count
    var due: [UInt8] = []
    while true {
      if let lines = held.removeValue(forKey: front) {
        due += lines
      } else if held.isEmpty || isAwaited(front) {
        break
      }
      front += 1
    }
    byteCount -= due.count
    return due
  }

  /// All that still waits, when no more jobs will end.
  mutating func takeRest() -> [UInt8] {
    defer { (held, byteCount) = ([:], 0) }
    return held.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
