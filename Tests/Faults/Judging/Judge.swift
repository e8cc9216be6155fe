/// Judges a run by the promises that hold for every input, without knowing the right picture.
public struct Judge {
  /// All violations; none if the run is in order.
  ///
  /// - Parameter contents: reads a file of the tool's folder by its path there; nil when that fails.
  public static func violations(
    of trial: Trial, _ outcome: Outcome, contents: @escaping ([UInt8]) -> [UInt8]?
  ) -> [Violation] {
    EndRule(trial, outcome).violations + ComplaintRule(trial, outcome).violations
      + PrintRule(trial, outcome, contents: contents).violations
      + FolderRule(trial, outcome, contents: contents).violations + OpenRule(trial, outcome).violations
      + secrets(trial, outcome)
  }

  /// Contents of the canary file, connections to its listener, and other texts that must not appear.
  private static func secrets(_ trial: Trial, _ outcome: Outcome) -> [Violation] {
    var found: [Violation] = []
    for secret in trial.secrets where outcome.stdout.holds(secret) || outcome.stderr.holds(secret) {
      found.append(Violation(.secret, "'\(secret)' appears in what is printed"))
    }
    if outcome.connections > 0 { found.append(Violation(.secret, "the canary listener sees a connection")) }
    if outcome.wasCanaryRead { found.append(Violation(.secret, "the canary file was read")) }
    return found
  }
}

extension [UInt8] {
  /// Whether a text occurs in the bytes.
  fileprivate func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    return indices.dropLast(wanted.count - 1).contains { start in
      self[start] == first && self[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
