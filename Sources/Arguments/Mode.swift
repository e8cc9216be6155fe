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
  /// Plays a gesture's seeks; they can be drawn, too.
  case replay
  /// Draws a gesture.
  case plot
  /// Writes frames as pictures: what is done when no other mode is asked for.
  case grab

  /// The mode that a command line asks for; where it asks for several, the first of them in the order of the cases.
  public init(_ arguments: ParsedArguments) {
    self = Self.allCases.first { $0.option.map(arguments.has) ?? false } ?? .grab
  }

  /// The option that asks for the mode, nil for the one that needs none.
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
  /// Every mode that does one thing and ends.
  public static var single: Self { all.subtracting([.serve]) }
  /// The modes that take what says how pictures are made: a gesture that is printed or drawn has none.
  public static var pictures: Self { all.subtracting([.trace, .plot]) }
}
