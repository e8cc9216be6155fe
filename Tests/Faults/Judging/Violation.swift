/// Something that a run must not do.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The promise that was broken.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case code, end, time, memory, orphans, complaint, printed, folder, opened, secret
  }

  /// The promise that was broken.
  public let rule: Rule
  /// What was seen.
  public let words: String

  /// A violation of a rule.
  public init(_ rule: Rule, _ words: String) {
    (self.rule, self.words) = (rule, words)
  }

  /// The rule and what was seen.
  public var description: String { "\(rule.rawValue): \(words)" }
}
