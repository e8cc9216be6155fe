import CWorker

/// The kinds of sandbox around a worker.
public struct Walls: OptionSet, Sendable {
  /// The walls as bits.
  public let rawValue: Int32

  /// Makes a set from bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Landlock: no file can be opened.
  public static let files = Walls(rawValue: Int32(FG_WALL_LANDLOCK))
  /// seccomp: only some system calls are left.
  public static let calls = Walls(rawValue: Int32(FG_WALL_SECCOMP))
  /// All of them.
  public static let all: Walls = [.files, .calls]
  /// None of them.
  public static let none: Walls = []
}
