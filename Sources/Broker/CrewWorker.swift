import Files
import Packing
import Video
import Workers

/// A worker of a crew: it has one state of one file, and a job or none.
final class CrewWorker<Job: CrewJob> {
  /// A worker is replaced after so many jobs: what a decoder may have left behind does not pile up.
  private static var mostJobs: Int { 500 }
  /// And when it holds more bytes than these between two jobs.
  private static var mostBytes: Int64 { 512 << 20 }

  private let worker: SupervisedWorker
  /// The file; it stays open only while there is a job.
  private let identity: FileIdentity
  /// The job that it works on, and its place.
  private var job: (job: Job, slot: Int)?
  private var jobs = 0
  private var limits = Limits()

  init(_ worker: SupervisedWorker, for input: VideoInput) { (self.worker, identity) = (worker, input.identity) }

  /// Whether a job is about its file, and within the limits that the file was opened with.
  func mayDo(_ job: Job) -> Bool { identity == job.input.identity && limits == job.limits }

  /// Whether it is time for a new one.
  var isWorn: Bool {
    jobs >= Self.mostJobs || jobs % 8 == 0 && jobs > 0 && worker.process.residentBytes > Self.mostBytes
  }

  var descriptor: Int32 { worker.descriptor }

  /// Nanoseconds after which its time may be over; nil while it has nothing to do.
  var remaining: Int64? { worker.remaining }

  func excuse(_ nanoseconds: Int64) { worker.excuse(nanoseconds) }

  /// Hands a job over.
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

  /// Does what its next message asks for, if there is one; returns the end of its job, or of its leaving.
  ///
  /// - Throws: `WorkerLoss`.
  func attend(_ isReady: Bool) throws(WorkerLoss) -> JobEnd? { try worker.attend(isReady) }

  /// Takes its job from it; nil without one.
  func finish() -> (job: Job, slot: Int)? {
    worker.rest()
    worker.session.work = nil
    defer { job = nil }
    return job
  }

  /// Lets it store its indexes and end; returns whether it has to be waited for.
  func leave() -> Bool {
    guard job == nil, worker.session.indexes != nil, (try? worker.process.channel.send([0])) != nil else {
      return false
    }
    worker.begin(limits, byteCount: identity.size)
    return true
  }
}
