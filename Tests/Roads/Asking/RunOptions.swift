import Foundation
import TestSupport

/// What the command lines of both runners have in common.
public struct RunOptions: Sendable {
  /// Files and folders.
  public private(set) var paths: [String] = []
  /// The program under test: `--tool`, else the variable FRAMEGRAB, else the one that was built with the runner.
  public var tool: Tool { Tool(path: program, timeLimit: limit) }
  /// The self-contained program, whose answers are compared too.
  public private(set) var portable: String?
  /// How many frames of a long file are asked for.
  public private(set) var frames = 12
  /// Chooses them.
  public private(set) var seed: UInt64 = 1
  /// How many files at once.
  public private(set) var jobs = 2
  /// How many spoilt variants of each file are asked for, too.
  public private(set) var spoilt = 0
  /// Where requests and spoilt files are kept that show a difference.
  public private(set) var place = ".build/roads"
  /// Seconds for one start of a program.
  public private(set) var limit = 120.0
  private var program = ProcessInfo.processInfo.environment["FRAMEGRAB"] ?? BuiltTool.path

  /// Reads the words; nil if they are malformed.
  public init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        paths.append(word)
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch (word, Int(value), UInt64(value), Double(value)) {
      case ("--tool", _, _, _): program = value
      case ("--portable", _, _, _): portable = value
      case ("--keep", _, _, _): place = value
      case ("--frames", let number?, _, _): frames = number
      case ("--seed", _, let number?, _): seed = number
      case ("--jobs", let number?, _, _): jobs = number
      case ("--spoilt", let number?, _, _): spoilt = number
      case ("--limit", _, _, let number?): limit = number
      default: return nil
      }
    }
  }
}
