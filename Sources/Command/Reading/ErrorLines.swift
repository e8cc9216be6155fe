import Files
import FrameGrabbing
import Timeline

extension RelayedError {
  /// Makes the lines and the exit code of an error; no other code does.
  init(_ error: GrabError, _ request: GrabRequest) {
    if case .relayed(let relayed) = error.fault {
      self = relayed
      return
    }
    let line = FileAdvice(request: request).line(error)
    self.init(line: line, code: ExitCode(error).rawValue, isAboutFolder: error.isAboutFolder, isCutOff: error.isCutOff)
    switch error.fault {
    // The reader has closed the pipe, which is not an error.
    case .output(let fault): isQuiet = fault.isBrokenPipe
    case .moment(let fault, let asked):
      guard let syntax = fault.syntaxError(in: asked) else { break }
      (self.line, typed, self.fault) = (printable(syntax.description), syntax.text, syntax.range)
    case .timeList(let list):
      (typed, self.fault) = (list.fault?.text ?? "", list.fault?.range ?? 0..<0)
    default: break
    }
  }
}

extension Terminal {
  /// Prints an error, unless it is quiet.
  func fail(_ error: RelayedError) {
    guard !error.isQuiet else { return }
    if error.typed.isEmpty { fail(error.line) } else { fail(error.line, in: error.typed, at: error.fault) }
  }
}
