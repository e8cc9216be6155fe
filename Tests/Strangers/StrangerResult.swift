import Roads

/// What came out for one file.
public struct StrangerResult: Sendable {
  /// The kinds of results.
  enum Outcome: Sendable {
    /// Neither the tool nor FFmpeg see a video.
    case noVideo
    /// The tool refuses it; FFmpeg decodes so many frames.
    case refused(code: Int32, words: String, frames: Int)
    /// It ended by a signal, a bug or not at all.
    case crashed(String, [String])
    case compared(Comparison, Reference, Singles)
  }

  let path: String
  let outcome: Outcome
  private let command: [String]

  init(_ path: String, _ outcome: Outcome, command: [String] = []) {
    (self.path, self.outcome, self.command) = (path, outcome, command)
  }

  /// Frames of which the tool said something else than FFmpeg, without a warning; crashes count as one.
  public var wrong: Int {
    switch outcome {
    case .crashed: 1
    case .compared(let comparison, _, let singles):
      comparison.lines.count { $0.verdict.isWrong } + singles.differences.count(where: \.isSilent)
    default: 0
    }
  }

  /// What differs, with the commands that show it; nil if there is nothing to say.
  public var text: String? {
    switch outcome {
    case .noVideo: nil
    case .refused(let code, let words, let frames):
      "refused  \(path): \(words) (exit code \(code)); FFmpeg decodes \(frames) frames"
    case .crashed(let end, let command): "CRASHED  \(path): \(end)\n    \(ShellText.of(command))"
    case .compared(let comparison, let reference, let singles): text(comparison, reference, singles)
    }
  }

  private func text(_ comparison: Comparison, _ reference: Reference, _ singles: Singles) -> String? {
    let quiet: Set<Verdict> = [.right, .rightThoughMarked, .rightWithOtherMadeUpTime, .incomparable]
    var lines: [String] = []
    if let failure = reference.failure { lines.append("    note: \(failure) after \(reference.frames.count) frames") }
    for verdict in Verdict.allCases where !quiet.contains(verdict) {
      let found = comparison.lines.filter { $0.verdict == verdict }
      guard let first = found.first else { continue }
      let places = found.compactMap { $0.answer?.index ?? $0.place }
      lines.append("    \(found.count) \(verdict.rawValue): \(IndexRanges.text(places))")
      lines += shown(first, reference)
    }
    let alone = singles.differences.filter(\.isSilent) + singles.differences.filter { !$0.isSilent }
    for difference in alone.prefix(3) {
      lines.append(
        "    frame \(difference.index) alone is \(Self.words(difference.single)), in --all \(Self.words(difference.all))"
      )
      lines.append("      " + ShellText.of([command[0], path, "--frame", "\(difference.index)", "--hash"]))
      lines.append("      " + ShellText.of(command) + " | sed -n \(difference.index + 1)p")
    }
    if singles.differences.count > 3 { lines.append("    … \(singles.differences.count) such frames") }
    guard !lines.isEmpty else { return nil }
    let head = wrong > 0 ? "WRONG  " : "differs"
    let count = "\(comparison.lines.count { $0.answer != nil }) frames here, \(reference.frames.count) by FFmpeg"
    return (["\(head)  \(path): \(count)"] + lines).joined(separator: "\n")
  }

  private func shown(_ line: Comparison.Line, _ reference: Reference) -> [String] {
    var lines: [String] = []
    if let answer = line.answer, let index = answer.index {
      lines.append("      \(ShellText.of(command)) | sed -n \(index + 1)p   # \(Self.words(answer))")
    }
    if let place = line.place, let frame = line.frame {
      let said = "\(frame.md5) at \(frame.pts.map(String.init) ?? "-")"
      lines.append("      \(ShellText.of(reference.command)) | grep -v '^#' | sed -n \(place + 1)p   # \(said)")
    }
    return lines
  }

  private static func words(_ answer: Answer) -> String {
    if let code = answer.code { return "error \(code) (\(answer.error ?? ""))" }
    return "\(answer.hash ?? "-") at \(answer.pts.map(String.init) ?? "-")"
      + (answer.isDamaged == true ? ", damaged" : "")
  }
}
