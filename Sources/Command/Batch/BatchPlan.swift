import Files
import FrameGrabbing
import JSON

/// What is to be done for some texts: the jobs by video, and the texts that are no jobs.
struct BatchPlan {
  /// The jobs of one video, which go to one worker.
  struct Group {
    /// Their places among the texts.
    var jobs: [Int32] = []
    /// How much work they are, in bytes.
    var weight = 0.0
  }

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
  }

  /// In the order of their first jobs.
  var groups: [Group] = []
  var faults: [Fault] = []
  /// How many jobs an earlier run has done.
  var doneEarlier = 0
  var failedEarlier: [EarlierFailure] = []

  /// How many jobs are to be done.
  var count: Int { groups.reduce(0) { $0 + $1.jobs.count } }
}
