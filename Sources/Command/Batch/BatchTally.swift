import Files
import FrameGrabbing
import JSON
import Timeline

/// The counts of a run's results, and the texts about them.
struct BatchTally {
  /// All jobs that are known so far.
  var total = 0
  /// Whether more jobs may arrive.
  var mayGrow = false
  private(set) var done = 0
  private(set) var skipped = 0
  private(set) var failed = 0
  /// How many pictures of this run were made from damaged parts of files.
  private var damaged = 0
  /// How many jobs did not start because no file can be written to their folder.
  private(set) var untried = 0
  /// How many an earlier run had done.
  private(set) var earlier = 0
  /// The first failures, by the order in which they came.
  private var failures: [(number: Int, reason: String)] = []
  /// The code of the last one that failed.
  private var lastCode = ExitCode.someFailed
  /// Whether a job has failed in this run.
  private(set) var hasFailed = false
  /// The last video of each slot; the key nil is for jobs without a worker.
  private var lastVideos: [Int?: Path] = [:]
  private var videos = 0
  /// What the workers have read and written.
  private var bytesRead: Int64 = 0
  private var bytesWritten: Int64 = 0
  private var workersReplaced = 0
  private let start: Int64

  /// - Parameter start: When the run started, by the steady clock.
  init(start: Int64) {
    self.start = start
  }

  private static let mostFailures = BatchPlan.mostFailures

  /// How many have ended in this run.
  private var ended: Int { done + failed - earlier }

  mutating func count(_ result: JobResult, number: Int) {
    damaged += result.damaged
    guard result.codes.isEmpty else {
      hasFailed = true
      return fail(number, result.reason ?? "failed", result.code ?? .someFailed)
    }
    done += 1
    if result.reported > 0, result.skipped == result.reported { skipped += 1 }
  }

  mutating func countUntried() { untried += 1 }

  /// Notes that a job has ended, to count videos: jobs of one video follow each other in a slot.
  mutating func note(_ video: Path?, in slot: Int?) {
    guard let video, lastVideos[slot] != video else { return }
    lastVideos[slot] = video
    videos += 1
  }

  /// Adds what a worker says that it has read, and the bytes of the files that were written.
  mutating func note(read: Int64, written: Int64) {
    bytesRead = Self.sum(bytesRead, read)
    bytesWritten = Self.sum(bytesWritten, written)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflows) = one.addingReportingOverflow(max(0, other))
    return overflows ? .max : sum
  }

  mutating func countLostWorker() { workersReplaced += 1 }

  mutating func count(earlier plan: BatchPlan) {
    (done, earlier) = (done + plan.doneEarlier, earlier + plan.doneEarlier + plan.failedEarlier)
    for failure in plan.earlierFailures { fail(failure.number, failure.reason, failure.code) }
    failed += plan.failedEarlier - plan.earlierFailures.count
  }

  /// The exit code: the only job of a run gives its own code.
  var code: ExitCode { failed == 0 ? .success : total == 1 ? lastCode : .someFailed }

  private mutating func fail(_ number: Int, _ reason: String, _ code: ExitCode) {
    (failed, lastCode) = (failed + 1, code)
    if failures.count < Self.mostFailures { failures.append((number, reason)) }
  }

  var elapsed: Int64 { SystemClock.steady.nanoseconds - start }

  /// The progress; the rate and the time left count this run's jobs only.
  var progress: String {
    var text = "\(done + failed)/\(total) jobs"
    if failed > 0 { text += ", \(failed) failed" }
    let milliseconds = elapsed / 1_000_000
    guard ended > 0, milliseconds > 0 else { return text }
    let rate = Int64(ended) * 10_000 / milliseconds
    text += rate >= 100 ? ", \(rate / 10)/s" : ", \(rate / 10).\(rate % 10)/s"
    let left = (milliseconds * Int64(total - done - failed) / Int64(ended) + 999) / 1000
    return text + (left < 120 ? ", \(left) s left" : ", \((left + 59) / 60) min left")
  }

  /// The progress for machines.
  ///
  /// - Parameters:
  ///   - elapsed: Nanoseconds since the run began.
  ///   - running: How many jobs are worked on.
  func record(at elapsed: Int64, running: Int) -> ProgressRecord {
    ProgressRecord(
      elapsed: elapsed, mayGrow: mayGrow, jobs: total, done: done, failed: failed, running: running, ended: ended,
      videos: videos, bytesRead: bytesRead, bytesWritten: bytesWritten, workersReplaced: workersReplaced)
  }

  /// The last line of progress.
  func lastRecord(at elapsed: Int64) -> JSONText {
    var object = record(at: elapsed, running: 0).members(isLast: true)
    object.add("skipped", .integer(Int64(skipped)))
    object.add("damaged", .integer(Int64(damaged)))
    object.add("earlier", .integer(Int64(earlier)))
    object.add("notBegun", .integer(Int64(notBegun)))
    return object.finished()
  }

  /// How many jobs of those known were not begun.
  var notBegun: Int { total - done - failed }

  /// The lines for people at the end.
  ///
  /// - Parameters:
  ///   - results: the file of results.
  ///   - isPartial: whether the run was ended early.
  func report(results: Path?, isPartial: Bool) -> [String] {
    var line =
      "\(total) \(total == 1 ? "job" : "jobs") in \(elapsed / 1_000_000_000).\(elapsed / 100_000_000 % 10) s: \(done) done"
    if skipped > 0 { line += " (\(skipped) skipped)" }
    line += ", \(failed) failed"
    if notBegun > 0 { line += ", \(notBegun) not begun" }
    if damaged > 0 { line += ", \(damaged) damaged \(damaged == 1 ? "picture" : "pictures")" }
    if earlier > 0 { line += "; \(earlier) of them in an earlier run" }
    var lines = [line]
    lines += failures.sorted { $0.number < $1.number }.map { "job \($0.number): \($0.reason)" }
    if failed > failures.count {
      let rest = "\(failed - failures.count) more failed: "
      lines.append(
        rest + (results.map { "grep -E '\"code\":[0-9]' \($0)" } ?? "--results FILE has a line for each of them"))
    }
    if isPartial, let results { lines.append("--results \(results) --resume goes on") }
    return lines
  }

  /// The summary for machines.
  func summary(results: Path?) -> JSONText {
    var object = JSONObjectWriter()
    object.add("summary", .boolean(true))
    object.add("jobs", .integer(Int64(total)))
    object.add("done", .integer(Int64(done)))
    object.add("skipped", .integer(Int64(skipped)))
    object.add("failed", .integer(Int64(failed)))
    object.add("damaged", .integer(Int64(damaged)))
    object.add("earlier", .integer(Int64(earlier)))
    object.add("notBegun", .integer(Int64(notBegun)))
    object.add("results", as: "resultsBytes", results)
    object.add("seconds", JSONText(raw: "\(elapsed / 1_000_000_000)." + (elapsed / 1_000_000 % 1000).padded(to: 3)))
    return object.finished()
  }
}

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
