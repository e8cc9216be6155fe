public import Timeline

/// Why a line of a list of times cannot be read.
public struct TimeListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, from 1; 0 when the error concerns the whole list.
  public let line: Int
  /// What is wrong with the line's time; nil when something else is, when the whole list holds none, or is too long.
  public let fault: TimeSyntaxError?
  /// What else is wrong with the line or the list, in words without a subject; nil for nothing else.
  public var reason: String?

  /// The error message, after the number of the line.
  public var description: String {
    if let words = fault?.description ?? reason { return line > 0 ? "\(line): \(words)" : words }
    return "has no time in it: write one on each line; # starts a comment"
  }
}
