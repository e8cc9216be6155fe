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
  /// Whether standard output takes more.
  private var canPrint = true

  init(_ reporter: Reporter, _ terminal: Terminal, input: Path?) {
    (self.reporter, self.terminal, self.input) = (reporter, terminal, input)
  }

  func receive(_ report: FrameReport) -> Bool {
    guard canPrint else { return false }
    do throws(GrabError) {
      try reporter.report(report)
      successes += 1
    } catch {
      stop(error)
    }
    return canPrint
  }

  func receive(_ failure: MomentFailure) -> Bool {
    guard canPrint else { return false }
    let code = ExitCode(rawValue: failure.error.code) ?? .bug
    if !failure.isRepeated { terminal.fail(failure.error) }
    guard !failure.isOnlyLine else { return true }
    failures.append(code)
    do throws(GrabError) {
      try reporter.report(failure.error.report, code, asked: failure.asked, input: input)
    } catch {
      stop(error)
    }
    return canPrint
  }

  private func stop(_ error: GrabError) {
    if case .output(let fault) = error.fault, !fault.isBrokenPipe { terminal.fail(error.description) }
    failures.append(.output)
    canPrint = false
  }

  /// The exit code: a single moment gives its own, several give 1 when any failed.
  ///
  /// - Parameter isWhole: Whether the pictures are one whole, which failed for the first reason.
  func code(moments: Int, isWhole: Bool = false) -> ExitCode {
    guard let first = failures.first else { return .success }
    return isWhole || moments == 1 && failures.count + successes == 1 ? first : .someFailed
  }
}
