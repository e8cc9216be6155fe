public import Foundation
import TestSupport

/// The program under test, and how it is started.
public struct Tool: Sendable {
  /// The end of one start.
  public struct Ending: Sendable {
    /// The exit code, or 128 plus the signal; nil if it hung and was killed.
    public let status: Int32?
    /// What it printed, as text.
    public let printed: String
    /// Its messages.
    public let messages: String
    /// Whether a signal or a bug ended it, or nothing did.
    public var isCrash: Bool { status.map { $0 == 70 || $0 >= 128 } ?? true }
    /// The lines of what it printed.
    public var lines: [Substring] { printed.split(separator: "\n") }
  }

  /// The executable.
  public let path: String
  /// Seconds after which it counts as hung.
  public let timeLimit: Double

  /// A program.
  public init(path: String, timeLimit: Double) {
    (self.path, self.timeLimit) = (path, timeLimit)
  }

  /// Starts it with these words and waits for its end.
  ///
  /// - Parameter cache: The folder for its indexes. Without one it keeps none, so that nothing of the user's own cache
  ///   is used or changed.
  public func start(_ words: [String], input: String = "", cache: URL? = nil) -> Ending {
    do {
      let result = try run(
        command(words, cache: cache), input: Data(input.utf8), timeLimit: timeLimit)
      return Ending(
        status: result.status, printed: String(decoding: result.stdout, as: UTF8.self), messages: result.stderr)
    } catch {
      return Ending(status: nil, printed: "", messages: error.description)
    }
  }

  /// The whole command line for these words.
  public func command(_ words: [String], cache: URL? = nil) -> [String] {
    [path] + words + (cache.map { ["--cache", $0.path(percentEncoded: false)] } ?? ["--no-cache"])
  }
}
