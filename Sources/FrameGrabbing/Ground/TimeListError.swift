public import Timeline

/// Why a line of a list of times cannot be read.
public struct TimeListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, from 1; 0 when the whole list is at fault.
  public let line: Int
  /// What is wrong with the time in it; nil when there is none in the whole list.
  public let fault: TimeSyntaxError?

  /// The fault in plain words, behind the number of the line.
  public var description: String {
    guard let fault else { return "has no time in it: one stands on each line, and # starts a comment" }
    return "\(line): \(fault)"
  }
}
