import Files
import Video

/// What is kept of a report until its turn comes: everything that cannot be found out again.
struct WaitingReport {
  private enum Outcome {
    case written, skipped, standardOutput, examined
  }

  /// What many reports of one video have alike.
  final class Likeness {
    let pixels: FrameReport.Pixels?
    let reach: DamageReach?

    init(_ report: FrameReport) { (pixels, reach) = (report.pixels, report.reach) }

    func holds(of report: FrameReport) -> Bool { pixels == report.pixels && reach == report.reach }
  }

  private let outcome: Outcome
  private let isDamaged: Bool?
  private let hash: String?
  private let likeness: Likeness

  /// Keeps a report; `likeness` is that of the one before, which is taken again if it holds.
  init(_ report: FrameReport, sharing likeness: inout Likeness?) {
    switch report.outcome {
    case .written: outcome = .written
    case .skipped: outcome = .skipped
    case .standardOutput: outcome = .standardOutput
    case .examined, .planned: outcome = .examined
    }
    (isDamaged, hash) = (report.isDamaged, report.hash)
    let shared = likeness.flatMap { $0.holds(of: report) ? $0 : nil } ?? Likeness(report)
    likeness = shared
    self.likeness = shared
  }

  /// The whole report on the frame.
  func report(on frame: PlannedFrame, of input: Path) -> FrameReport {
    let outcome: FrameReport.Outcome
    switch self.outcome {
    case .written: outcome = frame.output.map { .written($0) } ?? .examined
    case .skipped: outcome = frame.output.map { .skipped($0) } ?? .examined
    case .standardOutput: outcome = .standardOutput
    case .examined: outcome = .examined
    }
    return FrameReport(
      input: input, frame: frame, outcome: outcome, pixels: likeness.pixels, isDamaged: isDamaged,
      reach: likeness.reach, hash: hash)
  }
}
