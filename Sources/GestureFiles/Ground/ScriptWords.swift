internal import Arguments
internal import Timeline

/// Messages that several keys share.
enum ScriptWords {
  /// Longer words are not typing mistakes, and the search for a similar word takes longer with length.
  private static let longestMistypedWord = 64
  private static let longestList = 110

  /// A text truncated to a number of scalars, so that the rest of the message stays visible.
  static func cut(_ text: String, after limit: Int = 40) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }

  /// Bytes of a file in quotation marks, truncated.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    "'\(cut(String(decoding: Array(bytes.prefix(200)), as: UTF8.self)))'"
  }

  /// The message for a word that is not in a list, with the most similar one as a suggestion.
  static func reason(against word: String, noun: String, words: [String]) -> String {
    let reason = "'\(cut(word))' is not \(noun)"
    let list = " (\(words.joined(separator: ", ")))"
    guard word.unicodeScalars.count <= longestMistypedWord, let meant = suggestion(for: word, among: words) else {
      return reason + list
    }
    // After a long list the suggestion would be overlooked.
    return reason + (list.utf8.count <= longestList ? list : "") + "; did you mean '\(meant)'?"
  }

  /// The message for an invalid time, with the reason from its parser.
  static func reason(of error: TimeSyntaxError, in text: String) -> String {
    "cannot read '\(cut(text))' as a time: \(cut(error.reason, after: 160))"
  }
}
