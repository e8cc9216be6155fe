import Arguments
import Broker
import Files
import FrameGrabbing

/// One request of a service with all its inputs read and its video open, ready for a worker.
final class ServiceJob {
  let head: AnswerHead
  /// Whether its answer is a list of frames.
  let isSeries: Bool
  let request: GrabRequest
  let named: NamedGrab
  let input: VideoInput
  /// What a file of results records of it; nil for a request of a service.
  let recording: Recording?
  /// The values that its worker gets.
  let order: JobOrder

  /// The limits on what it may hand over.
  var bounds: JobBounds { Self.job(on: input, named, request).bounds(named.options) }

  /// What is recorded of a job besides the reports on its frames.
  struct Recording {
    /// Makes the printed lines; nil if there are none.
    let reporter: Reporter?
    /// Whether the sizes and checksums of its files are wanted.
    let measures: Bool
    /// The files that it has written.
    let published: PublishedFiles
    /// The folders that take no files, which the jobs of a run share.
    let folders: FolderFaults
  }

  /// The work of a request.
  static func job(on input: VideoInput, _ named: NamedGrab, _ request: GrabRequest) -> any Job {
    switch request.look {
    case nil: GrabJob(named: named, input: input, isAnswer: true)
    case .description: DescribeJob(input: input, isJSON: true)
    case .frames: FramesJob(input: input, marksDecodable: true)
    }
  }

  init(
    _ head: AnswerHead, isSeries: Bool, _ request: GrabRequest, _ named: NamedGrab, _ input: VideoInput,
    _ order: JobOrder, recording: Recording? = nil
  ) {
    (self.head, self.isSeries, self.recording) = (head, isSeries, recording)
    (self.request, self.named, self.input, self.order) = (request, named, input, order)
  }
}

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
