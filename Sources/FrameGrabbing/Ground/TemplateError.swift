/// Why an output's name is wrong.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault in plain words.
  public let description: String
}
