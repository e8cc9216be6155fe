public import Timeline

/// Why a line of a list of times cannot be read.
public struct TimeListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, from 1; 0 when the error concerns the whole list.
  public let line: Int
  /// What is wrong with the line's time; nil when the whole list holds none.
  public let fault: TimeSyntaxError?

  /// The error message, after the number of the line.
  public var description: String {
    guard let fault else { return "has no time in it: write one on each line; # starts a comment" }
    return "\(line): \(fault)"
  }
}
