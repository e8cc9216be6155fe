import Files
package import Workers

/// Does jobs by workers of which each has one state of one file, and one job at a time.
///
/// What a video does to its worker, or what a worker does that its video took over, ends with that worker: jobs of other
/// videos have others, and all are forked by a process that knows nothing of any of them.
package final class Crew<Job: CrewJob> {
  /// How a job ended.
  package enum Outcome {
    /// The worker said so.
    case ended(JobEnd)
    /// The worker is gone, or there was none.
    case lost(WorkerLoss)
  }

  private let zygote: Zygote
  private let allowance: WorkerProcess.Allowance
  private let say: (String, NoteLevel) -> Void
  /// The workers that have a job, by their places.
  private var busy: [CrewWorker<Job>?]
  /// Those that wait for another job about their file, the one that has waited longest first.
  private var parked: [CrewWorker<Job>] = []
  /// Those that store their indexes and end.
  private var leaving: [CrewWorker<Job>] = []
  private let mostParked: Int
  private var finished: [(job: Job, slot: Int, outcome: Outcome)] = []

  /// Makes a crew without workers.
  ///
  /// - Parameters:
  ///   - zygote: Forks them.
  ///   - allowance: What each may use.
  ///   - places: How many work at a time.
  ///   - mostParked: How many may wait for another job about their file.
  ///   - say: Takes their lines for people.
  package init(
    _ zygote: Zygote, _ allowance: WorkerProcess.Allowance, places: Int, mostParked: Int,
    say: @escaping (String, NoteLevel) -> Void
  ) {
    (self.zygote, self.allowance, self.mostParked, self.say) = (zygote, allowance, mostParked, say)
    busy = Array(repeating: nil, count: places)
  }

  package var freeSlots: [Int] { busy.indices.filter { busy[$0] == nil } }
  package var isIdle: Bool { finished.isEmpty && busy.allSatisfy { $0 == nil } }
  /// Whether it can do no more jobs: the process that forks workers is gone.
  package var hasFailed: Bool { !zygote.isAlive }

  /// Starts a job at a free place.
  ///
  /// - Parameter isFresh: Whether by a worker that has done nothing before.
  package func start(_ job: Job, in slot: Int, isFresh: Bool) {
    if !isFresh, let known = parked.lastIndex(where: { $0.mayDo(job) }) {
      let worker = parked.remove(at: known)
      if worker.isWorn {
        dismiss(worker)
      } else if (try? worker.start(job, in: slot)) != nil {
        busy[slot] = worker
        return
      }
      // It died after its last job, which is no fault of this one.
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

  /// A process; where the system has none to give, those that wait make room.
  private func newProcess() throws(Channel.Fault) -> WorkerProcess {
    while true {
      do throws(Channel.Fault) {
        return try WorkerProcess.start(allowance, from: zygote)
      } catch {
        guard !parked.isEmpty, !hasFailed else { throw error }
        parked.removeFirst()
      }
    }
  }

  /// Waits until a job may have ended, or one of these open files has something to read; returns which of them has.
  package func await(or files: [Int32], atMost most: Int64? = nil) -> [Bool] {
    let watched = busy.compactMap { $0 } + leaving
    let idle = parked
    let wait = finished.isEmpty ? (watched.compactMap(\.remaining) + [most].compactMap { $0 }).min() : 0
    let (ready, pause) = SupervisedWorker.await((watched + idle).map(\.descriptor) + files, atMost: wait)
    for (worker, isReady) in zip(watched, ready) {
      worker.excuse(pause)
      attend(to: worker, isReady)
    }
    // One that speaks, or ends, without having been asked is of no more use.
    for (worker, isReady) in zip(idle, ready[watched.count...]) where isReady {
      parked.removeAll { $0 === worker }
    }
    return Array(ready[(watched.count + idle.count)...])
  }

  /// Takes the next message of a worker that has something to do, or ends it when its time is over.
  private func attend(to worker: CrewWorker<Job>, _ isReady: Bool) {
    let outcome: Outcome
    do throws(WorkerLoss) {
      guard let end = try worker.attend(isReady) else { return }
      outcome = .ended(end)
    } catch {
      outcome = .lost(error)
    }
    guard let (job, slot) = worker.finish() else {
      // Its indexes are stored, or never will be.
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

  /// Lets a worker store its indexes and end; of too many, the one that takes longest is ended.
  private func dismiss(_ worker: CrewWorker<Job>) {
    if worker.leave() { leaving.append(worker) }
    if leaving.count > 2 * busy.count { leaving.removeFirst() }
  }

  /// The jobs that have ended since it was asked last.
  package func takeFinished() -> [(job: Job, slot: Int, outcome: Outcome)] {
    defer { finished = [] }
    return finished
  }

  /// Lets all workers store their indexes and end, for ten seconds at most.
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
