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

  /// The text as one word of a POSIX shell, in quotes only if it needs them; control characters are escaped as POSIX has
  /// it since 2024 (Bash, Zsh and the Korn shell had it before).
  public var shellWord: String {
    if unicodeScalars.contains(where: \.isControl) {
      return "$'" + unicodeScalars.map(\.escapedForShell).joined() + "'"
    }
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "_@%+=:,./-{}".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
    }
    // A shell would expand these: {a,b} and {1..9}.
    let hasBraces = contains("{") && (contains(",") || contains(".."))
    return isPlain && !hasBraces && !isEmpty ? self : inSingleQuotes
  }

  /// The text as the beginning of a word of a POSIX shell.
  var shellPrefix: String { isEmpty ? "" : shellWord }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }

  /// The scalar between `$'` and `'`.
  fileprivate var escapedForShell: String {
    switch self {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "'", "\\": return "\\" + String(self)
    default:
      guard isControl else { return String(self) }
      return "\\" + String(value + 0o1000, radix: 8).dropFirst()
    }
  }
}
