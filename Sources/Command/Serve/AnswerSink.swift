import Files
import FrameGrabbing
import JSON
import Timeline

/// The results of a request, which become its answer.
final class AnswerSink: ReportSink {
  /// The most bytes of an answer: more would fill the memory of both sides.
  private static let longestAnswer = 256 << 20

  private let job: ServiceJob
  private let terminal: Terminal
  private var answer: Answer?
  private var frames: [JSONText] = []
  private var bytes = 0
  private var hasFailed = false

  init(_ job: ServiceJob, _ terminal: Terminal) {
    (self.job, self.terminal) = (job, terminal)
  }

  func take(_ report: FrameReport) -> Bool {
    if let warning = report.warning { terminal.say(warning) }
    guard job.isSeries else {
      guard answer == nil else { return false }
      answer = Answer(job.head, report)
      return true
    }
    var object = JSONObjectWriter()
    report.add(to: &object)
    return add(object.finished())
  }

  func take(_ failure: MomentFailure) -> Bool {
    // The lines for people of a series are in its answer.
    guard !failure.isOnlyLine else { return true }
    guard job.isSeries else {
      answer = answer ?? Answer(job.head, failure.error)
      return true
    }
    hasFailed = true
    let code = ExitCode(rawValue: failure.error.code) ?? .bug
    return add(
      FailureReport(
        line: printableWords(failure.error.report), code: code, asked: failure.asked, input: job.input.path
      ).json)
  }

  private func add(_ frame: JSONText) -> Bool {
    guard answer == nil else { return false }
    bytes += frame.description.utf8.count
    guard bytes <= Self.longestAnswer else {
      answer = Answer(
        job.head, "\(job.input.path): the answer has more than \(Self.longestAnswer >> 20) MiB: ask for fewer frames",
        .limit)
      return false
    }
    frames.append(frame)
    return true
  }

  /// The answer to a request that ended, with an error or without.
  func finished(_ failure: RelayedError?) -> Answer {
    if let answer { return answer }
    if let failure { return Answer(job.head, failure, frames: frames) }
    if job.isSeries { return Answer(job.head, frames: frames, isFailure: hasFailed) }
    // A moment that gave neither a frame nor an error.
    return Answer(
      job.head, RelayedError(GrabError(job.input.path, .moment(.outOfRange, asked: "")), job.request))
  }
}
