import Files
import FrameGrabbing
import JSON

/// A failure for machines, of a moment or of a whole call.
struct FailureReport {
  /// The error as it is printed for people.
  let line: String
  let code: ExitCode
  /// The text of the moment that failed; nil if the whole call did, for more than one moment.
  let asked: String?
  /// The video; nil if it is not known.
  let input: Path?

  var json: JSONText {
    var object = JSONObjectWriter()
    addMembers(to: &object)
    return object.finished()
  }

  func addMembers(to object: inout JSONObjectWriter) {
    object.add("input", as: "inputBytes", input)
    object.add("asked", .string(asked))
    object.add("error", .string(line))
    object.add("code", .integer(Int64(code.rawValue)))
  }
}
