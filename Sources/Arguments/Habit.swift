/// A habitual mistake and the answer to it: a row of the table of habits.
public struct Habit: Hashable, Sendable {
  /// A command line and the answer to it.
  public struct Line: Hashable, Sendable {
    /// The words after the program's name.
    public let words: [String]
    /// A part of the error message.
    public let said: String

    /// The words as they are typed in a POSIX shell.
    public var typed: String { words.map(\.shellWord).joined(separator: " ") }

    init(_ words: [String], _ said: String) {
      self.words = words
      self.said = said
    }
  }

  /// Ways of typing it, at least one.
  public let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  /// A habit with the advice for each way of typing it.
  init(_ lines: ([String], Advice)...) {
    self.lines = lines.map { Line($0.0, $0.1.description) }
  }
}
