import Arguments
import GestureFiles

/// A question about the tool itself; it is answered even if the rest of the command line is invalid.
enum Question {
  case shortHelp
  case longHelp
  case version(isVerbose: Bool)
  case manualPage
  case schema
  case completions(Shell)

  init?(_ arguments: ParsedArguments) {
    if arguments.has(.usage) {
      self = .shortHelp
    } else if arguments.has(.help) {
      self = .longHelp
    } else if arguments.has(.version) {
      self = .version(isVerbose: arguments.has(.verbose))
    } else if arguments.has(.man) {
      self = .manualPage
    } else if arguments.has(.schema) {
      self = .schema
    } else if let shell = arguments.last(.completions).flatMap({ Shell(rawValue: $0.text) }) {
      self = .completions(shell)
    } else {
      return nil
    }
  }

  /// The answer, line by line.
  var answer: String {
    switch self {
    case .shortHelp: OptionTable.framegrab.shortHelp()
    case .longHelp: OptionTable.framegrab.longHelp()
    case .version(let isVerbose): Version.lines(isVerbose: isVerbose).map { $0 + "\n" }.joined()
    case .manualPage: OptionTable.framegrab.manualPage
    case .schema: GestureSchema.text
    case .completions(let shell): OptionTable.framegrab.completions(for: shell)
    }
  }
}
