import Files
package import Video
package import Workers

/// A worker under watch: answers what it asks, and ends it when it is lost, makes no sense, or takes too long.
///
/// A single grab, a service, a batch and a scrubbing session have no other way to a worker.
package final class SupervisedWorker {
  package let process: WorkerProcess
  package let session: WorkerSession
  /// While a question is open.
  private var patience: WorkerPatience?

  /// Watches a process; its lines for people go to `say`.
  package init(_ process: WorkerProcess, say: @escaping (String, NoteLevel) -> Void) {
    self.process = process
    session = WorkerSession(process.channel, process.memory, say: say)
  }

  /// What has something to read when it says something or is gone.
  package var descriptor: Int32 { process.channel.descriptor }

  /// Starts the clocks of a question about a video.
  package func begin(_ limits: Limits, byteCount: Int64) {
    session.begin()
    patience = WorkerPatience(
      allowance: limits.nanosecondsPerFrame, size: byteCount, processor: process.processorTime)
  }

  /// Stops the clocks: nothing is asked.
  package func rest() { patience = nil }

  /// Whether a question is open.
  package var isBusy: Bool { patience != nil }

  /// Nanoseconds after which its time may be over; nil while nothing is asked.
  package var remaining: Int64? { patience?.remaining(processor: process.processorTime) }

  /// Takes time out in which this process itself was stopped.
  package func excuse(_ nanoseconds: Int64) { patience?.excuse(nanoseconds) }

  /// Takes its next message, if there is one, and ends it if it is lost.
  ///
  /// - Parameter isReady: Whether its descriptor has something to read.
  /// - Returns: How the job ended, if that was its last message.
  /// - Throws: `WorkerLoss` when it is of no more use; it is ended then.
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
    // Words without a result do not keep it alive.
    guard let patience, remaining == 0 else { return nil }
    _ = process.end()
    throw .overdue(patience.allowance)
  }

  /// Answers it until its job is done.
  ///
  /// - Throws: `WorkerLoss` when it is lost first.
  package func finish() throws(WorkerLoss) -> JobEnd {
    while true {
      let (ready, pause) = Self.await([descriptor], atMost: remaining)
      excuse(pause)
      if let end = try attend(ready[0]) { return end }
    }
  }

  /// Waits until one of these open files has something to read, or the nanoseconds are over.
  ///
  /// - Returns: Which of them has, and for how long this process was stopped meanwhile: nothing else lets a wait last a
  ///   second longer than asked.
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
