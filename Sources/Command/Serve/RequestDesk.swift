import Files
import FrameGrabbing

/// A request or a job that has its result.
struct FinishedJob {
  let number: Int
  let job: ServiceJob
  var result: JobResult
  /// The place at which it was worked on.
  let slot: Int
}

/// Where requests are worked on, each at one of several places.
protocol RequestDesk: AnyObject {
  /// The places at which nothing is worked on.
  var freeSlots: [Int] { get }
  /// Whether no request is worked on.
  var isIdle: Bool { get }

  /// Whether it can do no more jobs.
  var hasFailed: Bool { get }

  /// Starts to work on a request at a free place.
  ///
  /// - Parameter isFresh: Whether by a worker that has done nothing before.
  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool)

  /// Waits until a result may be there, one of these open files has something to read, or so many nanoseconds are over;
  /// returns which of the files has.
  func await(or files: [Int32], atMost wait: Int64?) -> [Bool]

  /// The results that were found since the last call.
  func takeFinished() -> [FinishedJob]

  /// Closes all videos, after their indexes were stored.
  func close()
}
