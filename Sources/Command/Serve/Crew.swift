import Files
import FrameGrabbing
import Workers

/// Does jobs by workers of which each has one state of one file, and one job at a time.
///
/// What a video does to its worker, or what a worker does that its video took over, ends with that worker: jobs of other
/// videos have others, and all are forked by a process that knows nothing of any of them.
final class Crew: RequestDesk {
  private let service: ServiceSettings
  private let zygote: Zygote
  /// The workers that have a job, by their places.
  private var busy: [ServiceWorker?]
  /// Those that wait for another job about their file, the one that has waited longest first.
  private var parked: [ServiceWorker] = []
  /// Those that store their indexes and end.
  private var leaving: [ServiceWorker] = []
  private let mostParked: Int
  private var finished: [FinishedJob] = []

  /// Makes a crew without workers.
  init(_ service: ServiceSettings, _ zygote: Zygote) {
    (self.service, self.zygote) = (service, zygote)
    busy = Array(repeating: nil, count: service.workers)
    mostParked = max(0, min(service.mostOpen * service.workers, ProcessLimits.descriptors(for: service.workers) / 2))
  }

  var freeSlots: [Int] { busy.indices.filter { busy[$0] == nil } }
  var isIdle: Bool { finished.isEmpty && busy.allSatisfy { $0 == nil } }
  var hasFailed: Bool { !zygote.isAlive }

  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool) {
    let known = isFresh ? nil : parked.lastIndex { $0.identity == job.input.identity }
    if let known {
      let worker = parked.remove(at: known)
      if worker.isWorn {
        dismiss(worker)
      } else if (try? worker.start(job, number: number, in: slot)) != nil {
        busy[slot] = worker
        return
      }
      // It died after its last job, which is no fault of this one.
    }
    do throws(Channel.Fault) {
      let worker = try ServiceWorker(service, zygote, for: job)
      try worker.start(job, number: number, in: slot)
      busy[slot] = worker
    } catch {
      let failure = RelayedError(WorkerLoss.notStarted(error).error(job.input.path), job.request)
      finished.append(FinishedJob(number: number, job: job, result: JobResult(failure), slot: slot))
    }
  }

  func await(or files: [Int32]) -> [Bool] {
    let watched = busy.compactMap { $0 } + leaving
    let idle = parked
    let wait = finished.isEmpty ? watched.compactMap(\.remaining).min() : 0
    let start = SystemClock.steady.nanoseconds
    let ready = Readiness.await((watched + idle).map(\.descriptor) + files, atMost: wait)
    let pause = SupervisedWorker.pause(from: start, wait)
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
  private func attend(to worker: ServiceWorker, _ isReady: Bool) {
    do throws(WorkerLoss) {
      guard let done = try worker.attend(isReady) else {
        // A worker without a job has said that it is done with its indexes.
        if worker.remaining == nil { leaving.removeAll { $0 === worker } }
        return
      }
      finished.append(done)
      busy[done.slot] = nil
      park(worker)
    } catch {
      leaving.removeAll { $0 === worker }
      guard let job = worker.job?.job else { return }
      let failure = RelayedError(error.error(job.input.path), job.request)
      guard let lost = worker.finished(failure, isLost: true) else { return }
      busy[lost.slot] = nil
      finished.append(lost)
    }
  }

  private func park(_ worker: ServiceWorker) {
    parked.append(worker)
    while parked.count > mostParked { dismiss(parked.removeFirst()) }
  }

  /// Lets a worker store its indexes and end.
  private func dismiss(_ worker: ServiceWorker) {
    if worker.leave() { leaving.append(worker) }
  }

  func takeFinished() -> [FinishedJob] {
    defer { finished = [] }
    return finished
  }

  func close() {
    for worker in parked { dismiss(worker) }
    parked = []
    while !leaving.isEmpty { _ = self.await(or: []) }
  }
}
