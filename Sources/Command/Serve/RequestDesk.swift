import Files
import FrameGrabbing

/// A request or a job that has its result.
struct FinishedJob {
  let number: Int
  let job: ServiceJob
  var result: JobResult
  /// The slot in which it was done.
  let slot: Int
}

/// Where requests are answered, each in one of several slots.
protocol RequestDesk: AnyObject {
  /// The slots without a request.
  var freeSlots: [Int] { get }
  /// Whether no request is in progress.
  var isIdle: Bool { get }

  /// Whether it can run no more jobs.
  var hasFailed: Bool { get }

  /// Starts to answer a request in a free slot.
  ///
  /// - Parameter isFresh: Whether it needs a worker that has done nothing before.
  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool)

  /// Waits until a result may be there, one of these descriptors can be read, or this many nanoseconds have passed;
  /// returns which descriptors can be read.
  func await(or files: [Int32], atMost wait: Int64?) -> [Bool]

  /// The results since the last call.
  func takeFinished() -> [FinishedJob]

  /// Stores the indexes of all open videos, and closes them.
  func close()
}
