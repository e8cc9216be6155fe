import Files
import FrameGrabbing
import Video
import Workers

/// A worker under watch: answers what it asks, and ends it when it is lost, makes no sense, or takes too long.
///
/// A single grab, a service, a batch and a scrubbing session have no other way to a worker.
final class SupervisedWorker {
  let process: WorkerProcess
  let session: WorkerSession
  /// While a question is open.
  private var patience: WorkerPatience?

  init(_ process: WorkerProcess, _ terminal: Terminal) {
    self.process = process
    session = WorkerSession(process.channel, process.memory, terminal)
  }

  /// What has something to read when it says something or is gone.
  var descriptor: Int32 { process.channel.descriptor }

  /// Starts the clocks of a question about a video.
  func begin(_ limits: Limits, _ input: VideoInput) {
    patience = WorkerPatience(
      allowance: limits.nanosecondsPerFrame, size: input.file.size, processor: process.processorTime)
  }

  /// Stops the clocks: nothing is asked.
  func rest() { patience = nil }

  /// Whether a question is open.
  var isBusy: Bool { patience != nil }

  /// Nanoseconds after which its time may be over; nil while nothing is asked.
  var remaining: Int64? { patience?.remaining(processor: process.processorTime) }

  /// Takes time out in which this process itself was stopped.
  func excuse(_ nanoseconds: Int64) { patience?.excuse(nanoseconds) }

  /// Takes its next message, if there is one, and ends it if it is lost.
  ///
  /// - Parameter isReady: Whether its descriptor has something to read.
  /// - Returns: How the job ended, if that was its last message.
  /// - Throws: `WorkerLoss` when it is of no more use; it is ended then.
  func attend(_ isReady: Bool) throws(WorkerLoss) -> JobEnd? {
    if isReady {
      let results = session.results
      let answer: Result<JobEnd?, WorkerSession.Fault>
      do throws(WorkerSession.Fault) { answer = .success(try session.answerNext()) } catch { answer = .failure(error) }
      patience?.note(isResult: session.results != results, processor: process.processorTime)
      switch answer {
      case .success(let end?): return end
      case .success(nil): break
      case .failure(let fault):
        let ending = process.end()
        throw fault == .lost ? .ended(ending) : .nonsense
      }
    }
    // Words without a result do not keep it alive.
    guard let patience, remaining == 0 else { return nil }
    _ = process.end()
    throw .overdue(patience.allowance)
  }

  /// Answers it until its job is done.
  ///
  /// - Throws: `WorkerLoss` when it is lost first.
  func finish() throws(WorkerLoss) -> JobEnd {
    while true {
      let (wait, start) = (remaining, SystemClock.steady.nanoseconds)
      let isReady = Readiness.await([descriptor], atMost: wait)[0]
      excuse(Self.pause(from: start, wait))
      if let end = try attend(isReady) { return end }
    }
  }

  /// How long this process was stopped while it waited: nothing else lets a wait last a second longer than asked.
  static func pause(from start: Int64, _ wait: Int64?) -> Int64 {
    guard let wait else { return 0 }
    let (due, overflows) = start.addingReportingOverflow(wait)
    let late = overflows ? 0 : SystemClock.steady.nanoseconds - due
    return late > 1_000_000_000 ? late : 0
  }
}
