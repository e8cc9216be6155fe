import Broker
import Files
import FrameGrabbing
import Timeline
import Video
import Workers

/// The broker's side of a scrubbing session's worker: sends wishes, receives messages, and notices when the worker is
/// lost.
final class ScrubDecoder {
  private let settings: ScrubSettings
  private let input: VideoInput
  private let options: GrabOptions
  private let reports: any ReportSink
  private weak var sink: (any PreviewSink)?
  private let zygote: Zygote
  private var worker: SupervisedWorker?
  private var wishes: Channel?
  /// How many workers were lost in a row.
  private var losses = 0
  /// After this many losses, no worker is started until another frame is wanted.
  private static let mostLosses = 3
  /// The most nanoseconds that a worker gets at the end to store its index.
  private static let mostAtEnd: Int64 = 2_000_000_000

  init(
    _ settings: ScrubSettings, _ zygote: Zygote, _ input: VideoInput, _ options: GrabOptions,
    _ reports: any ReportSink
  ) {
    (self.settings, self.zygote, self.input) = (settings, zygote, input)
    (self.options, self.reports) = (options, reports)
  }

  /// The descriptor to wait for; nil while there is no worker.
  var descriptor: Int32? { worker?.descriptor }

  /// Starts a worker that makes pictures of this size.
  ///
  /// - Parameter allowsRough: whether approximate frames may be used until the video is read.
  func start(_ box: ScrubWish.Box, allowsRough: Bool, _ sink: any PreviewSink) throws(GrabError) {
    self.sink = sink
    do throws(Channel.Fault) {
      let (own, other) = try Channel.pair()
      let worker = SupervisedWorker(
        try WorkerProcess.start(settings.allowance, from: zygote), say: settings.terminal.say)
      let start = ScrubStart(
        path: input.path, openedAfter: input.openedAfter, box: box, allowsRough: allowsRough)
      try worker.process.channel.send(start.packed, files: [input.file.number, other.descriptor])
      worker.session.indexes = settings.cache(of: input).map { IndexKeeper(input, settings.request.limits, in: $0) }
      worker.session.preview = sink
      give(worker)
      (self.worker, wishes) = (worker, own)
      worker.begin(settings.request.limits, byteCount: input.file.size)
    } catch {
      throw WorkerLoss.notStarted(error).error(input.path)
    }
  }

  /// Sends a wish; if that fails, the worker is lost, which `attend` reports.
  func send(_ wish: ScrubWish) {
    switch wish {
    case .run, .save: if worker?.isBusy == false { worker?.begin(settings.request.limits, byteCount: input.file.size) }
    default: break
    }
    if case .save(let frame) = wish { give(worker, Moment(.frames(FrameSelection(frame)), text: String(frame))) }
    try? wishes?.send(wish.packed)
  }

  /// Sets what a worker may hand over: the timeline, and the frame at this moment to be saved.
  private func give(_ worker: SupervisedWorker?, _ saved: Moment? = nil) {
    let broker = DirectBroker(
      settings.terminal, input: input.path,
      outlet: DirectOutlet(options, input: input.path, inputs: [input.identity]), indexes: settings.cache(of: input),
      reports: reports)
    let bounds = JobBounds(
      moments: saved.map { [$0] }, options, shows: [.timeline], byteCount: input.file.size)
    worker?.session.work = Work(broker, bounds, settings.request)
  }

  /// Notes the end of a run: the worker is idle, so its time limit stops.
  func rested() {
    worker?.rest()
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

  /// Takes the next message, if there is one, or ends a worker that takes too long.
  func attend(_ isReady: Bool) -> News {
    guard let worker else { return .none }
    do throws(WorkerLoss) {
      guard let end = try worker.attend(isReady) else { return .none }
      drop()
      return .ended(end)
    } catch {
      losses += 1
      drop()
      return .lost(error.error(input.path))
    }
  }

  /// Nanoseconds until the worker exceeds its time limit; nil while it has nothing to do.
  var remaining: Int64? { worker?.remaining }

  /// Does not count time during which this process was stopped.
  func excuse(_ nanoseconds: Int64) { worker?.excuse(nanoseconds) }

  /// Whether a new worker is worth starting.
  var canRestart: Bool { losses < Self.mostLosses }

  /// Allows a new worker after too many losses, since another frame is wanted.
  func forgive() { losses = 0 }

  private func drop() { (worker, wishes) = (nil, nil) }

  /// Lets the worker store its index and end.
  func finish() {
    send(.leave)
    let end = SystemClock.steady.nanoseconds + Self.mostAtEnd
    while let worker {
      let isReady = Readiness.await([worker.descriptor], atMost: max(0, end - SystemClock.steady.nanoseconds))[0]
      guard isReady, case .none = attend(isReady) else { break }
    }
    drop()
  }
}
