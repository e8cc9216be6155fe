import Broker
import Files
import FrameGrabbing

/// The results of one run: printed as they come, and counted for the exit code.
final class RunReports: ReportSink {
  private let reporter: Reporter
  private let terminal: Terminal
  private let input: Path?
  private var failures = FailureCodes()
  private var successes = 0
  /// Whether files cannot be written to a folder.
  private var isBlocked = false
  /// Whether the run writes files, so that it goes on when standard output is closed.
  private let writesFiles: Bool
  /// Whether standard output can still be written to.
  private var canPrint = true
  /// Whether more results are wanted.
  private var goesOn = true

  init(_ reporter: Reporter, _ terminal: Terminal, input: Path?, writesFiles: Bool = false) {
    (self.reporter, self.terminal, self.input) = (reporter, terminal, input)
    self.writesFiles = writesFiles
  }

  func receive(_ report: FrameReport) -> Bool {
    // A worker sends some before it knows that the run has ended.
    guard goesOn else { return false }
    guard canPrint else {
      if let warning = report.warning { terminal.say(warning) }
      successes += 1
      return goesOn
    }
    do throws(GrabError) {
      try reporter.report(report)
      successes += 1
    } catch {
      if stop(error) { successes += 1 }
    }
    return goesOn
  }

  func receive(_ failure: MomentFailure) -> Bool {
    guard goesOn else { return false }
    let code = ExitCode(rawValue: failure.error.code) ?? .bug
    if failure.error.isAboutFolder { isBlocked = true }
    if !failure.isRepeated { terminal.fail(failure.error) }
    guard !failure.isOnlyLine else { return true }
    failures.add(code, isWhole: failure.asked == nil)
    guard canPrint else { return true }
    do throws(GrabError) {
      try reporter.report(failure.error, asked: failure.asked, input: input)
    } catch {
      _ = stop(error)
    }
    return goesOn
  }

  /// Handles a failed write to standard output; returns whether the run goes on.
  private func stop(_ error: GrabError) -> Bool {
    canPrint = false
    let isUnread = if case .output(let fault) = error.fault { fault.isBrokenPipe } else { false }
    if !isUnread { terminal.fail(error.description) }
    // If only the reader of the pipe has gone, files are still wanted.
    guard isUnread, writesFiles else {
      failures.add(.output, isWhole: false)
      goesOn = false
      return false
    }
    return true
  }

  /// The exit code of the run; 5 if a folder takes no files.
  func code(of named: NamedGrab) -> ExitCode {
    guard let code = failures.exitCode(of: named, succeeded: successes) else { return .success }
    return isBlocked ? .output : code
  }
}
