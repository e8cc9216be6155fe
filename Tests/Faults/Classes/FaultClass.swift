/// One class of faults: cases that a seed and a number make.
public protocol FaultClass: Sendable {
  /// Its name on the command line: one word.
  var name: String { get }
  /// What it does, in a few words.
  var summary: String { get }

  /// How many cases it has.
  ///
  /// - Parameter amount: how many are wanted of a class that has no end.
  func count(_ amount: Int) -> Int

  /// Runs the case of the bench.
  ///
  /// - Throws: any error that keeps the case from being made.
  func run(_ bench: Bench) throws -> CaseResult
}

/// What came of a case.
public struct CaseResult: Sendable {
  /// The exit codes of its runs.
  public var codes: [Int32] = []
  /// What was wrong, with the command that shows it.
  public var violations: [(violation: Violation, command: String)] = []
  /// Why it could not be run here; nil if it was.
  public var gap: String?

  /// A case that has not run.
  public init() {}

  /// A case that cannot be run here.
  public static func left(out gap: String) -> CaseResult {
    var result = CaseResult()
    result.gap = gap
    return result
  }

  /// Whether all that was wrong is a time: the machine may have been busy.
  var isOnlySlow: Bool { !violations.isEmpty && violations.allSatisfy { $0.violation.rule == .time } }
}

extension Bench {
  /// Runs one trial and judges it.
  ///
  /// - Parameter complete: adds what the kit saw by itself, such as connections.
  func judge(_ trial: Trial, complete: (inout Outcome) -> Void = { _ in }) throws -> CaseResult {
    let launch = Launch(trial, self)
    var outcome = try launch.run()
    complete(&outcome)
    var result = CaseResult()
    result.codes = [outcome.status]
    result.violations = Judge.violations(of: trial, outcome, contents: { [self] in contents($0) })
      .map { ($0, launch.description) }
    if !result.violations.isEmpty { try launch.keep() }
    return result
  }

  /// The bytes of a file in the tool's folder, or with an absolute path; nil if it cannot be read.
  private func contents(_ path: [UInt8]) -> [UInt8]? {
    let whole = path.first == 0x2F ? path : Array(self.path("").utf8) + path
    return FileBytes.read(whole)
  }
}
