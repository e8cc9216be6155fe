import Broker
import Files
import FrameGrabbing

/// The files of the frames that a replay showed.
final class ReplayOutputs: ReportSink {
  private let terminal: Terminal
  /// By the indexes of the frames.
  private(set) var paths: [Int: Path] = [:]

  init(_ terminal: Terminal) { self.terminal = terminal }

  func receive(_ report: FrameReport) -> Bool {
    if let frame = report.index, let path = report.path { paths[frame] = path }
    return true
  }

  func receive(_ failure: MomentFailure) -> Bool {
    if !failure.isRepeated { terminal.fail(failure.error) }
    return true
  }
}
