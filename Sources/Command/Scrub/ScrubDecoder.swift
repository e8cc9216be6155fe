import Files
import FrameGrabbing
import Packing
import Video
import Workers

/// The worker of a scrubbing session, as the broker sees it: wishes go to it, messages come from it, and a lost one is
/// replaced.
final class ScrubDecoder {
  private let settings: ScrubSettings
  private let input: VideoInput
  private let options: GrabOptions
  private let reports: any ReportSink
  private weak var sink: (any PreviewSink)?
  private var worker: WorkerProcess?
  private var session: WorkerSession?
  private var wishes: Channel?
  /// How many workers were lost without a picture in between.
  private var losses = 0
  /// Whether the last worker may know the secret of the index cache through this process.
  private var knowsSecret = false
  /// Since when it has something to do; nil between two runs.
  private var busySince: Int64?

  /// After so many losses, nothing more is decoded until something else is wanted.
  private static let mostLosses = 3
  /// Nanoseconds after the time limit before a worker is killed: it usually notices the limit itself.
  private static let patience: Int64 = 1_000_000_000

  init(_ settings: ScrubSettings, _ input: VideoInput, _ options: GrabOptions, _ reports: any ReportSink) {
    (self.settings, self.input, self.options, self.reports) = (settings, input, options, reports)
  }

  /// The file to wait for; nil while there is no worker.
  var descriptor: Int32? { worker?.channel.descriptor }

  /// Starts a worker that makes pictures of this size.
  func start(_ box: ScrubWish.Box, _ sink: any PreviewSink) throws(GrabError) {
    self.sink = sink
    do throws(Channel.Fault) {
      let (own, other) = try Channel.pair()
      let worker = try process()
      let start = ScrubStart(
        path: input.path, openedAfter: input.openedAfter, keepsIndex: settings.cache != nil, box: box)
      try worker.channel.send(start.packed, files: [input.file.number, other.descriptor])
      let session = WorkerSession(worker.channel, worker.memory, settings.terminal)
      if let cache = settings.cache {
        session.indexes.add(IndexDesk.Entry(input: input, limits: settings.request.limits, cache: cache), as: 0)
      }
      session.scrubbing = { [weak session, weak sink] kind, packing throws(VarintError) in
        guard let session, let sink else { throw VarintError() }
        try session.hand(kind, &packing, to: sink)
      }
      session.reading = { [weak sink] percent in sink?.take(reading: percent) }
      (self.worker, self.session, wishes) = (worker, session, own)
      busySince = SystemClock.steady.nanoseconds
    } catch {
      throw WorkerLoss.notStarted(error).error(input.path)
    }
  }

  private func process() throws(Channel.Fault) -> WorkerProcess {
    // A copy of this process would know what it knows.
    if knowsSecret { return try WorkerProcess.startFresh() }
    return try WorkerProcess.start(settings.allowance) { channel, memory, walls in
      ScrubWork.run(settings, channel, memory, walls)
    }
  }

  /// Sends a wish; one that cannot be sent is lost with the worker, which is noticed elsewhere.
  func send(_ wish: ScrubWish) {
    switch wish {
    case .run, .save: busySince = busySince ?? SystemClock.steady.nanoseconds
    default: break
    }
    if case .save = wish { takeReports() }
    try? wishes?.send(wish.packed)
  }

  /// Prepares for what a worker asks while it saves a frame.
  private func takeReports() {
    let broker = DirectBroker(
      settings.terminal, input: input.path,
      outlet: DirectOutlet(options, input: input.path, inputs: [input.identity]), indexes: settings.cache,
      reports: reports)
    session?.work = WorkerSession.Work(broker: broker, request: settings.request, mostReports: 1, printsLines: false)
  }

  /// The end of a run: it has nothing to do until the next one.
  func rested() {
    busySince = nil
    losses = 0
  }

  /// What the next message said.
  enum News {
    /// The message was taken.
    case none
    /// The worker ended by itself, for the reason that it gave.
    case ended(JobEnd)
    /// The worker is lost.
    case lost(GrabError)
  }

  /// Takes the next message.
  func answer() -> News {
    guard let session, let worker else { return .none }
    do throws(WorkerSession.Fault) {
      let end = try session.answerNext()
      if busySince != nil { busySince = SystemClock.steady.nanoseconds }
      guard let end else { return .none }
      drop()
      return .ended(end)
    } catch {
      let loss: WorkerLoss = error == .lost ? .ended(worker.wait()) : .nonsense
      return lose(loss)
    }
  }

  /// Nanoseconds until the worker has taken too long; nil while it has nothing to do.
  var remaining: Int64? {
    guard worker != nil, let busySince else { return nil }
    let (limit, overflows) = settings.request.limits.nanosecondsPerFrame.addingReportingOverflow(Self.patience)
    return overflows ? nil : max(0, limit - (SystemClock.steady.nanoseconds - busySince))
  }

  /// Ends a worker that takes too long.
  func endIfOverdue() -> News {
    guard remaining == 0 else { return .none }
    return lose(.overdue(settings.request.limits.nanosecondsPerFrame))
  }

  private func lose(_ loss: WorkerLoss) -> News {
    losses += 1
    drop()
    return .lost(loss.error(input.path))
  }

  /// Whether a new worker is worth starting.
  var canRestart: Bool { losses < Self.mostLosses }

  /// Lets a new worker be started again, since something else is wanted.
  func forgive() { losses = 0 }

  private func drop() {
    knowsSecret = knowsSecret || session?.indexes.knowsSecret ?? false
    _ = worker?.end()
    (worker, session, wishes, busySince) = (nil, nil, nil, nil)
  }

  /// Lets the worker store its index and end, but not for longer than the time limit.
  func finish() {
    send(.leave)
    guard let worker, let session else { return }
    while Readiness.await([worker.channel.descriptor], atMost: 2_000_000_000)[0] {
      do throws(WorkerSession.Fault) {
        if try session.answerNext() != nil { break }
      } catch {
        break
      }
    }
    drop()
  }
}
