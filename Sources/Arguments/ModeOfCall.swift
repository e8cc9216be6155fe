extension Mode {
  /// The mode that a command line asks for; if there are several, the first in the order of the cases. More than one
  /// video makes a batch, and so does an option that only a batch has and that needs no other.
  public init(_ arguments: ParsedArguments) {
    // A shell pattern may match one file only.
    let isOfManyVideos =
      arguments.operands.count > 1
      || arguments.occurrences.contains { $0.option.modes == [.batch] && $0.option.needs.isEmpty }
    self = Self.allCases.first { $0.option.map(arguments.has) ?? false } ?? (isOfManyVideos ? .batch : .grab)
  }

  /// The option that selects the mode, nil for the default one.
  public var option: Option? {
    switch self {
    case .serve: .serve
    case .batch: .batch
    case .scrub: .scrub
    case .info: .info
    case .listFrames: .listFrames
    case .trace: .trace
    case .compare: .compare
    case .replay: .replay
    case .plot: .plot
    case .newGesture: .newGesture
    case .solve: .solve
    case .grab: nil
    }
  }
}
