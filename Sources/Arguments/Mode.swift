/// What one call of the tool does.
public enum Mode: CaseIterable, Hashable, Sendable {
  /// Answers requests from standard input.
  case serve
  /// Describes a video.
  case info
  /// Lists a video's frames.
  case listFrames
  /// Prints a gesture event by event.
  case trace
  /// Plays a gesture's seeks, with a drawing if requested.
  case replay
  /// Draws a gesture.
  case plot
  /// Writes frames as pictures; the default mode.
  case grab

  /// The mode that a command line asks for; if there are several, the first in the order of the cases.
  public init(_ arguments: ParsedArguments) {
    self = Self.allCases.first { $0.option.map(arguments.has) ?? false } ?? .grab
  }

  /// The option that selects the mode, nil for the default one.
  public var option: OptionName? {
    switch self {
    case .serve: .serve
    case .info: .info
    case .listFrames: .listFrames
    case .trace: .trace
    case .replay: .replay
    case .plot: .plot
    case .grab: nil
    }
  }
}

extension Set<Mode> {
  /// Every mode.
  public static var all: Self { Self(Mode.allCases) }
  /// Every mode with a single run.
  public static var single: Self { all.subtracting([.serve]) }
  /// The modes that accept options about pictures: a gesture that is printed or drawn writes none.
  public static var pictures: Self { all.subtracting([.trace, .plot]) }
}
