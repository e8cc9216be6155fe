import Arguments
import Files
import FrameGrabbing
import Packing
import Video
import Workers

/// Runs the job of a command line: in a worker, or in this process if that is wanted.
struct JobRunner {
  let invocation: Invocation
  let terminal: Terminal
  let stopwatch: Stopwatch?

  private var request: GrabRequest { invocation.request }

  /// Nanoseconds after the time limit before a worker is killed: it usually notices the limit itself.
  private static let patience: Int64 = 1_000_000_000

  /// Runs a job; the broker does what it asks for.
  ///
  /// - Throws: `GrabError` when a worker cannot be started, crashes, or takes too long.
  func run(_ job: Job, _ broker: DirectBroker) throws(GrabError) -> JobEnd {
    guard let input = job.input, invocation.sandbox != .off else {
      if let input = job.input { ProcessLimits.apply(memory: request.memory, to: input.path) }
      return work(job, broker)
    }
    let worker = try start(job, input)
    let session = WorkerSession(worker.channel, worker.memory, terminal)
    if let cache = IndexCache(request) {
      session.indexes.add(IndexDesk.Entry(input: input, limits: request.limits, cache: cache), as: 0)
    }
    session.work = WorkerSession.Work(
      broker: broker, request: request, mostReports: job.mostReports, printsLines: job.printsLines)
    let end = try follow(worker, session, input)
    stopwatch?.adopt(end.times)
    return end
  }

  private func start(_ job: Job, _ input: VideoInput) throws(GrabError) -> WorkerProcess {
    let allowance = WorkerProcess.Allowance(memory: UInt64(clamping: request.memory), walls: .all)
    do throws(Channel.Fault) {
      return try WorkerProcess.start(allowance, files: [input.file.number]) { channel, memory, walls in
        guard invocation.sandbox != .require || walls == .all else { return 1 }
        stopwatch?.resumeInChild()
        let link = BrokerLink(channel, memory)
        let proxy = BrokerProxy(link, level: terminal.level, video: request.cacheFolder == nil ? nil : 0)
        let end = work(job, proxy)
        // A run that fails says one line.
        if end.failure == nil { proxy.say("sandbox: \(Sandbox.words(for: walls))", from: .verbose) }
        link.tell(.end) { end.pack(into: &$0) }
        return 0
      }
    } catch {
      throw WorkerLoss.notStarted(error).error(input.path)
    }
  }

  /// Does the work, here or in the worker.
  private func work(_ job: Job, _ broker: any Broker) -> JobEnd {
    let workspace = Workspace(
      request: request, broker: broker, stopwatch: stopwatch, isEchoing: terminal.level >= .all)
    do throws(GrabError) {
      let isSuccess = try job.run(in: workspace, invocation)
      workspace.close()
      return JobEnd(isSuccess: isSuccess, times: stopwatch?.times.map(\.time) ?? [])
    } catch {
      workspace.close()
      return JobEnd(
        isSuccess: false, failure: RelayedError(error, request), asked: error.asked,
        times: stopwatch?.times.map(\.time) ?? [])
    }
  }

  /// Answers the worker until it is done.
  private func follow(
    _ worker: WorkerProcess, _ session: WorkerSession, _ input: VideoInput
  ) throws(GrabError) -> JobEnd {
    let allowance = request.limits.nanosecondsPerFrame
    let (most, overflows) = allowance.addingReportingOverflow(Self.patience)
    while true {
      guard Readiness.await([worker.channel.descriptor], atMost: overflows ? nil : most)[0] else {
        _ = worker.end()
        throw WorkerLoss.overdue(allowance).error(input.path)
      }
      do throws(WorkerSession.Fault) {
        if let end = try session.answerNext() { return end }
      } catch {
        let loss: WorkerLoss = error == .lost ? .ended(worker.wait()) : .nonsense
        _ = worker.end()
        throw loss.error(input.path)
      }
    }
  }
}

extension IndexCache {
  /// The cache that a request uses; nil for none.
  init?(_ request: GrabRequest) {
    guard let folder = request.cacheFolder else { return nil }
    self.init(folder: folder, program: Version.number)
  }
}
