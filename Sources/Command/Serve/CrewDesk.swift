import Broker
import Files
import FrameGrabbing
import Video
import Workers

/// Hands requests to the workers of a crew.
final class CrewDesk: RequestDesk {
  private let crew: Crew<Started>
  private let service: ServiceSettings

  /// A request that was handed to a worker.
  private final class Started: CrewJob {
    let job: ServiceJob
    let number: Int
    private let terminal: Terminal
    private var sink: ResultSink?

    init(_ job: ServiceJob, _ number: Int, _ terminal: Terminal) {
      (self.job, self.number, self.terminal) = (job, number, terminal)
    }

    var input: VideoInput { job.input }
    var packed: [UInt8] { job.order.packed }
    var limits: Limits { job.request.limits }
    var indexes: IndexKeeper? { IndexCache(job.request, for: job.input).map { IndexKeeper(job.input, limits, in: $0) } }

    func begin() -> Work {
      let sink = ResultSink(job, terminal)
      self.sink = sink
      return Work(DirectBroker(job, sink, terminal), job.bounds, job.request)
    }

    func finished(_ failure: RelayedError?, in slot: Int, bytesRead: Int64 = 0, isLost: Bool) -> FinishedJob {
      var result = (sink ?? ResultSink(job, terminal)).finished(failure)
      (result.bytesRead, result.isLost) = (bytesRead, isLost)
      return FinishedJob(number: number, job: job, result: result, slot: slot)
    }
  }

  /// Makes a crew without workers.
  init(_ service: ServiceSettings, _ zygote: Zygote) {
    self.service = service
    let most = ProcessLimits.workers(busy: service.workers, idle: service.mostOpen * service.workers)
    crew = Crew(
      zygote, .init(memory: service.base.memory, service.sandbox), places: most.busy, mostParked: most.idle,
      say: service.terminal.say)
  }

  var freeSlots: [Int] { crew.freeSlots }
  var isIdle: Bool { crew.isIdle }
  var hasFailed: Bool { crew.hasFailed }

  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool) {
    crew.start(Started(job, number, service.terminal), in: slot, isFresh: isFresh)
  }

  func await(or files: [Int32], atMost wait: Int64?) -> [Bool] { crew.await(or: files, atMost: wait) }

  func takeFinished() -> [FinishedJob] {
    crew.takeFinished().map { started, slot, outcome in
      switch outcome {
      case .ended(let end): return started.finished(end.failure, in: slot, bytesRead: end.bytesRead, isLost: false)
      case .lost(let loss):
        let failure = RelayedError(loss.error(started.input.path), started.job.request)
        return started.finished(failure, in: slot, isLost: loss.mayBeRetried)
      }
    }
  }

  func close() { crew.close() }
}
