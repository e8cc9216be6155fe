import Files
import FrameGrabbing
import JSON

/// What is to be done for some texts: the jobs by video, and the texts that are no jobs.
struct BatchPlan {
  /// A text that is no job.
  struct Fault: Error {
    let number: Int
    let id: JSONText?
    let words: String
  }

  /// A job that failed in an earlier run, in a way that another try would not change.
  struct EarlierFailure {
    let number: Int
    let reason: String
    let code: ExitCode
  }

  /// The most failures of an earlier run that are kept.
  static let mostFailures = 10

  /// The jobs that are to be done.
  var queue = BatchQueue([])
  /// The texts that are no jobs, the first ones if there are too many.
  var faults: [Fault] = []
  /// How many texts are no jobs.
  var faultCount = 0
  /// How many jobs an earlier run has done.
  var doneEarlier = 0
  /// How many failed in an earlier run, and the first of them.
  var failedEarlier = 0
  var earlierFailures: [EarlierFailure] = []

  /// The jobs that an earlier run has done or found out to fail.
  var earlierJobs: [(key: JobKey, number: Int, video: Path, output: Path?)] = []

  /// How many jobs there are.
  var total: Int { queue.count + faultCount + doneEarlier + failedEarlier }
}
