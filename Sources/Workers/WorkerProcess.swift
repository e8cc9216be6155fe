import CWorker
import Memory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that can do nothing but compute, as its parent, the broker, sees it.
///
/// It is killed when its owner is destroyed.
public final class WorkerProcess {
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

  /// What a worker may use.
  public struct Allowance: Sendable {
    /// Bytes of address space (`RLIMIT_AS`).
    public let memory: UInt64
    /// The walls to raise; those that the system does not have are left out.
    public let walls: Walls
    /// Whether it does nothing unless all of them stand.
    public let requiresWalls: Bool

    /// Makes an allowance.
    public init(memory: UInt64, walls: Walls, requiresWalls: Bool = false) {
      (self.memory, self.walls, self.requiresWalls) = (memory, walls, requiresWalls)
    }
  }

  /// The status of a worker that could not be shut in, for lack of descriptors or memory.
  public static let unpreparedStatus: Int32 = 126

  /// The largest picture or index that a worker may hand over, in bytes.
  private static let largestFile: UInt64 = 2 << 30

  /// The connection to it.
  public let channel: Channel
  /// The file that is shared with it.
  public let memory: MemoryFile
  private let process: pid_t
  /// Who forked it; nil for this process.
  private let zygote: Zygote?
  private var ending: Ending?

  private init(process: pid_t, zygote: Zygote?, channel: Channel, memory: MemoryFile) {
    (self.process, self.zygote, self.channel, self.memory) = (process, zygote, channel, memory)
  }

  deinit {
    guard ending == nil else { return }
    if let zygote { zygote.drop(process) } else { _ = end() }
  }

  /// Starts a worker: a copy of this process, which must have one thread, behind walls (fork(2)).
  ///
  /// - Parameters:
  ///   - allowance: What it may use.
  ///   - files: Open files that it keeps.
  ///   - work: What it does; it gets the walls that stand, and ends the process with the status that it returns.
  /// - Throws: `Channel.Fault` when the system refuses.
  public static func start(
    _ allowance: Allowance, files: [Int32] = [], _ work: Zygote.Work
  ) throws(Channel.Fault) -> WorkerProcess {
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    let broker = getpid()
    let child = fg_fork()
    guard child >= 0 else { throw .system(-child) }
    if child == 0 {
      fg_forget_start()
      live(broker, allowance, other, memory, files: files, work)
    }
    return WorkerProcess(process: child, zygote: nil, channel: own, memory: memory)
  }

  /// Has a zygote start a worker, which does what the zygote was made for.
  ///
  /// - Throws: `Channel.Fault` when the system refuses, or the zygote is gone.
  public static func start(_ allowance: Allowance, from zygote: Zygote) throws(Channel.Fault) -> WorkerProcess {
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    let child = try zygote.fork(allowance, other, memory)
    return WorkerProcess(process: child, zygote: zygote, channel: own, memory: memory)
  }

  /// The life of a worker that was just forked.
  static func live(
    _ parent: pid_t, _ allowance: Allowance, _ channel: Channel, _ memory: MemoryFile, files: [Int32] = [],
    _ work: Zygote.Work
  ) -> Never {
    let kept = [channel.descriptor, memory.descriptor] + files
    MemoryRoom.keepSpare()
    MemoryRoom.explainCrashes("")
    guard fg_become_worker(parent, allowance.memory, largestFile, kept, Int32(kept.count)) == 0 else {
      exit(unpreparedStatus)
    }
    let walls = Walls(rawValue: fg_raise_walls(allowance.walls.rawValue))
    guard !allowance.requiresWalls || walls == .all else { exit(1) }
    exit(work(channel, memory, walls))
  }

  /// The memory that it holds, in bytes; 0 where the system does not tell (proc(5)).
  public var residentBytes: Int64 {
    let descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { Channel.close(descriptor) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &text, text.count)
    guard count > 0 else { return 0 }
    let words = text[..<count].split(separator: UInt8(ascii: " "))
    return words.count > 1 ? (Int64(String(decoding: words[1], as: UTF8.self)) ?? 0) * Int64(getpagesize()) : 0
  }

  /// The walls that stand here, found by a process that raises them and ends (vfork(2)).
  public static func triedWalls() -> Walls { Walls(rawValue: fg_try_walls()).intersection(.all) }

  /// Ends this process at once: nothing of the broker's, of which it is a copy, is to be finished here (_exit(2)).
  public static func exit(_ status: Int32) -> Never { _exit(status) }

  /// Kills the process, if it has not ended yet, and returns how it ended (kill(2), waitpid(2)).
  ///
  /// One that is ending already, by a crash or by itself, keeps its own status.
  public func end() -> Ending {
    if let ending { return ending }
    let ending: Ending
    if let zygote {
      ending = zygote.end(process)
    } else {
      _ = kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      ending = Ending(status: status)
    }
    self.ending = ending
    return ending
  }

  /// Nanoseconds that it took of all processors (clock_getcpuclockid(3)); nil where the system does not tell.
  public var processorTime: Int64? {
    #if canImport(Glibc)
      var (clock, time) = (clockid_t(), timespec())
      guard ending == nil, clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      return nil
    #endif
  }
}
