/// A shell for which there is a completion script; the raw value is its name.
public enum Shell: String, CaseIterable, Hashable, Sendable {
  /// GNU Bash, 3.2 or later.
  case bash
  /// The Z shell, with its completion system (`compinit`).
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension String {
  /// The text as one word of a POSIX shell or zsh, in single quotes.
  var inSingleQuotes: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
