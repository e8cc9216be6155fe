import Arguments
import Broker
import Files
import FrameGrabbing
import Video
import Workers

/// Runs the job of a command line: in a worker, or in this process with `--sandbox off`.
struct JobRunner {
  let invocation: Invocation
  let terminal: Terminal
  let stopwatch: Stopwatch?

  private var request: GrabRequest { invocation.request }

  /// Runs a job; the broker carries out its requests.
  ///
  /// - Throws: `GrabError` when a worker cannot be started, crashes, or takes too long.
  func run(_ job: any Job, _ broker: DirectBroker) throws(GrabError) -> JobEnd {
    let input = job.input
    guard invocation.sandbox != .off else {
      ProcessLimits.apply(memory: request.memory, to: input.path)
      return work(job, broker)
    }
    let worker = SupervisedWorker(try start(job), say: terminal.say)
    worker.session.indexes = IndexCache(request, for: input).map { IndexKeeper(input, request.limits, in: $0) }
    worker.session.work = Work(broker, job.bounds(request.options), request)
    worker.begin(request.limits, byteCount: input.file.size)
    do throws(WorkerLoss) {
      let end = try worker.finish()
      stopwatch?.adopt(end.times)
      return end
    } catch {
      throw error.error(input.path)
    }
  }

  private func start(_ job: any Job) throws(GrabError) -> WorkerProcess {
    let allowance = WorkerProcess.Allowance(memory: request.memory, invocation.sandbox)
    do throws(Channel.Fault) {
      return try WorkerProcess.start(allowance, files: [job.input.file.number]) { channel, memory, walls in
        stopwatch?.resumeInChild()
        let link = BrokerLink(channel, memory)
        let proxy = BrokerProxy(link, level: terminal.level, request)
        let end = work(job, proxy)
        // A run that fails prints its error only.
        if end.failure == nil { proxy.say("sandbox: \(Sandbox.words(for: walls))", from: .verbose) }
        link.tell(end)
        return 0
      }
    } catch {
      throw WorkerLoss.notStarted(error).error(job.input.path)
    }
  }

  /// Runs the job, here or in the worker.
  private func work(_ job: any Job, _ broker: any JobHost) -> JobEnd {
    let workspace = Workspace(
      request: request, broker: broker, stopwatch: stopwatch, isEchoing: terminal.level >= .all)
    do throws(GrabError) {
      let isSuccess = try job.run(in: workspace)
      workspace.close()
      return JobEnd(isSuccess: isSuccess, times: stopwatch?.times.map(\.time) ?? [])
    } catch {
      workspace.close()
      return JobEnd(
        isSuccess: false, failure: RelayedError(error, request), asked: error.asked,
        times: stopwatch?.times.map(\.time) ?? [])
    }
  }
}

extension BrokerProxy {
  /// The broker of a worker that answers a request.
  convenience init(_ link: BrokerLink, level: NoteLevel, _ request: GrabRequest) {
    self.init(link, level: level, keepingIndexesOf: request.cacheFolder == nil ? nil : Version.number)
  }
}

extension IndexCache {
  /// The cache that a request uses for a video; nil for none.
  init?(_ request: GrabRequest, for video: VideoInput) {
    // If its version is unknown, the video may be another one next time.
    guard video.lastingIdentity != nil, let folder = request.cacheFolder else { return nil }
    self.init(folder: folder, program: Version.number)
  }
}

extension WorkerProcess.Allowance {
  /// The resources that the worker of a request may use.
  init(memory: Int64, _ sandbox: SandboxChoice) {
    self.init(
      memory: UInt64(clamping: memory), walls: sandbox == .off ? .none : .all, requiresWalls: sandbox == .require)
  }
}
