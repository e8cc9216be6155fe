import Files
import Video

/// What is kept of a report until its turn comes: everything that cannot be found out again.
struct WaitingReport {
  private enum Outcome {
    case written, skipped, standardOutput, examined
  }

  /// Pictures of one video are mostly alike.
  final class SharedPixels {
    let pixels: FrameReport.Pixels

    init(_ pixels: FrameReport.Pixels) { self.pixels = pixels }
  }

  private let outcome: Outcome
  private let isDamaged: Bool?
  private let reach: DamageReach?
  private let hash: String?
  private let pixels: SharedPixels?

  /// Keeps a report; `pixels` holds those of the one before, which are taken again if they are the same.
  init(_ report: FrameReport, sharing pixels: inout SharedPixels?) {
    switch report.outcome {
    case .written: outcome = .written
    case .skipped: outcome = .skipped
    case .standardOutput: outcome = .standardOutput
    case .examined, .planned: outcome = .examined
    }
    (isDamaged, reach, hash) = (report.isDamaged, report.reach, report.hash)
    if let own = report.pixels {
      if pixels?.pixels != own { pixels = SharedPixels(own) }
      self.pixels = pixels
    } else {
      self.pixels = nil
    }
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
      input: input, frame: frame, outcome: outcome, pixels: pixels?.pixels, isDamaged: isDamaged, reach: reach,
      hash: hash)
  }
}
