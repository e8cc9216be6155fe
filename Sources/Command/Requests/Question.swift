import Arguments
import GestureFiles
import LibC

/// A question about the tool itself; it is answered even if the rest of the command line is invalid.
enum Question {
  case shortHelp
  case longHelp
  /// The help on one topic, as text.
  case topic(String)
  case version(isVerbose: Bool)
  case manualPage
  case schema
  case exampleGesture
  case completions(Shell)

  /// Finds the question of a command line; nil if there is none.
  ///
  /// A topic is asked for by `--help TOPIC`, `-h TOPIC` and `help TOPIC`, if nothing else is on the command line.
  /// - Throws: `ArgumentError` for a topic that does not exist.
  init?(_ arguments: ParsedArguments, _ words: [Word]) throws(ArgumentError) {
    if arguments.has(.usage) {
      // A word that is no topic is the name of a video.
      let asked = arguments.occurrences.count == 1 ? Self.topicWord(arguments) : nil
      self = asked.flatMap { try? OptionTable.framegrab.help(on: $0) }.map { .topic($0) } ?? .shortHelp
    } else if let asked = Self.askedTopic(arguments, words) {
      self = .topic(try OptionTable.framegrab.help(on: asked))
    } else if arguments.has(.help) || Self.isHelpCommand(arguments, words) {
      self = .longHelp
    } else if arguments.has(.version) || words.count == 1 && Self.isCommand("version", arguments, words) {
      self = .version(isVerbose: arguments.has(.verbose))
    } else if arguments.has(.man) {
      self = .manualPage
    } else if arguments.has(.schema) {
      self = .schema
    } else if arguments.has(.exampleGesture) {
      self = .exampleGesture
    } else if let shell = arguments.last(.completions).flatMap({ Shell(rawValue: $0.text) }) {
      self = .completions(shell)
    } else {
      return nil
    }
  }

  /// Finds the question `--help --width` or `-h --width`, before an option without its value is an error; nil for anything
  /// else.
  init?(aboutOption words: [Word]) {
    guard words.count == 2, [Word("--help"), Word("-h")].contains(words[0]),
      let help = OptionTable.framegrab.help(onOption: words[1])
    else { return nil }
    self = .topic(help)
  }

  /// The word that is meant as a topic, whether such a topic exists or not.
  private static func askedTopic(_ arguments: ParsedArguments, _ words: [Word]) -> Word? {
    if isHelpCommand(arguments, words) { return words.dropFirst().first }
    guard arguments.has(.help), arguments.occurrences.count == 1, let asked = topicWord(arguments) else { return nil }
    // Before --help a word is more likely the name of a video, unless it is a topic.
    let isFirst = arguments.occurrences.first?.position == 0
    return isFirst || OptionTable.framegrab.topic(asked) != nil ? asked : nil
  }

  /// The words beside a question, as one: a heading such as EXIT CODES may be two.
  private static func topicWord(_ arguments: ParsedArguments) -> Word? {
    let words = arguments.operands.map(\.bytes)
    return words.isEmpty ? nil : Word(bytes: Array(words.joined(separator: [0x20])))
  }

  /// Whether the command line is `help` or `help TOPIC`, and not about a file of that name.
  private static func isHelpCommand(_ arguments: ParsedArguments, _ words: [Word]) -> Bool {
    words.count <= 2 && isCommand("help", arguments, words)
  }

  /// Whether the command line starts with this word as a command, as other tools have it, and not as a video.
  private static func isCommand(_ word: String, _ arguments: ParsedArguments, _ words: [Word]) -> Bool {
    words.first == Word(word) && words.count == arguments.operands.count && access(word, F_OK) != 0
  }

  /// Whether people read the whole answer, so that a pager helps.
  var isForReading: Bool {
    switch self {
    case .longHelp, .topic: true
    case .shortHelp, .version, .manualPage, .schema, .exampleGesture, .completions: false
    }
  }

  /// Whether the answer is usually kept in a file.
  var isForFiles: Bool {
    switch self {
    case .manualPage, .schema, .exampleGesture, .completions: true
    case .shortHelp, .longHelp, .topic, .version: false
    }
  }

  /// The answer, line by line.
  var answer: String {
    switch self {
    case .shortHelp: OptionTable.framegrab.shortHelp()
    case .longHelp: OptionTable.framegrab.longHelp()
    case .topic(let help): help
    case .version(let isVerbose): Version.lines(isVerbose: isVerbose).map { $0 + "\n" }.joined()
    case .manualPage: OptionTable.framegrab.manualPage
    case .schema: GestureSchema.text
    case .exampleGesture: ExampleGesture.text
    case .completions(let shell): OptionTable.framegrab.completions(for: shell)
    }
  }
}
