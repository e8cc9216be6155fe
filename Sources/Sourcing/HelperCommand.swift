/// The command of a helper that reads videos, as words.
public struct HelperCommand: Hashable, Sendable {
  /// Why a text is not a command.
  public enum Fault: Error, Hashable, Sendable {
    /// It has no words.
    case empty
    /// A quotation mark is not closed.
    case unclosed(Character)
    /// The text ends with a backslash.
    case nothingEscaped
    /// A word has a NUL byte.
    case nul
  }

  /// The name of the program and its arguments.
  public let words: [String]

  /// Splits a text as a shell quotes words (POSIX, 2.2); nothing is expanded, and there are no comments.
  public init(parsing text: String) throws(Fault) {
    var words: [String] = []
    var word: String?
    var rest = text.unicodeScalars[...]
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n":
        if let ended = word { words.append(ended) }
        word = nil
      case "'": word = (word ?? "") + (try Self.take(from: &rest, upTo: "'"))
      case "\"": word = (word ?? "") + (try Self.takeQuoted(from: &rest))
      case "\\":
        guard let next = rest.popFirst() else { throw .nothingEscaped }
        // A backslash before a line feed continues the line.
        if next != "\n" { word = (word ?? "") + String(next) }
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard let name = words.first, !name.isEmpty else { throw .empty }
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw .nul }
    self.words = words
  }

  private static func take(
    from rest: inout Substring.UnicodeScalarView, upTo mark: Unicode.Scalar
  ) throws(Fault) -> String {
    guard let end = rest.firstIndex(of: mark) else { throw .unclosed(Character(mark)) }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end])
  }

  /// The text up to the closing `"`, where a backslash escapes only `$`, `` ` ``, `"`, itself and a line feed.
  private static func takeQuoted(from rest: inout Substring.UnicodeScalarView) throws(Fault) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let next = rest.popFirst() else { throw .unclosed("\"") }
        if !["$", "`", "\"", "\\", "\n"].contains(next) { text.unicodeScalars.append("\\") }
        if next != "\n" { text.unicodeScalars.append(next) }
      default: text.unicodeScalars.append(character)
      }
    }
    throw .unclosed("\"")
  }
}

extension HelperCommand.Fault: CustomStringConvertible {
  /// The reason, as the end of a sentence about the text.
  public var description: String {
    switch self {
    case .empty: "names no program"
    case .unclosed(let mark): "has a \(mark) without a second one"
    case .nothingEscaped: "ends with a \\ that escapes nothing"
    case .nul: "has a NUL byte"
    }
  }
}
