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
}
