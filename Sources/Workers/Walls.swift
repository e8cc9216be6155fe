import CWorker

/// The walls around a worker.
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

  /// The walls that stand here, found by a process that raises them and ends.
  public static func tried() -> Walls {
    let child = fg_fork()
    if child == 0 { WorkerProcess.exit(fg_raise_walls(Walls.all.rawValue)) }
    guard child > 0, case .exited(let bits) = WorkerProcess.Ending(of: child) else { return .none }
    return Walls(rawValue: bits).intersection(.all)
  }
}
