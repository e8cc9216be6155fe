/// A shell for which there is a completion script; the raw value is its name.
public enum Shell: String, CaseIterable, Hashable, Sendable {
  /// GNU Bash, 3.2 or later.
  case bash
  /// The Z shell, with its completion system (`compinit`).
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension OptionTable {
  /// The completion script for a shell.
  ///
  /// Bash: to be sourced. Zsh: to be sourced, or stored as `_framegrab` in a folder of `fpath`. Fish: to be sourced, or
  /// stored as `framegrab.fish` in its folder of completions.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// A name for shell functions.
  var functionName: String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

extension String {
  /// The text as one word of a POSIX shell or zsh, in single quotes.
  var inSingleQuotes: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
