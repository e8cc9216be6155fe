import JSON

/// Prints the progress of a run over many videos as JSON: each second, and at the end.
struct ProgressTeller {
  private var ticks = SecondTicks()
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Writes a line if one is due; returns after how many nanoseconds the next one is.
  mutating func tick(_ tally: BatchTally, running: Int) -> Int64 {
    let elapsed = tally.elapsed
    if ticks.isDue(at: elapsed) {
      terminal.show("\(tally.record(at: elapsed, running: running).members(isLast: false).finished())\n")
    }
    return ticks.wait(at: elapsed)
  }

  /// Writes the last line.
  func end(_ tally: BatchTally) { terminal.show("\(tally.lastRecord(at: tally.elapsed))\n") }
}

/// When progress is printed: at each whole second of a run; missed seconds are not made up for.
struct SecondTicks {
  private static let second: Int64 = 1_000_000_000
  private var next = Self.second

  /// Whether it is after so many nanoseconds of the run; then the next one is at the next whole second.
  mutating func isDue(at elapsed: Int64) -> Bool {
    guard elapsed >= next else { return false }
    next = (elapsed / Self.second + 1) * Self.second
    return true
  }

  /// Nanoseconds until the next one.
  func wait(at elapsed: Int64) -> Int64 { max(0, next - elapsed) }
}
