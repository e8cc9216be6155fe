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
