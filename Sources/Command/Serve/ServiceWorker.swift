import Files
import FrameGrabbing
import Packing
import Video
import Workers

/// One worker of a service, as the broker sees it.
final class ServiceWorker {
  /// A worker is replaced after so many requests: what a decoder may have left behind does not pile up.
  private static let mostJobs = 500
  /// And when it holds more bytes than these between two requests.
  private static let mostBytes: Int64 = 512 << 20
  /// Nanoseconds after the time limit before a worker is killed: it usually notices the limit itself.
  private static let patience: Int64 = 1_000_000_000

  let worker: WorkerProcess
  let session: WorkerSession
  /// The request that it works on, and its number.
  private(set) var job: (number: Int, job: ServiceJob)?
  private let service: ServiceSettings
  private var sink: ResultSink?
  private var jobs = 0
  private var paths: Set<Path> = []
  /// When the last sign of life came.
  private var heard = SystemClock.steady.nanoseconds

  /// Starts a worker.
  ///
  /// - Parameter isFresh: Whether it is a new program and not a copy of this process.
  init(_ service: ServiceSettings, isFresh: Bool) throws(Channel.Fault) {
    self.service = service
    let allowance = WorkerProcess.Allowance(memory: UInt64(clamping: service.base.memory), walls: .all)
    worker =
      try isFresh
      ? WorkerProcess.startFresh()
      : WorkerProcess.start(allowance) { channel, memory, walls in
        ServiceWork(service, channel, memory).run(walls)
      }
    session = WorkerSession(worker.channel, worker.memory, service.terminal)
  }

  /// Whether it has opened a video of this name.
  func hasOpened(_ path: Path) -> Bool { paths.contains(path) }

  /// Whether it is time for a new one.
  var isWorn: Bool {
    jobs >= Self.mostJobs || jobs % 8 == 0 && jobs > 0 && worker.residentBytes > Self.mostBytes
  }

  /// Nanoseconds until the time limit; nil between two requests.
  var remaining: Int64? {
    guard job != nil else { return nil }
    let (limit, overflows) = service.base.limits.nanosecondsPerFrame.addingReportingOverflow(Self.patience)
    return overflows ? .max : limit - (SystemClock.steady.nanoseconds - heard)
  }

  /// Hands a request over.
  func start(_ job: ServiceJob, number: Int) throws(Channel.Fault) {
    let sink = ResultSink(job, service.terminal)
    let cache = IndexCache(job.request)
    let packed = job.packed(video: cache == nil ? nil : jobs)
    try worker.memory.replace(with: packed)
    var packing = VarintWriter()
    packing.append(count: packed.count)
    try worker.channel.send(packing.bytes, files: [job.input.file.number])
    if let cache {
      session.indexes.add(IndexDesk.Entry(input: job.input, limits: job.request.limits, cache: cache), as: jobs)
    }
    session.work = WorkerSession.Work(
      broker: DirectBroker(job, sink, service.terminal), request: job.request, mostReports: job.mostReports,
      printsLines: false)
    (self.job, self.sink) = ((number, job), sink)
    jobs += 1
    paths.insert(job.input.path)
    heard = SystemClock.steady.nanoseconds
  }

  /// Does what the next message asks for; returns the result if it was the last one of the request.
  func answerNext() throws(WorkerSession.Fault) -> (number: Int, job: ServiceJob, result: JobResult)? {
    let end = try session.answerNext()
    heard = SystemClock.steady.nanoseconds
    guard let end, let (number, job) = job else { return nil }
    (self.job, session.work) = (nil, nil)
    return (number, job, result(job, end.failure))
  }

  /// The result of its request, which failed as a whole or not.
  func result(_ job: ServiceJob, _ failure: RelayedError?) -> JobResult {
    sink?.finished(failure) ?? ResultSink(job, service.terminal).finished(failure)
  }

  /// Lets it store its indexes and end, but not for longer than the time limit.
  func finish() {
    guard job == nil, (try? worker.channel.send([0])) != nil else { return }
    while Readiness.await([worker.channel.descriptor], atMost: service.base.limits.nanosecondsPerFrame)[0] {
      do throws(WorkerSession.Fault) {
        if try session.answerNext() != nil { return }
      } catch {
        return
      }
    }
  }
}
