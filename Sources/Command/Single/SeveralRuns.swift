import Broker
import FrameGrabbing
import Sourcing

/// Shows several videos one after the other, each in its own run.
struct SeveralRuns {
  private let invocations: [Invocation]
  private let task: SingleTask

  init(_ invocations: [Invocation], _ task: SingleTask) {
    (self.invocations, self.task) = (invocations, task)
  }

  /// Prints a block, or JSON lines, for each video; an unreadable video does not stop the others.
  func run() -> ExitCode {
    var (hasPrinted, hasFailed) = (false, false)
    // One helper reads all of them.
    let source: SourceLink?
    do throws(RelayedError) {
      source = try invocations.first?.request.startSource()
    } catch {
      Terminal(level: .normal).fail(error)
      return ExitCode(rawValue: error.code) ?? .bug
    }
    for invocation in invocations {
      var run = SingleRun(invocation, task, .oneOfSeveral(isFirst: !hasPrinted), source: source)
      let code = run.run()
      // Standard output cannot be written to.
      guard code != .output else { return code }
      if code == .success { hasPrinted = true } else { hasFailed = true }
      if hasFailed, invocation.request.options.stopsAtFailure { break }
    }
    return hasFailed ? .someFailed : .success
  }
}
