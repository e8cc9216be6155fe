import Arguments
import Files
import FrameGrabbing
import Timeline
import Video
import Workers

/// Answers requests in this process, one after the other, without walls.
final class DirectDesk: RequestDesk {
  private let service: ServiceSettings
  private let opened = OpenedVideos()
  private var answers: [(number: Int, answer: Answer)] = []
  private var lastBroker: DirectBroker?

  init(_ service: ServiceSettings) {
    self.service = service
  }

  var hasRoom: Bool { true }
  var isIdle: Bool { answers.isEmpty }

  func start(_ job: ServiceJob, number: Int) {
    ProcessLimits.apply(memory: job.request.memory)
    let sink = AnswerSink(job.id, service.terminal)
    let broker = DirectBroker(job, sink, service.terminal)
    lastBroker = broker
    let workspace = Workspace(
      request: job.request, broker: broker, stopwatch: nil, isEchoing: service.terminal.level >= .all, opened: opened)
    do throws(GrabError) {
      try GrabJob(named: job.named, input: job.input, isAnswer: true).run(in: workspace)
      answers.append((number, sink.answer ?? .none(job)))
    } catch {
      answers.append((number, sink.answer ?? Answer(job.id, RelayedError(error, job.request))))
    }
  }

  func await(orStandardInput isWanted: Bool) -> Bool { isWanted }

  func takeAnswers() -> [(number: Int, answer: Answer)] {
    defer { answers = [] }
    return answers
  }

  func close() {
    if let lastBroker { opened.keepIndexes(lastBroker, isFolderNamed: service.isFolderNamed) }
  }
}

extension Answer {
  /// The answer to a request whose moment gave neither a frame nor an error.
  static func none(_ job: ServiceJob) -> Answer {
    Answer(job.id, RelayedError(GrabError(job.input.path, .moment(.outOfRange, asked: "")), job.request))
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
