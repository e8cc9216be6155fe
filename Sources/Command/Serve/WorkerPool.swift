import Arguments
import Files
import FrameGrabbing
import Packing
import Video
import Workers

/// Answers requests by workers, each with one at a time; a worker that is lost costs its own request and nothing else.
final class WorkerPool: RequestDesk {
  private let service: ServiceSettings
  private var slots: [ServiceWorker?]
  private var finished: [FinishedJob] = []
  /// How many workers were lost; after some, new ones get a fresh address space.
  private var losses = 0
  /// Whether this process has read the secret of the index cache, which a copy of it would know.
  private var knowsSecret = false

  /// After so many losses, a worker is no copy of this process any more.
  private static let mostLosses = 3

  init(_ service: ServiceSettings) {
    self.service = service
    slots = Array(repeating: nil, count: service.workers)
  }

  var freeSlots: [Int] { slots.indices.filter { slots[$0]?.job == nil } }
  var isIdle: Bool { finished.isEmpty && slots.allSatisfy { $0?.job == nil } }

  func bestSlot(for video: Path) -> Int? {
    let free = freeSlots
    // The one that has the video open answers faster.
    return free.first { slots[$0]?.hasOpened(video) ?? false } ?? free.first { slots[$0] != nil } ?? free.first
  }

  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool) {
    if isFresh || slots[slot]?.isWorn ?? false { retire(slot) }
    if let worker = slots[slot] {
      if (try? worker.start(job, number: number)) != nil { return }
      // It died after its last request, which is no fault of this one.
      slots[slot] = nil
      losses += 1
      _ = worker.worker.end()
    }
    do throws(Channel.Fault) {
      let worker = try ServiceWorker(service, isFresh: isFresh || losses >= Self.mostLosses || knowsSecret)
      slots[slot] = worker
      try worker.start(job, number: number)
    } catch {
      slots[slot] = nil
      let failure = RelayedError(WorkerLoss.notStarted(error).error(job.input.path), job.request)
      finished.append(FinishedJob(number: number, job: job, result: JobResult(failure), slot: slot))
    }
  }

  func await(or files: [Int32]) -> [Bool] {
    let busy = slots.indices.filter { slots[$0]?.job != nil }
    let channels = busy.compactMap { slots[$0]?.worker.channel.descriptor }
    let patience = finished.isEmpty ? busy.compactMap { slots[$0]?.remaining }.min() : 0
    let ready = Readiness.await(channels + files, atMost: patience)
    for (slot, isReady) in zip(busy, ready) { attend(to: slot, isReady) }
    return Array(ready[channels.count...])
  }

  /// Takes the next message of a worker, or ends one that takes too long.
  private func attend(to slot: Int, _ isReady: Bool) {
    guard let worker = slots[slot] else { return }
    if isReady {
      do throws(WorkerSession.Fault) {
        defer { knowsSecret = knowsSecret || worker.session.indexes.knowsSecret }
        if let (number, job, result) = try worker.answerNext() {
          finished.append(FinishedJob(number: number, job: job, result: result, slot: slot))
        }
      } catch {
        lose(slot, error == .lost ? .ended(worker.worker.wait()) : .nonsense)
      }
    } else if (worker.remaining ?? 1) <= 0 {
      lose(slot, .overdue(service.base.limits.nanosecondsPerFrame))
    }
  }

  private func lose(_ slot: Int, _ loss: WorkerLoss) {
    guard let worker = slots[slot] else { return }
    slots[slot] = nil
    losses += 1
    _ = worker.worker.end()
    guard let (number, job) = worker.job else { return }
    var result = worker.result(job, RelayedError(loss.error(job.input.path), job.request))
    result.isLost = true
    finished.append(FinishedJob(number: number, job: job, result: result, slot: slot))
  }

  func takeFinished() -> [FinishedJob] {
    defer { finished = [] }
    return finished
  }

  func close() {
    for slot in slots.indices { retire(slot) }
  }

  /// Lets a worker store its indexes and end.
  private func retire(_ slot: Int) {
    slots[slot]?.finish()
    slots[slot] = nil
  }
}
