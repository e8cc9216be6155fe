import Files
import Packing
import Video
import Workers

/// A worker of a crew: it has one file, in one state, and at most one job.
final class CrewWorker<Job: CrewJob> {
  /// The most jobs of a worker, so that what decoders leave in memory does not add up.
  private static var mostJobs: Int { 500 }
  /// The most bytes that an idle worker may hold, for the same reason.
  private static var mostBytes: Int64 { 512 << 20 }

  private let worker: SupervisedWorker
  /// Identifies the file, which is open only during a job.
  private let identity: FileIdentity
  /// The job in progress, and its slot.
  private var job: (job: Job, slot: Int)?
  private var jobs = 0
  private var limits = Limits()

  init(_ worker: SupervisedWorker, for input: VideoInput) { (self.worker, identity) = (worker, input.identity) }

  /// Whether a job is about its file, with the limits of the job before.
  func mayDo(_ job: Job) -> Bool { identity == job.input.identity && limits == job.limits }

  /// Whether it should be replaced.
  var isWorn: Bool {
    jobs >= Self.mostJobs || jobs % 8 == 0 && jobs > 0 && worker.process.residentBytes > Self.mostBytes
  }

  var descriptor: Int32 { worker.descriptor }

  /// Nanoseconds until its time may be over; nil while it has nothing to do.
  var remaining: Int64? { worker.remaining }

  func excuse(_ nanoseconds: Int64) { worker.excuse(nanoseconds) }

  /// Sends the worker a job.
  func start(_ job: Job, in slot: Int) throws(Channel.Fault) {
    let packed = job.packed
    try worker.process.memory.replace(with: packed)
    var packing = VarintWriter()
    packing.append(count: packed.count)
    try worker.process.channel.send(packing.bytes, files: [job.input.file.number])
    limits = job.limits
    worker.session.indexes = job.indexes
    worker.session.work = job.begin()
    self.job = (job, slot)
    jobs += 1
    worker.begin(limits, byteCount: identity.size)
  }

  /// Handles its next message, if there is one; returns how its job, or its leaving, ended.
  ///
  /// - Throws: `WorkerLoss`.
  func attend(_ isReady: Bool) throws(WorkerLoss) -> JobEnd? { try worker.attend(isReady) }

  /// Makes it idle, and returns the job that it had; nil without one.
  func finish() -> (job: Job, slot: Int)? {
    worker.rest()
    worker.session.work = nil
    defer { job = nil }
    return job
  }

  /// Lets it store its indexes and end; returns whether to wait for that.
  func leave() -> Bool {
    guard job == nil, worker.session.indexes != nil, (try? worker.process.channel.send([0])) != nil else {
      return false
    }
    worker.begin(limits, byteCount: identity.size)
    return true
  }
}
