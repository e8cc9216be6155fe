import Files
import FrameGrabbing
import JSON

/// The plan for a number of texts: the jobs to be done, and the texts that are no valid jobs.
struct BatchPlan {
  /// A text that is no valid job.
  struct Fault: Error {
    let number: Int
    let id: JSONText?
    let words: String
  }

  /// A job that failed in an earlier run and would fail again.
  struct EarlierFailure {
    let number: Int
    let reason: String
    let code: ExitCode
  }

  /// The most failures of an earlier run that are kept.
  static let mostFailures = 10

  /// The jobs that are to be done.
  var queue = BatchQueue([])
  /// The texts that are no valid jobs; only the first ones if there are too many.
  var faults: [Fault] = []
  /// How many texts are no valid jobs.
  var faultCount = 0
  /// How many jobs an earlier run has done.
  var doneEarlier = 0
  /// How many failed in an earlier run, and the first of them.
  var failedEarlier = 0
  var earlierFailures: [EarlierFailure] = []

  /// The jobs that an earlier run has done, or whose failure was final.
  var earlierJobs: [(key: JobKey, number: Int, video: Path, output: Path?)] = []

  /// How many jobs there are.
  var total: Int { queue.count + faultCount + doneEarlier + failedEarlier }
}
