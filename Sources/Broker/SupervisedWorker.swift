import Files
package import Video
package import Workers

/// A worker under supervision: its requests are carried out, and it is ended when it sends nonsense or takes too long.
///
/// Every grab, service, batch and scrubbing session reaches its workers through this class.
package final class SupervisedWorker {
  package let process: WorkerProcess
  package let session: WorkerSession
  /// The time limits while there is work; nil while the worker is idle.
  private var patience: WorkerPatience?

  /// Supervises a process; its messages go to `say`.
  package init(_ process: WorkerProcess, say: @escaping (String, NoteLevel) -> Void) {
    self.process = process
    session = WorkerSession(process.channel, process.memory, say: say)
  }

  /// The descriptor that can be read when the worker has sent something or is gone.
  package var descriptor: Int32 { process.channel.descriptor }

  /// Starts the time limits for work on a video.
  package func begin(_ limits: Limits, byteCount: Int64) {
    session.begin()
    patience = WorkerPatience(
      allowance: limits.nanosecondsPerFrame, size: byteCount, processor: process.processorTime)
  }

  /// Stops the time limits: the worker is idle.
  package func rest() { patience = nil }

  /// Whether there is work.
  package var isBusy: Bool { patience != nil }

  /// Nanoseconds until its time may be over; nil while it is idle.
  package var remaining: Int64? { patience?.remaining(processor: process.processorTime) }

  /// Does not count time during which this process was stopped.
  package func excuse(_ nanoseconds: Int64) { patience?.excuse(nanoseconds) }

  /// Handles its next message, if there is one, and ends it if its time is over.
  ///
  /// - Parameter isReady: Whether its descriptor can be read.
  /// - Returns: How the job ended, if that was its last message.
  /// - Throws: `WorkerLoss` when it cannot be used any more; its process was ended then.
  package func attend(_ isReady: Bool) throws(WorkerLoss) -> JobEnd? {
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
    // Messages without results do not extend its time without end.
    guard let patience, remaining == 0 else { return nil }
    _ = process.end()
    throw .overdue(patience.allowance)
  }

  /// Handles its messages until its job is done.
  ///
  /// - Throws: `WorkerLoss` when it is lost first.
  package func finish() throws(WorkerLoss) -> JobEnd {
    while true {
      let (ready, pause) = Self.await([descriptor], atMost: remaining)
      excuse(pause)
      if let end = try attend(ready[0]) { return end }
    }
  }

  /// Waits until one of these descriptors can be read, or the time is over.
  ///
  /// - Returns: Which of them can be read, and for how long this process was stopped meanwhile: that is the only reason
  ///   for a wait that is more than a second too long.
  package static func await(
    _ files: [Int32], orWriting writing: Int32? = nil, atMost wait: Int64?
  ) -> (ready: [Bool], pause: Int64) {
    let start = SystemClock.steady.nanoseconds
    let ready = Readiness.await(files, orWriting: writing, atMost: wait)
    guard let wait else { return (ready, 0) }
    let (due, overflows) = start.addingReportingOverflow(wait)
    let late = overflows ? 0 : SystemClock.steady.nanoseconds - due
    return (ready, late > 1_000_000_000 ? late : 0)
  }
}
