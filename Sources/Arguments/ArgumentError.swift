/// Why a command line cannot be read, and where.
public struct ArgumentError: Error, Hashable, Sendable {
  /// What is wrong.
  public let fault: Fault
  /// The word with the error, as text.
  public let text: String
  /// The invalid part of `text`, in character offsets from 0 to its count; empty for an empty value.
  public let faultRange: Range<Int>

  /// Makes an error.
  public init(_ fault: Fault, text: String, faultRange: Range<Int>) {
    self.fault = fault
    self.text = text
    self.faultRange = faultRange
  }

  /// The kinds of errors; every `spelling` is the option as it was typed, with its dashes.
  public enum Fault: Hashable, Sendable {
    /// No such option; `suggestion` is the spelling of a similar one.
    case unknownOption(spelling: String, suggestion: String?)
    /// An option of another tool: what framegrab does not do, and the whole command in its own options.
    case foreignOption(spelling: String, notes: [String], command: String)
    /// A typographic dash or quotation mark, with its name, and the word with plain ones.
    case lookalike(word: String, character: String, plain: String)
    /// The name of a video that starts with a dash.
    case dashedName(word: String)
    /// A letter among bundled short options is not an option.
    case unknownLetter(spelling: String, bundle: String)
    /// A value is missing; `follower` is the option that follows instead.
    case missingValue(spelling: String, syntax: String, follower: String?)
    /// A flag was given a value.
    case unexpectedValue(spelling: String)
    /// A short option was given its value with `=`, which could also be part of the value.
    case ambiguousEquals(spelling: String, value: String)
    /// The value is not one of the words that the option accepts.
    case notAChoice(value: String, spelling: String, choices: [String], suggestion: String?)
    /// No help topic has this word; `suggestion` is a similar one.
    case unknownTopic(word: String, topics: [String], suggestion: String?, explained: [String])
    /// An option that must not repeat was given again; `option` is its main spelling.
    case repeatedOption(spelling: String, option: String)
  }
}

extension ArgumentError: CustomStringConvertible {
  /// The error message: a fragment in lower case, without a full stop.
  ///
  /// It quotes what was typed and may therefore contain control characters.
  public var description: String {
    switch fault {
    case .unknownOption(let spelling, let suggestion):
      return "unknown option '\(spelling)'" + (question(suggestion) ?? "; framegrab -h lists the options")
    case .foreignOption(let spelling, let notes, let command):
      return (["unknown option '\(spelling)'"] + notes + ["write: " + command]).joined(separator: "; ")
    case .lookalike(let word, let character, let plain):
      return "'\(word)' has \(character); write \(plain.shellWord)"
    case .dashedName(let word):
      return "'\(word)' starts with a dash, as options do; write \(("./" + word).shellWord)"
    case .unknownLetter(let spelling, let bundle):
      return "unknown option '\(spelling)' in '\(bundle)'"
    case .missingValue(let spelling, let syntax, let follower):
      let fault = "missing value: '\(spelling)' needs one (\(spelling) \(syntax))"
      guard let follower else { return fault }
      return fault + ", but the option '\(follower)' follows"
    case .unexpectedValue(let spelling):
      return "unexpected value: '\(spelling)' takes none"
    case .ambiguousEquals(let spelling, let value):
      return "unexpected '=' after '\(spelling)'; write '\(spelling) \(value)'"
    case .notAChoice(let value, let spelling, let choices, let suggestion):
      let choices = choices.joined(separator: ", ")
      return "unknown value '\(value)' for '\(spelling)' (\(choices))" + (question(suggestion) ?? "")
    case .unknownTopic(let word, _, nil, let options) where !options.isEmpty:
      let names = options.map { "--" + $0 }.listed
      return "no help topic '\(word)'; it is explained with \(names): framegrab --help \(options[0])"
    case .unknownTopic(let word, let topics, let suggestion, _):
      return "unknown help topic '\(word)' (\(topics.joined(separator: ", ")))" + (question(suggestion) ?? "")
    case .repeatedOption(let spelling, let option):
      let alias = spelling == option ? "" : " (\(option))"
      return "repeated option '\(spelling)'\(alias); give it only once"
    }
  }

  private func question(_ suggestion: String?) -> String? { suggestion.map { "; did you mean '\($0)'?" } }
}

extension [String] {
  /// The words as a sentence lists them: a, b and c.
  var listed: String { (dropLast(2) + [suffix(2).joined(separator: " and ")]).joined(separator: ", ") }
}
