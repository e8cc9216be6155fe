import Broker
import Files
import FrameGrabbing

/// The results of saving in a scrubbing session.
final class ScrubReports: ReportSink {
  private let reporter: Reporter
  private let terminal: Terminal
  private let input: Path
  /// The result of the last save; nil until it ends.
  private(set) var last: Outcome?
  /// Whether any frame was saved.
  private(set) var hasSaved = false

  /// What became of a save.
  enum Outcome {
    /// The message that names the file.
    case saved(String)
    case failed
  }

  init(_ reporter: Reporter, _ terminal: Terminal, input: Path) {
    (self.reporter, self.terminal, self.input) = (reporter, terminal, input)
  }

  /// Forgets the last save.
  func begin() { last = nil }

  func receive(_ report: FrameReport) -> Bool {
    do throws(GrabError) {
      try reporter.report(report)
      hasSaved = true
      last = .saved(words(for: report.outcome))
    } catch {
      terminal.fail(error.description)
      last = .failed
    }
    return true
  }

  private func words(for outcome: FrameReport.Outcome) -> String {
    switch outcome {
    case .written(let path): "saved \(printable(path.text))"
    case .replaced(let path): "saved \(printable(path.text)), in place of the old one"
    case .skipped(let path): "\(printable(path.text)) exists and is left as it is"
    case .planned(let path): "would be saved as \(printable(path?.text ?? "-"))"
    case .standardOutput: "saved to standard output"
    case .examined: "examined"
    }
  }

  func receive(_ failure: MomentFailure) -> Bool {
    terminal.fail(failure.error)
    last = .failed
    do throws(GrabError) {
      try reporter.report(
        failure.error, asked: failure.asked, input: input)
    } catch {
      terminal.fail(error.description)
    }
    return true
  }
}
