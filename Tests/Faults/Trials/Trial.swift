public import Foundation

/// One run of the tool, and what is known beforehand of how it may end.
public struct Trial: Sendable {
  /// What standard output holds.
  public enum Printed: Hashable, Sendable {
    /// The path of each picture that was written, one a line.
    case paths
    /// One JSON object a line, also for each moment that fails.
    case json
    /// One JSON object for each request; those at the keys must be right, with these hashes.
    case answers(count: Int, hashes: [Int: String])
    /// One JSON object or none.
    case object
    /// Text for people, which must be printable.
    case text
    /// The picture itself.
    case picture
    /// Anything: it cannot be known, or does not arrive.
    case anything
  }

  /// What is wrong with a standard stream.
  public enum Stream: Hashable, Sendable {
    case closed, full, broken
    /// A file or folder, by its path.
    case path(String)
  }

  /// The words after the tool's name.
  public var words: [Word]
  /// The folder below the case's in which it runs; empty for the case's own.
  public var folder = ""
  /// Standard input.
  public var input = Data()
  /// Streams that are not plain pipes, by their descriptor.
  public var streams: [Int32: Stream] = [:]
  /// Further settings of `fault-launch`.
  public var settings: [String] = []
  /// Variables of the environment; nil removes one.
  public var environment: [String: String?] = [:]
  /// Words before the tool's name: another program that starts it.
  public var starter: [Word] = []
  /// Whether the tool is to be traced, to see what files and sockets it opens.
  public var isTraced = false

  /// What standard output holds.
  public var printed: Printed = .paths
  /// The exit codes that are right.
  public var codes: Set<Int32> = Trial.documented
  /// Whether a single moment is asked for, which gets one line when it fails.
  public var isSingle = true
  /// Whether something must have been written when all went well.
  public var writes = true
  /// Whether a failure may leave outputs, complete ones: where only their report fails, or a signal ends the run.
  public var mayWriteAndFail = false
  /// Whether a failure may be silent: a reader that has gone is no reason to complain.
  public var maySaySilently = false
  /// Whether outputs may have names that start with a dot; those that end in .tmp are still left behind.
  public var mayHide = false
  /// Names that may be replaced, as `-y` does it.
  public var replaceable: Set<String> = []
  /// Names that the case itself changes during the run, and their contents.
  public var unsteady: Set<String> = []
  /// The signal that the case sends, 0 for none.
  public var signal: Int32 = 0
  /// Names that may be opened besides those on the command line.
  public var mayOpen: [String] = []
  /// Texts that must not appear anywhere.
  public var secrets: [String] = []
  /// The longest wall time, in seconds.
  public var seconds: Double = 8
  /// The most resident memory, in bytes.
  public var memory: Int = 4 << 30

  /// A run with these words.
  public init(_ words: [Word]) { self.words = words }

  /// The exit codes that the documentation names for runs that end by themselves.
  public static let documented: Set<Int32> = [0, 1, 2, 3, 4, 5, 6]
  /// Those of a run that fails.
  public static let failing: Set<Int32> = [1, 2, 3, 4, 5, 6]
}
