import Broker
import Files
import FrameGrabbing

/// The results of one run: printed as they come, and counted for the exit code.
final class RunReports: ReportSink {
  private let reporter: Reporter
  private let terminal: Terminal
  private let input: Path?
  private var failures: [ExitCode] = []
  private var successes = 0
  /// Whether a folder takes no files.
  private var isBlocked = false
  /// Whether the run writes files, so that it goes on when standard output is closed.
  private let writesFiles: Bool
  /// Whether standard output takes more.
  private var canPrint = true
  /// Whether more results are wanted.
  private var goesOn = true

  init(_ reporter: Reporter, _ terminal: Terminal, input: Path?, writesFiles: Bool = false) {
    (self.reporter, self.terminal, self.input) = (reporter, terminal, input)
    self.writesFiles = writesFiles
  }

  func receive(_ report: FrameReport) -> Bool {
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
    failures.append(code)
    guard canPrint else { return true }
    do throws(GrabError) {
      try reporter.report(failure.error, asked: failure.asked, input: input)
    } catch {
      _ = stop(error)
    }
    return goesOn
  }

  /// Notes that standard output takes no more; returns whether the run goes on.
  private func stop(_ error: GrabError) -> Bool {
    canPrint = false
    let isUnread = if case .output(let fault) = error.fault { fault.isBrokenPipe } else { false }
    if !isUnread { terminal.fail(error.description) }
    // Files are written for others than the reader of a pipe.
    guard isUnread, writesFiles else {
      failures.append(.output)
      goesOn = false
      return false
    }
    return true
  }

  /// The exit code: a single moment gives its own, several give 1 when any failed, and 5 when a folder takes no files.
  ///
  /// - Parameter isWhole: Whether the pictures are one whole, which failed for the first reason.
  func code(moments: Int, isWhole: Bool = false, areTiles: Bool = false) -> ExitCode {
    guard let first = failures.first else { return .success }
    if isBlocked { return .output }
    // Sheets are there although tiles are missing, or are not.
    if areTiles { return successes == 0 ? first : .someFailed }
    return moments == 1 && (isWhole || failures.count + successes == 1) ? first : .someFailed
  }
}
