/// Why an output's name is invalid.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error message.
  public let description: String
}
