import Arguments
import Broker
import Files
import FrameGrabbing
import Timeline
import Video
import Workers

/// Answers requests in this process, one after the other, without a sandbox.
final class DirectDesk: RequestDesk {
  private let service: ServiceSettings
  private let opened: OpenedVideos
  private var finished: [FinishedJob] = []
  private var lastBroker: DirectBroker?

  init(_ service: ServiceSettings) {
    self.service = service
    opened = OpenedVideos(most: service.mostOpen)
  }

  /// No slot is free until the last result was taken.
  var freeSlots: [Int] { finished.isEmpty ? [0] : [] }
  var isIdle: Bool { finished.isEmpty }

  var hasFailed: Bool { false }

  func start(_ job: ServiceJob, number: Int, in slot: Int, isFresh: Bool) {
    ProcessLimits.apply(memory: job.request.memory, to: job.input.path)
    let sink = ResultSink(job, service.terminal)
    let before = VideoFile.bytesReadOfAll
    let broker = DirectBroker(job, sink, service.terminal)
    lastBroker = broker
    let workspace = Workspace(
      request: job.request, broker: broker, stopwatch: nil, isEchoing: service.terminal.level >= .all, opened: opened)
    do throws(GrabError) {
      try ServiceJob.job(on: job.input, job.named, job.request).run(in: workspace)
      finish(sink.finished(nil))
    } catch {
      finish(sink.finished(RelayedError(error, job.request)))
    }
    func finish(_ result: JobResult) {
      var result = result
      result.bytesRead = VideoFile.bytesReadOfAll &- before
      finished.append(FinishedJob(number: number, job: job, result: result, slot: slot))
    }
  }

  func await(or files: [Int32], atMost wait: Int64?) -> [Bool] {
    Readiness.await(files, atMost: finished.isEmpty ? wait : 0)
  }

  func takeFinished() -> [FinishedJob] {
    defer { finished = [] }
    return finished
  }

  func close() {
    if let lastBroker { opened.keepIndexes(lastBroker, isFolderNamed: service.isFolderNamed) }
  }
}

extension DirectBroker {
  /// The broker of one request.
  convenience init(_ job: ServiceJob, _ sink: ResultSink, _ terminal: Terminal) {
    self.init(
      terminal, input: job.input.path,
      outlet: DirectOutlet(
        job.named.options, input: job.input.path, inputs: [job.input.identity],
        record: job.recording?.published ?? PublishedFiles(of: nil),
        faults: job.recording?.folders ?? FolderFaults()),
      indexes: IndexCache(job.request, for: job.input), reports: sink)
    (sink.outlet, sink.findings) = (outlet, findings)
  }
}
