import Files
import FrameGrabbing
import JSON

/// A machine-readable failure of a moment or of a whole call.
struct FailureReport {
  /// The error as it is printed for people.
  let line: String
  let code: ExitCode
  /// The text of the moment that failed; nil if the whole call did, for more than one moment.
  let asked: String?
  /// The video; nil if it is not known.
  let input: Path?
  /// Whether the moment is in the missing part of a file that is cut off.
  let isCutOff: Bool

  /// The report on an error.
  init(_ error: RelayedError, asked: String?, input: Path?) {
    line = printableWords(error.report)
    code = ExitCode(rawValue: error.code) ?? .bug
    (self.asked, self.input, isCutOff) = (asked, input, error.isCutOff)
  }

  init(line: String, code: ExitCode, asked: String?, input: Path?, isCutOff: Bool) {
    (self.line, self.code, self.asked, self.input, self.isCutOff) = (line, code, asked, input, isCutOff)
  }

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
    if isCutOff { object.add("cutOff", .boolean(true)) }
  }
}

/// The codes of what failed in a run or a job, and the exit code that follows from them.
struct FailureCodes {
  /// In the order of the failures.
  private(set) var all: [ExitCode] = []
  /// The code of the first failure that is about the whole call, not about a moment.
  private var whole: ExitCode?

  /// Adds a failure.
  mutating func add(_ code: ExitCode, isWhole: Bool) {
    all.append(code)
    if isWhole { whole = whole ?? code }
  }

  /// The exit code; nil if nothing failed.
  ///
  /// It is 1 if any of several moments failed. A failure of the whole call keeps its own code; so does that of the only
  /// moment if it asked for one frame, or for pictures joined in one output of which nothing was made.
  func exitCode(of named: NamedGrab, succeeded: Int) -> ExitCode? {
    guard let first = all.first else { return nil }
    if let whole { return whole }
    // Sheets are written even if some of their tiles are missing.
    let isNothing = named.options.joinsPictures && (named.options.pixels.sheet == nil || succeeded == 0)
    return named.moments.count == 1 && (isNothing || all.count + succeeded == 1) ? first : .someFailed
  }
}
