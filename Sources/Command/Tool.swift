public import Arguments
import Broker
import Files
import FrameGrabbing

/// The command-line tool: takes arguments, writes pictures and reports, returns an exit code.
public enum Tool {
  /// Runs the tool with the arguments after the program's name and returns the exit code.
  public static func run(_ words: [Word]) -> Int32 {
    ensureStandardDescriptors()
    ProcessLimits.ignoreWriteSignals()
    ProcessLimits.raiseDescriptors()
    let terminal = Terminal(level: .normal)
    switch Interpretation(words) {
    case .opening:
      terminal.show(OptionTable.framegrab.opening())
      return ExitCode.usage.rawValue
    case .question(let question): return terminal.answer(question).rawValue
    case .refused(let error):
      terminal.fail(error.line, in: error.text, at: error.fault)
      return ExitCode.usage.rawValue
    case .single(let invocation, let task):
      var run = SingleRun(invocation, task)
      return run.run().rawValue
    case .several(let invocations, let task): return SeveralRuns(invocations, task).run().rawValue
    case .service(let settings): return Service(settings).run()
    case .batch(let settings): return BatchCall.run(settings)
    case .scrub(let settings): return ScrubRun(settings).run()
    }
  }
}

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
