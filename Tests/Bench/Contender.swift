/// A program that takes part in a workload.
public struct Contender: Sendable {
  /// What it is called in tables.
  public let name: String
  /// Whether it claims to give the frame that is asked for.
  let isExact: Bool
  /// What it needs to be there; the first way to ask whose needs are all there is taken.
  let ways: [Way]
  /// What counts of its time.
  let measure: Measure
  /// What is done before each run, outside the time.
  let preparation: Preparation

  init(
    _ name: String, isExact: Bool = true, measure: Measure = .process, preparation: Preparation = .none, _ ways: [Way]
  ) {
    (self.name, self.isExact, self.ways) = (name, isExact, ways)
    (self.measure, self.preparation) = (measure, preparation)
  }

  /// A command line and what has to be there for it.
  struct Way: Sendable {
    let words: [String]
    let needs: [Need]

    init(_ words: [String], needs: [Need]) {
      (self.words, self.needs) = (words, needs)
    }
  }

  /// What a command line cannot do without.
  enum Need: Hashable, Sendable {
    /// An option of framegrab, with its dashes.
    case option(String)
    /// A program on the path.
    case program(String)
    /// A module of Python.
    case module(String)
  }

  /// What counts of a run.
  enum Measure: Sendable {
    /// All of it.
    case process
    /// The stage of this name, as the program tells it in one line of JSON at the end of standard error.
    case stage(String)
    /// What it costs beyond another command line, which has to be run for that.
    case beyond([String])
  }

  /// What comes before a run.
  enum Preparation: Sendable {
    case none
    /// No index is kept.
    case emptyCache
    /// Whatever earlier runs kept is there.
    case filledCache
  }
}

extension Contender.Need {
  /// Whether it is an option of the framegrab that is measured.
  var isOption: Bool { if case .option = self { true } else { false } }

  /// In people's words.
  var name: String {
    switch self {
    case .option(let name): "framegrab \(name)"
    case .program(let name): name
    case .module(let name): "Python's \(name)"
    }
  }
}
