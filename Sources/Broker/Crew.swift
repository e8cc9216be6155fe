import Files
package import Workers

/// Hands jobs to workers, each of which has one state of one file, and does one job at a time.
///
/// Harm that a video does to its worker stays in that worker: jobs of other videos have other workers, all forked by a
/// process that knows nothing of any video.
package final class Crew<Job: CrewJob> {
  /// How a job ended.
  package enum Outcome {
    /// The worker has sent the end.
    case ended(JobEnd)
    /// The worker was lost, or could not be started.
    case lost(WorkerLoss)
  }

  private let zygote: Zygote
  private let allowance: WorkerProcess.Allowance
  private let say: (String, NoteLevel) -> Void
  /// The workers with a job, by their slots.
  private var busy: [CrewWorker<Job>?]
  /// Idle workers, for other jobs about their files; the longest idle first.
  private var parked: [CrewWorker<Job>] = []
  /// Workers that store their indexes before they end.
  private var leaving: [CrewWorker<Job>] = []
  private let mostParked: Int
  private var finished: [(job: Job, slot: Int, outcome: Outcome)] = []

  /// Makes a crew without workers.
  ///
  /// - Parameters:
  ///   - zygote: Forks the workers.
  ///   - allowance: What each worker may use.
  ///   - places: How many work at a time.
  ///   - mostParked: How many may be idle.
  ///   - say: Receives their messages.
  package init(
    _ zygote: Zygote, _ allowance: WorkerProcess.Allowance, places: Int, mostParked: Int,
    say: @escaping (String, NoteLevel) -> Void
  ) {
    (self.zygote, self.allowance, self.mostParked, self.say) = (zygote, allowance, mostParked, say)
    busy = Array(repeating: nil, count: places)
  }

  package var freeSlots: [Int] { busy.indices.filter { busy[$0] == nil } }
  package var isIdle: Bool { finished.isEmpty && busy.allSatisfy { $0 == nil } }
  /// Whether no more jobs can be done, since the process that forks workers is gone.
  package var hasFailed: Bool { !zygote.isAlive }

  /// Starts a job in a free slot.
  ///
  /// - Parameter isFresh: Whether it needs a worker that has done nothing before.
  package func start(_ job: Job, in slot: Int, isFresh: Bool) {
    if !isFresh, let known = parked.lastIndex(where: { $0.mayDo(job) }) {
      let worker = parked.remove(at: known)
      if worker.isWorn {
        dismiss(worker)
      } else if (try? worker.start(job, in: slot)) != nil {
        busy[slot] = worker
        return
      }
      // The idle worker was lost before this job, so the job gets a new one.
    }
    do throws(Channel.Fault) {
      let process = try newProcess()
      let worker = CrewWorker<Job>(SupervisedWorker(process, say: say), for: job.input)
      try worker.start(job, in: slot)
      busy[slot] = worker
    } catch {
      finished.append((job, slot, .lost(.notStarted(error))))
    }
  }

  /// Starts a process; if the system has none to give, idle workers are ended first, and those that store their indexes.
  private func newProcess() throws(Channel.Fault) -> WorkerProcess {
    while true {
      do throws(Channel.Fault) {
        return try WorkerProcess.start(allowance, from: zygote)
      } catch {
        guard !parked.isEmpty || !leaving.isEmpty, !hasFailed else { throw error }
        if parked.isEmpty { leaving.removeFirst() } else { parked.removeFirst() }
      }
    }
  }

  /// Waits until a job may have ended or one of these descriptors can be read; returns which of them can.
  package func await(or files: [Int32], atMost most: Int64? = nil) -> [Bool] {
    let watched = busy.compactMap { $0 } + leaving
    let idle = parked
    let wait = finished.isEmpty ? (watched.compactMap(\.remaining) + [most].compactMap { $0 }).min() : 0
    let (ready, pause) = SupervisedWorker.await((watched + idle).map(\.descriptor) + files, atMost: wait)
    for (worker, isReady) in zip(watched, ready) {
      worker.excuse(pause)
      attend(to: worker, isReady)
    }
    // An idle worker that sends anything, or ends, is not used again.
    for (worker, isReady) in zip(idle, ready[watched.count...]) where isReady {
      parked.removeAll { $0 === worker }
    }
    return Array(ready[(watched.count + idle.count)...])
  }

  /// Handles the next message of a busy worker, or ends it if its time is over.
  private func attend(to worker: CrewWorker<Job>, _ isReady: Bool) {
    let outcome: Outcome
    do throws(WorkerLoss) {
      guard let end = try worker.attend(isReady) else { return }
      outcome = .ended(end)
    } catch {
      outcome = .lost(error)
    }
    guard let (job, slot) = worker.finish() else {
      // A leaving worker has no job: it is done, or lost.
      return leaving.removeAll { $0 === worker }
    }
    busy[slot] = nil
    finished.append((job, slot, outcome))
    if case .ended = outcome { park(worker) }
  }

  private func park(_ worker: CrewWorker<Job>) {
    parked.append(worker)
    while parked.count > mostParked { dismiss(parked.removeFirst()) }
  }

  /// Lets a worker store its indexes and end; if too many are leaving, the first of them is killed.
  private func dismiss(_ worker: CrewWorker<Job>) {
    if worker.leave() { leaving.append(worker) }
    if leaving.count > 2 * busy.count { leaving.removeFirst() }
  }

  /// The jobs that have ended since the last call.
  package func takeFinished() -> [(job: Job, slot: Int, outcome: Outcome)] {
    defer { finished = [] }
    return finished
  }

  /// Lets all workers store their indexes and end; kills those that take more than ten seconds.
  package func close() {
    let end = SystemClock.steady.nanoseconds + 10_000_000_000
    while true {
      while leaving.count < 2 * busy.count, !parked.isEmpty { dismiss(parked.removeFirst()) }
      let rest = end - SystemClock.steady.nanoseconds
      guard !leaving.isEmpty, rest > 0 else { break }
      _ = self.await(or: [], atMost: rest)
    }
    (parked, leaving) = ([], [])
  }
}
