import Files
import FrameGrabbing
import JSON

/// An answer of a service: a JSON object with the request's `id` as its first member.
struct Answer {
  let object: JSONText
  let isFailure: Bool

  init(_ id: JSONText?, _ report: FrameReport) {
    var object = Self.start(id)
    report.add(to: &object)
    self.object = object.finished()
    isFailure = false
  }

  init(_ id: JSONText?, _ line: String, _ code: ExitCode) {
    var object = Self.start(id)
    object.add("error", .string(printableWords(line)))
    object.add("code", .integer(Int64(code.rawValue)))
    self.object = object.finished()
    isFailure = true
  }

  init(_ id: JSONText?, _ error: RelayedError) {
    self.init(id, error.report, ExitCode(rawValue: error.code) ?? .bug)
  }

  private static func start(_ id: JSONText?) -> JSONObjectWriter {
    var object = JSONObjectWriter()
    if let id { object.add("id", id) }
    return object
  }
}

/// The result of a request: of its only frame.
final class AnswerSink: ReportSink {
  private let id: JSONText?
  private let terminal: Terminal
  private(set) var answer: Answer?

  init(_ id: JSONText?, _ terminal: Terminal) {
    (self.id, self.terminal) = (id, terminal)
  }

  func take(_ report: FrameReport) -> Bool {
    guard answer == nil else { return false }
    answer = Answer(id, report)
    if let warning = report.warning { terminal.say(warning) }
    return true
  }

  func take(_ failure: MomentFailure) -> Bool {
    answer = answer ?? Answer(id, failure.error)
    return true
  }
}
