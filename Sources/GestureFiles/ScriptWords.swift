internal import Arguments
internal import Timeline

/// The wording of refusals that several keys share.
enum ScriptWords {
  /// No word that anybody mistyped is longer than this, and searching for a likeness costs by length.
  private static let longestMistypedWord = 64
  private static let longestList = 110

  /// At most so many scalars of a text, so that what follows it in a sentence still gets read.
  static func cut(_ text: String, after limit: Int = 40) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }

  /// What is wrong with a word that is none of a list's, and the likeliest one that was meant.
  static func reason(against word: String, noun: String, words: [String]) -> String {
    let reason = "'\(cut(word))' is not \(noun)"
    let list = " (\(words.joined(separator: ", ")))"
    guard word.unicodeScalars.count <= longestMistypedWord, let meant = suggestion(for: word, among: words) else {
      return reason + list
    }
    // Behind a long list nobody would look for the likely one.
    return reason + (list.utf8.count <= longestList ? list : "") + "; did you mean '\(meant)'?"
  }

  /// What is wrong with a time, in the words of the time's own parser.
  static func reason(of error: TimeSyntaxError, in text: String) -> String {
    "cannot read '\(cut(text))' as a time: \(cut(error.reason, after: 160))"
  }
}
