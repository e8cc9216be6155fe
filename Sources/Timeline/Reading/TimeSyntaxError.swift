/// A text that cannot be parsed as a time or as frame indexes, with the range of the error.
public struct TimeSyntaxError: Error, Hashable, Sendable {
  /// The whole text.
  public let text: String
  /// The wrong part, as offsets in characters from the start of the text; empty where something is missing.
  public let range: Range<Int>
  /// What is wrong, in plain words.
  public let reason: String
  /// What the text was read as: "a time", "a timecode" or "frame indexes".
  public let kind: String

  /// Makes an error; `range` is in characters.
  public init(text: String, range: Range<Int>, reason: String, kind: String = "a time") {
    self.text = text
    self.range = range
    self.reason = reason
    self.kind = kind
  }
}

extension TimeSyntaxError: CustomStringConvertible {
  /// The error message, such as `cannot read '5:75' as a time: seconds go from 0 to 59`.
  public var description: String { "cannot read '\(text)' as \(kind): \(reason)" }
}
