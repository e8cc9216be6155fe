import Files
import FrameGrabbing
import JSON

/// What an answer begins with: by these a client knows which request it is about.
struct AnswerHead {
  /// The request's `id`, exactly as it was written; nil if it has none.
  let id: JSONText?
  /// The number of the request's line, from 1, if the answer tells it.
  let line: Int?

  fileprivate var object: JSONObjectWriter {
    var object = JSONObjectWriter()
    if let id { object.add("id", id) }
    if let line { object.add("line", .integer(Int64(line))) }
    return object
  }
}

/// An answer of a service: a JSON object in one line.
struct Answer {
  let object: JSONText
  let isFailure: Bool

  /// A frame.
  init(_ head: AnswerHead, _ report: FrameReport) {
    var object = head.object
    report.add(to: &object)
    (self.object, isFailure) = (object.finished(), false)
  }

  /// The results of a request for several frames.
  init(_ head: AnswerHead, frames: [JSONText], isFailure: Bool) {
    var object = head.object
    object.add("frames", .array(frames))
    (self.object, self.isFailure) = (object.finished(), isFailure)
  }

  /// The failure of the whole request; `frames` are those that were done before.
  init(_ head: AnswerHead, _ line: String, _ code: ExitCode, frames: [JSONText] = []) {
    var object = head.object
    object.add("error", .string(printableWords(line)))
    object.add("code", .integer(Int64(code.rawValue)))
    if !frames.isEmpty { object.add("frames", .array(frames)) }
    (self.object, isFailure) = (object.finished(), true)
  }

  /// The same.
  init(_ head: AnswerHead, _ error: RelayedError, frames: [JSONText] = []) {
    self.init(head, error.report, ExitCode(rawValue: error.code) ?? .bug, frames: frames)
  }
}
