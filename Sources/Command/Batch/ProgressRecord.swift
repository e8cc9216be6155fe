import JSON
import Timeline

/// The machine-readable progress of a run over many videos: one line, whose keys are always the same.
struct ProgressRecord: Hashable {
  /// Nanoseconds since the run began.
  var elapsed: Int64 = 0
  /// Whether more jobs may come.
  var mayGrow = false
  /// All jobs that are known of.
  var jobs = 0
  var done = 0
  var failed = 0
  /// How many jobs are worked on.
  var running = 0
  /// How many of the jobs that are done or have failed ended in this run.
  var ended = 0
  /// How many videos' jobs have ended in this run.
  var videos = 0
  /// The bytes of videos that workers have read.
  var bytesRead: Int64 = 0
  /// The bytes of the files that were written.
  var bytesWritten: Int64 = 0
  /// How many lost workers were replaced.
  var workersReplaced = 0

  /// The members of the line; `isLast` is for the summary at the end of the run.
  func members(isLast: Bool) -> JSONObjectWriter {
    var object = JSONObjectWriter()
    object.add("summary", .boolean(isLast))
    object.add("seconds", Self.thousandths(milliseconds))
    object.add("jobs", .integer(Int64(jobs)))
    object.add("done", .integer(Int64(done)))
    object.add("failed", .integer(Int64(failed)))
    object.add("running", .integer(Int64(running)))
    object.add(
      "videosPerSecond", milliseconds > 0 ? Self.thousandths(Int64(videos) * 1_000_000 / milliseconds) : .null)
    object.add("bytesRead", .integer(bytesRead))
    object.add("bytesWritten", .integer(bytesWritten))
    object.add("secondsLeft", millisecondsLeft(isLast: isLast).map(Self.thousandths) ?? .null)
    object.add("workersReplaced", .integer(Int64(workersReplaced)))
    return object
  }

  private var milliseconds: Int64 { max(0, elapsed) / 1_000_000 }

  /// An estimate from the time that jobs of this run took; nil if none has ended, if more may arrive, and at the end of
  /// a run that left some undone.
  private func millisecondsLeft(isLast: Bool) -> Int64? {
    let left = Int64(jobs - done - failed)
    if left <= 0, isLast || !mayGrow { return 0 }
    guard ended > 0, !isLast, !mayGrow else { return nil }
    let (product, overflows) = milliseconds.multipliedReportingOverflow(by: left)
    return overflows ? nil : product / Int64(ended) + (product % Int64(ended) > 0 ? 1 : 0)
  }

  private static func thousandths(_ number: Int64) -> JSONText {
    JSONText(raw: "\(number / 1000)." + (number % 1000).padded(to: 3))
  }
}
