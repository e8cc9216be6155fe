import Foundation

/// What a run says on standard error: one line for each failure, which can be shown on any terminal.
struct ComplaintRule {
  private let trial: Trial
  private let outcome: Outcome
  /// No line needs more: each foreign name in it is cut at 200 characters.
  private static let longestLine = 1500

  init(_ trial: Trial, _ outcome: Outcome) {
    (self.trial, self.outcome) = (trial, outcome)
  }

  var violations: [Violation] {
    guard trial.streams[2] == nil else { return [] }
    guard let text = String(validating: outcome.stderr, as: UTF8.self) else {
      return [violation("says invalid UTF-8", Self.shown(outcome.stderr))]
    }
    guard !text.isEmpty else { return countViolations(0) }
    if let fault = text.firstUnprintable {
      return [violation("says a character of U+\(fault)", Self.shown(outcome.stderr))]
    }
    guard text.hasSuffix("\n") else { return [violation("does not end its last line", text)] }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    if let odd = lines.first(where: { !$0.hasPrefix("framegrab: ") }) {
      return [violation("says a line without its name", String(odd))]
    }
    if let long = lines.first(where: { $0.count > Self.longestLine }) {
      return [violation("says a line of \(long.count) characters", String(long))]
    }
    // Warnings go beside a failure.
    return countViolations(lines.filter { !$0.contains(": warning: ") }.count)
  }

  private func countViolations(_ complaints: Int) -> [Violation] {
    let said = Self.shown(outcome.stderr)
    // A signal ends a run without words, and a run that had to be killed has been judged already.
    if outcome.status >= 128 || outcome.wasKilled || outcome.status == 0 { return [] }
    if complaints == 0 {
      // Answers to requests carry their errors themselves.
      if case .answers = trial.printed { return [] }
      return trial.maySaySilently ? [] : [violation("fails with \(outcome.status) and does not say why", said)]
    }
    if trial.isSingle, complaints > 1 { return [violation("fails once and says \(complaints) lines", said)] }
    guard trial.printed == .json, trial.streams[1] == nil, !trial.isSingle, outcome.status == 1 else { return [] }
    let reported = outcome.stdout.split(separator: 0x0A).filter { line in
      let object = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
      return object?["error"] != nil
    }.count
    return reported == complaints ? [] : [violation("reports \(reported) failures and says \(complaints) lines", said)]
  }

  private func violation(_ words: String, _ text: String) -> Violation {
    let shown = text.count > 400 ? text.prefix(400) + "…" : text[...]
    return Violation(.complaint, words + (shown.isEmpty ? "" : ": " + shown.replacing("\n", with: "⏎")))
  }

  /// Bytes for a report: what is not printable is escaped.
  private static func shown(_ bytes: [UInt8]) -> String {
    bytes.prefix(600).map { byte in
      byte == 0x0A || (0x20...0x7E).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
