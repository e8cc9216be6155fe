import CWorker
import LibC
import Memory

/// The life of a worker process: its resources, its start, and its end.
public enum WorkerLife {
  /// What a worker does; it ends the process with the status that it returns.
  public typealias Work = (Channel, MemoryFile, Walls) -> Int32

  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)

    /// Reads the status of a process (wait(2)).
    init(status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
  }

  /// The resources that a worker may use.
  public struct Allowance: Sendable {
    /// Bytes of address space (`RLIMIT_AS`).
    public let memory: UInt64
    /// The walls to raise; those that the system does not have are left out.
    public let walls: Walls
    /// Whether the worker refuses to work unless all of them are up.
    public let requiresWalls: Bool

    /// Makes an allowance.
    public init(memory: UInt64, walls: Walls, requiresWalls: Bool = false) {
      (self.memory, self.walls, self.requiresWalls) = (memory, walls, requiresWalls)
    }
  }

  /// The exit status of a worker whose isolation could not be prepared, for lack of descriptors or memory.
  public static let unpreparedStatus: Int32 = 126
  /// The exit status of a worker whose required walls could not be raised.
  public static let unwalledStatus: Int32 = 125

  /// The largest picture or index that a worker may hand over, in bytes.
  private static let largestFile: UInt64 = 2 << 30

  /// The life of a worker that was just forked.
  static func live(
    _ parent: pid_t, _ allowance: Allowance, _ channel: Channel, _ memory: MemoryFile, files: [Int32] = [],
    _ work: Work
  ) -> Never {
    let kept = [channel.descriptor, memory.descriptor] + files
    MemoryRoom.explainCrashes("")
    guard fg_become_worker(parent, allowance.memory, largestFile, kept, Int32(kept.count)) == 0 else {
      exit(unpreparedStatus)
    }
    let walls = Walls(rawValue: fg_raise_walls(allowance.walls.rawValue))
    guard !allowance.requiresWalls || walls == .all else { exit(unwalledStatus) }
    exit(work(channel, memory, walls))
  }

  /// Ends this process at once (_exit(2)): as a copy of the broker, it must not run the broker's exit handlers.
  public static func exit(_ status: Int32) -> Never { _exit(status) }
}
