import Arguments
import Files
import FrameGrabbing
import Timeline
import Video
import Workers

/// Answers requests in this process, one after the other, without walls.
final class DirectDesk: RequestDesk {
  private let service: ServiceSettings
  private let opened: OpenedVideos
  private var answers: [(number: Int, answer: Answer)] = []
  private var lastBroker: DirectBroker?

  init(_ service: ServiceSettings) {
    self.service = service
    opened = OpenedVideos(most: service.mostOpen)
  }

  var hasRoom: Bool { true }
  var isIdle: Bool { answers.isEmpty }

  func start(_ job: ServiceJob, number: Int) {
    ProcessLimits.apply(memory: job.request.memory, to: job.input.path)
    let sink = AnswerSink(job, service.terminal)
    let broker = DirectBroker(job, sink, service.terminal)
    lastBroker = broker
    let workspace = Workspace(
      request: job.request, broker: broker, stopwatch: nil, isEchoing: service.terminal.level >= .all, opened: opened)
    do throws(GrabError) {
      try GrabJob(named: job.named, input: job.input, isAnswer: true).run(in: workspace)
      answers.append((number, sink.finished(nil)))
    } catch {
      answers.append((number, sink.finished(RelayedError(error, job.request))))
    }
  }

  func await(or files: [Int32]) -> [Bool] { Readiness.await(files, atMost: answers.isEmpty ? nil : 0) }

  func takeAnswers() -> [(number: Int, answer: Answer)] {
    defer { answers = [] }
    return answers
  }

  func close() {
    if let lastBroker { opened.keepIndexes(lastBroker, isFolderNamed: service.isFolderNamed) }
  }
}

extension DirectBroker {
  /// The broker of one request.
  convenience init(_ job: ServiceJob, _ sink: AnswerSink, _ terminal: Terminal) {
    self.init(
      terminal, input: job.input.path,
      outlet: DirectOutlet(job.named.options, input: job.input.path, inputs: [job.input.identity]),
      indexes: IndexCache(job.request), reports: sink)
  }
}
