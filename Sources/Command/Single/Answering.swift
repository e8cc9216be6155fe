import Broker
import Files
import FrameGrabbing

extension Terminal {
  /// Answers a question about the tool on standard output, a long one through a pager if that is a terminal.
  func answer(_ question: Question) -> ExitCode {
    if question.isForReading, standardOutputIsTerminal, Pager()?.show(question.answer) == true { return .success }
    do throws(GrabError) {
      try print(bytes: Array(question.answer.utf8))
      return .success
    } catch {
      if case .output(let fault) = error.fault, fault.isBrokenPipe { return .output }
      fail(error.description)
      return .output
    }
  }
}
