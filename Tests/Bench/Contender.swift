/// A program that takes part in a workload.
public struct Contender: Sendable {
  /// Its name in tables.
  public let name: String
  /// Whether it claims to give the requested frame.
  let isExact: Bool
  /// Its command lines; the first one whose needs are all installed is used.
  let ways: [Way]
  /// Which part of its time is measured.
  let measure: Measure
  /// The preparation before each run, which is not measured.
  let preparation: Preparation

  init(
    _ name: String, isExact: Bool = true, measure: Measure = .process, preparation: Preparation = .none, _ ways: [Way]
  ) {
    (self.name, self.isExact, self.ways) = (name, isExact, ways)
    (self.measure, self.preparation) = (measure, preparation)
  }

  /// The same with the self-contained build; nil for a program that is not framegrab.
  var selfContained: Contender? {
    guard ways.contains(where: { $0.words.first == Place.framegrab }) else { return nil }
    return Contender(
      Self.selfContained(name), isExact: isExact, measure: measure, preparation: preparation,
      ways.map { way in
        Way([Place.portable] + way.words.dropFirst(), needs: [.selfContained] + way.needs)
      })
  }

  /// The self-contained build's name beside the ordinary one's.
  static func selfContained(_ name: String) -> String { name + ", self-contained" }

  /// A command line and what it needs.
  struct Way: Sendable {
    let words: [String]
    let needs: [Need]

    init(_ words: [String], needs: [Need]) {
      (self.words, self.needs) = (words, needs)
    }
  }

  /// A requirement of a command line.
  enum Need: Hashable, Sendable {
    /// An option of framegrab, with its dashes.
    case option(String)
    /// A program on the path.
    case program(String)
    /// A Python module.
    case module(String)
    /// The binary of `make portable`.
    case selfContained
    /// A static build of the newest ffmpeg.
    case staticFFmpeg
    /// A floor program of this name (`make-floor.sh`).
    case floor(String)
  }

  /// The measured part of a run.
  enum Measure: Sendable {
    /// All of it.
    case process
    /// The stage with this name, as the program reports it in one line of JSON at the end of standard error.
    case stage(String)
    /// Its cost minus that of another command line, which is run for that.
    case beyond([String])
  }

  /// The preparation before a run.
  enum Preparation: Sendable {
    case none
    /// The index cache is emptied.
    case emptyCache
    /// The index cache of earlier runs is kept.
    case filledCache
  }
}

extension Contender.Need {
  /// Whether it is an option of the measured framegrab.
  var isOption: Bool { if case .option = self { true } else { false } }

  /// The name for people.
  var name: String {
    switch self {
    case .option(let name): "framegrab \(name)"
    case .program(let name): name
    case .module(let name): "Python's \(name)"
    case .selfContained: "self-contained framegrab (make portable)"
    case .staticFFmpeg: "static ffmpeg (Python's imageio_ffmpeg)"
    case .floor(let name): name
    }
  }
}
