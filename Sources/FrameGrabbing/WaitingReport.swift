import Files
import Timeline

/// The parts of a report that cannot be computed again, kept until it is due.
struct WaitingReport {
  private enum Outcome {
    case written, replaced, skipped, standardOutput, examined, planned
  }

  /// A checksum as numbers, which take less memory than text.
  private enum Hash {
    case none
    case digits(UInt64, UInt64)
    indirect case text(String)

    init(_ text: String?) {
      guard let text else {
        self = .none
        return
      }
      let numbers = [text.prefix(16), text.dropFirst(16)].compactMap { UInt64($0, radix: 16) }
      self = numbers.count == 2 ? .digits(numbers[0], numbers[1]) : .text(text)
      if self.text != text { self = .text(text) }
    }

    var text: String? {
      switch self {
      case .none: nil
      case .text(let text): text
      case .digits(let first, let second): first.padded(to: 16, radix: 16) + second.padded(to: 16, radix: 16)
      }
    }
  }

  /// The parts that successive reports of a video usually have in common.
  final class SharedFacts {
    let pixels: FrameReport.Pixels?
    let reach: String?

    init(_ report: FrameReport) { (pixels, reach) = (report.pixels, report.reach) }

    func holds(of report: FrameReport) -> Bool { pixels == report.pixels && reach == report.reach }
  }

  private let outcome: Outcome
  private let isDamaged: Bool?
  private let hash: Hash
  private let likeness: SharedFacts

  /// Keeps a report; `likeness` is that of the previous one, which is reused if it is equal.
  init(_ report: FrameReport, sharing likeness: inout SharedFacts?) {
    switch report.outcome {
    case .written: outcome = .written
    case .replaced: outcome = .replaced
    case .skipped: outcome = .skipped
    case .standardOutput: outcome = .standardOutput
    case .examined: outcome = .examined
    case .planned: outcome = .planned
    }
    (isDamaged, hash) = (report.isDamaged, Hash(report.hash))
    let shared = likeness.flatMap { $0.holds(of: report) ? $0 : nil } ?? SharedFacts(report)
    likeness = shared
    self.likeness = shared
  }

  /// The whole report on the frame.
  func report(on frame: PlannedFrame, of input: Path) -> FrameReport {
    let outcome: FrameReport.Outcome
    switch self.outcome {
    case .written: outcome = frame.output.map { .written($0) } ?? .examined
    case .replaced: outcome = frame.output.map { .replaced($0) } ?? .examined
    case .skipped: outcome = frame.output.map { .skipped($0) } ?? .examined
    case .standardOutput: outcome = .standardOutput
    case .examined: outcome = .examined
    case .planned: outcome = .planned(frame.output)
    }
    return FrameReport(
      input: input, frame: frame, outcome: outcome, pixels: likeness.pixels, isDamaged: isDamaged,
      reach: likeness.reach, hash: hash.text)
  }
}
