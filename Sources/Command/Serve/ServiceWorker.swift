import Files
import FrameGrabbing
import Packing
import Video
import Workers

/// One worker of a service, as the broker sees it: it has one state of one file, and a job or none.
final class ServiceWorker {
  /// A worker is replaced after so many jobs: what a decoder may have left behind does not pile up.
  private static let mostJobs = 500
  /// And when it holds more bytes than these between two jobs.
  private static let mostBytes: Int64 = 512 << 20

  /// The file.
  let identity: FileIdentity
  /// The job that it works on, its number and its place.
  private(set) var job: (number: Int, slot: Int, job: ServiceJob)?
  private let worker: SupervisedWorker
  private let terminal: Terminal
  private var sink: ResultSink?
  private var jobs = 0
  private var limits: Limits
  private let input: VideoInput

  /// Starts a worker for the video of a job.
  init(_ service: ServiceSettings, _ zygote: Zygote, for job: ServiceJob) throws(Channel.Fault) {
    worker = SupervisedWorker(
      try WorkerProcess.start(.init(memory: service.base.memory, service.sandbox), from: zygote), service.terminal)
    (terminal, identity, limits) = (service.terminal, job.input.identity, job.request.limits)
    input = job.input
  }

  /// Whether it is time for a new one.
  var isWorn: Bool {
    jobs >= Self.mostJobs || jobs % 8 == 0 && jobs > 0 && worker.process.residentBytes > Self.mostBytes
  }

  var descriptor: Int32 { worker.descriptor }

  /// Nanoseconds after which its time may be over; nil while it has nothing to do.
  var remaining: Int64? { worker.remaining }

  func excuse(_ nanoseconds: Int64) { worker.excuse(nanoseconds) }

  /// Hands a job over.
  func start(_ job: ServiceJob, number: Int, in slot: Int) throws(Channel.Fault) {
    let packed = job.order.packed
    try worker.process.memory.replace(with: packed)
    var packing = VarintWriter()
    packing.append(count: packed.count)
    try worker.process.channel.send(packing.bytes, files: [job.input.file.number])
    let sink = ResultSink(job, terminal)
    limits = job.request.limits
    worker.session.indexes = IndexCache(job.request).map { IndexDesk(input: job.input, limits: limits, cache: $0) }
    worker.session.work = WorkerSession.Work(
      broker: DirectBroker(job, sink, terminal), request: job.request, mostReports: job.mostReports, printsLines: false)
    (self.job, self.sink) = ((number, slot, job), sink)
    jobs += 1
    worker.begin(limits, job.input)
  }

  /// Does what its next message asks for, if there is one; returns the job's result if that was the last one.
  ///
  /// - Throws: `WorkerLoss`; its job has a result then, too.
  func attend(_ isReady: Bool) throws(WorkerLoss) -> FinishedJob? {
    guard let end = try worker.attend(isReady) else { return nil }
    worker.rest()
    return finished(end.failure)
  }

  /// The result of its job, which failed as a whole or not; nil without one.
  func finished(_ failure: RelayedError?, isLost: Bool = false) -> FinishedJob? {
    guard let (number, slot, job) = job else { return nil }
    var result = (sink ?? ResultSink(job, terminal)).finished(failure)
    result.isLost = isLost
    (self.job, sink, worker.session.work) = (nil, nil, nil)
    return FinishedJob(number: number, job: job, result: result, slot: slot)
  }

  /// Lets it store its indexes and end; returns whether it has to be waited for.
  func leave() -> Bool {
    guard job == nil, worker.session.indexes != nil, (try? worker.process.channel.send([0])) != nil else {
      return false
    }
    worker.begin(limits, input)
    return true
  }
}
